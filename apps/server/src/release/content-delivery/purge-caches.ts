import { type CachePurges, cachePurges } from "@dragoman/settings"
import { AwsV4Signer } from "aws4fetch"
import { Clock, Context, Effect } from "effect"
import { Settings } from "../../platform/settings/settings.ts"
import {
  type ObjectRequest,
  ObjectStorageFailed,
  type RetryOptions,
  runRequests,
  type SendObjectRequest,
  saidBy,
  sendRetried,
  sendUnguarded,
  xmlText
} from "../../service/object-storage/object-request.ts"

/** Sends the requests to services; tests have servers of their own. */
export const SendPurgeRequest = Context.Reference<SendObjectRequest>(
  "@dragoman/server/release/content-delivery/SendPurgeRequest",
  { defaultValue: () => sendUnguarded }
)

/** People wait for it when they publish by hand, and caches ask again soon anyway. */
const retry: RetryOptions = { retriesMax: 2, retryMillis: 500, requestMillisMax: 10_000 }

/** Files of a content delivery in the storage of the server that caches must ask for again. */
export interface ChangedFiles {
  readonly slug: string
  /** Below the slug: files that are new, changed or removed. */
  readonly paths: ReadonlyArray<string>
}

/**
 * Purges the caches of the settings; returns one sentence for each service that failed. The published version stays then: caches
 * ask again when their copies are too old.
 */
export const purgeCaches = Effect.fn("purgeCaches")(function* (changed: ChangedFiles) {
  if (changed.paths.length === 0) return []
  const { cloudflare, azureFrontDoor, cloudfront, bunny } = cachePurges(yield* Settings)
  const send = yield* SendPurgeRequest
  const now = yield* Clock.currentTimeMillis
  const purges = [
    cloudflare && purge(cloudflareHost, "the settings of Cloudflare", () => askCloudflare(send, cloudflare, changed)),
    azureFrontDoor &&
      purge(azureHost, "the settings of Azure Front Door", () => askAzure(send, azureFrontDoor, changed)),
    cloudfront &&
      purge(cloudfrontHost, "the settings of CloudFront", () => askCloudfront(send, cloudfront, changed, now)),
    bunny && purge(bunnyHost, "the settings of Bunny", () => askBunny(send, bunny, changed))
  ]
  const sentences = yield* Effect.all(
    purges.filter((one) => one !== null),
    { concurrency: "unbounded" }
  )
  return sentences.filter((sentence) => sentence !== null)
})

type Purge<Name extends keyof CachePurges> = NonNullable<CachePurges[Name]>

const purge = (host: string, place: string, work: () => Promise<void>): Effect.Effect<string | null> =>
  runRequests(host, `check ${place}`, work).pipe(
    Effect.match({ onFailure: ({ sentence }) => sentence, onSuccess: () => null })
  )

const cloudflareHost = "https://api.cloudflare.com"

/** Source: https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-single-file/ */
const askCloudflare = async (
  send: SendObjectRequest,
  {
    contentDeliveryCloudflareApiKey: token,
    contentDeliveryCloudflareZoneId: zone,
    contentDeliveryCloudflareUrlPrefix: prefix,
    contentDeliveryCloudflareOrigins: origins,
    contentDeliveryCloudflareFilesPerRequest: filesMax
  }: Purge<"cloudflare">,
  { slug, paths }: ChangedFiles
): Promise<void> => {
  const files = paths.flatMap((path) => {
    const url = `${prefix}/${encodedPath(`${slug}/${path}`)}`
    return origins.length === 0 ? [{ url }] : origins.map((origin) => ({ url, headers: { Origin: origin } }))
  })
  for (let start = 0; start < files.length; start += filesMax) {
    await ask(send, `${cloudflareHost}/client/v4/zones/${encodeURIComponent(zone)}/purge_cache`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: bytesOf(JSON.stringify({ files: files.slice(start, start + filesMax) }))
    })
  }
}

const azureHost = "https://management.azure.com"
const azureLoginHost = "https://login.microsoftonline.com"

/** Source: https://learn.microsoft.com/rest/api/frontdoor/azurefrontdoorstandardpremium/afd-endpoints/purge-content */
const askAzure = async (
  send: SendObjectRequest,
  {
    contentDeliveryAzureFrontDoorClientId: clientId,
    contentDeliveryAzureFrontDoorClientSecret: clientSecret,
    contentDeliveryAzureFrontDoorTenantId: tenant,
    contentDeliveryAzureFrontDoorSubscriptionId: subscription,
    contentDeliveryAzureFrontDoorResourceGroupName: group,
    contentDeliveryAzureFrontDoorProfileName: profile,
    contentDeliveryAzureFrontDoorEndpointName: endpoint,
    contentDeliveryAzureFrontDoorContentRoot: root
  }: Purge<"azureFrontDoor">,
  { slug }: ChangedFiles
): Promise<void> => {
  const login = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    scope: `${azureHost}/.default`
  })
  const loggedIn = await ask(send, `${azureLoginHost}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: bytesOf(login.toString())
  })
  const { access_token: token } = (await loggedIn.json()) as { readonly access_token?: unknown }
  const place = encodedPath(
    `subscriptions/${subscription}/resourceGroups/${group}/providers/Microsoft.Cdn/profiles/${profile}/afdEndpoints/${endpoint}`
  )
  await ask(send, `${azureHost}/${place}/purge?api-version=2023-05-01`, {
    method: "POST",
    headers: { authorization: `Bearer ${String(token)}`, "content-type": "application/json" },
    body: bytesOf(JSON.stringify({ contentPaths: [`/${inRoot(root, slug)}/*`] }))
  })
}

const cloudfrontHost = "https://cloudfront.amazonaws.com"

/**
 * Invalidates the folder: one path, which costs as much as one file.
 * Source: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html
 */
const askCloudfront = async (
  send: SendObjectRequest,
  {
    contentDeliveryCloudfrontAccessKey: accessKeyId,
    contentDeliveryCloudfrontSecretKey: secretAccessKey,
    contentDeliveryCloudfrontDistributionId: distribution,
    contentDeliveryCloudfrontContentRoot: root
  }: Purge<"cloudfront">,
  { slug }: ChangedFiles,
  now: number
): Promise<void> => {
  const path = `/${encodedPath(inRoot(root, slug))}/*`.replaceAll("&", "&amp;")
  const body = `<?xml version="1.0" encoding="UTF-8"?><InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><CallerReference>${slug}-${now}</CallerReference><Paths><Quantity>1</Quantity><Items><Path>${path}</Path></Items></Paths></InvalidationBatch>`
  const url = `${cloudfrontHost}/2020-05-31/distribution/${encodeURIComponent(distribution)}/invalidation`
  const { headers } = await new AwsV4Signer({
    ...{ method: "POST", url, body, accessKeyId, secretAccessKey },
    ...{ headers: { "content-type": "text/xml" }, service: "cloudfront", region: "us-east-1" }
  }).sign()
  await ask(send, url, { method: "POST", headers: Object.fromEntries(headers), body: bytesOf(body) })
}

const bunnyHost = "https://api.bunny.net"

/** Source: https://docs.bunny.net/reference/purgepublic_indexpost */
const askBunny = async (
  send: SendObjectRequest,
  { contentDeliveryBunnyApiKey: key, contentDeliveryBunnyUrlPrefix: prefix }: Purge<"bunny">,
  { slug }: ChangedFiles
): Promise<void> => {
  const url = `${bunnyHost}/purge?url=${encodeURIComponent(`${prefix}/${slug}/*`)}`
  await ask(send, url, { method: "GET", headers: { accesskey: key }, body: null })
}

const ask = async (send: SendObjectRequest, url: string, request: Omit<ObjectRequest, "signal">): Promise<Response> => {
  const response = await sendRetried(retry, (signal) => send(url, { ...request, signal }))
  if (response.ok) return response
  const { origin } = new URL(url)
  throw new ObjectStorageFailed({
    sentence: `${origin} responded with ${response.status}${saidBy(null, messageIn(await response.text()))}: the caches were not purged.`
  })
}

/** Returns the message of an error in JSON or XML; null: it has another form. */
const messageIn = (body: string): string | null =>
  /"(?:message|Message|error_description)"\s*:\s*"([^"]*)"/.exec(body)?.[1] ?? xmlText(body, "Message")

const inRoot = (root: string | null, slug: string): string =>
  [...(root ?? "").split("/").filter((part) => part !== ""), slug].join("/")

const encodedPath = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
