import type { cachePurgeSettingRows } from "./cache-purge-setting-rows.ts"
import { type FieldValues, variableOf } from "./setting-table.ts"

type CachePurgeValues = Pick<FieldValues<"server">, keyof typeof cachePurgeSettingRows>
type Field = keyof CachePurgeValues

/** The settings without which a service cannot be asked. */
const required = {
  cloudflare: [
    "contentDeliveryCloudflareApiKey",
    "contentDeliveryCloudflareUrlPrefix",
    "contentDeliveryCloudflareZoneId"
  ],
  azureFrontDoor: [
    "contentDeliveryAzureFrontDoorClientId",
    "contentDeliveryAzureFrontDoorClientSecret",
    "contentDeliveryAzureFrontDoorTenantId",
    "contentDeliveryAzureFrontDoorSubscriptionId",
    "contentDeliveryAzureFrontDoorResourceGroupName",
    "contentDeliveryAzureFrontDoorProfileName",
    "contentDeliveryAzureFrontDoorEndpointName"
  ],
  cloudfront: [
    "contentDeliveryCloudfrontAccessKey",
    "contentDeliveryCloudfrontSecretKey",
    "contentDeliveryCloudfrontDistributionId"
  ],
  bunny: ["contentDeliveryBunnyApiKey", "contentDeliveryBunnyUrlPrefix"]
} as const satisfies Readonly<Record<string, ReadonlyArray<Field>>>

type Service = keyof typeof required

/** The services whose caches are purged, with all of their settings. */
export type CachePurges = ReturnType<typeof cachePurges>

export const cachePurges = (values: CachePurgeValues) => ({
  cloudflare: completeOf("cloudflare", values),
  azureFrontDoor: completeOf("azureFrontDoor", values),
  cloudfront: completeOf("cloudfront", values),
  bunny: completeOf("bunny", values)
})

/** Values of which those of the service are set. */
type Complete<S extends Service> = CachePurgeValues & {
  readonly [F in (typeof required)[S][number]]: NonNullable<CachePurgeValues[F]>
}

const completeOf = <S extends Service>(service: S, values: CachePurgeValues): Complete<S> | null =>
  required[service].every((field) => values[field] !== null) ? (values as Complete<S>) : null

/** One sentence for each setting that a service needs beside those that are set. */
export const cachePurgeProblems = (values: Partial<CachePurgeValues>): ReadonlyArray<string> =>
  Object.values(required).flatMap((fields: ReadonlyArray<Field>) => {
    const isSet = (field: Field): boolean => (values[field] ?? null) !== null
    const first = fields.find(isSet)
    if (first === undefined) return []
    return fields
      .filter((field) => !isSet(field))
      .map((field) => `${variableOf(first)} needs ${variableOf(field)}, which is not set.`)
  })
