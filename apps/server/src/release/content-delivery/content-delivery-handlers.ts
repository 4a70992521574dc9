import { Api } from "@dragoman/api"
import { serverStorage } from "@dragoman/settings"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { publicAddress } from "../../platform/http/routes.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { withAccess } from "../../service/access/access.ts"
import {
  createContentDelivery,
  deleteContentDelivery,
  publishNow,
  updateContentDelivery
} from "./change-content-deliveries.ts"
import { getContentDelivery, listContentDeliveries, listPublishingAttempts } from "./content-delivery-queries.ts"
import { contentDeliveryToModel, type ShownContentDelivery } from "./content-delivery-shapes.ts"

/** Returns the address of the server's own storage for the response to the current request; null: unknown. */
const serverPrefix = Effect.gen(function* () {
  const settings = yield* Settings
  if (settings.contentDeliveryUrlPrefix !== null) return settings.contentDeliveryUrlPrefix
  return serverStorage(settings) === null ? `${yield* publicAddress}/content-delivery` : null
})

const toModel = (shown: ShownContentDelivery) =>
  Effect.map(serverPrefix, (prefix) => contentDeliveryToModel(shown, prefix))

export const ContentDeliveryHandlers = HttpApiBuilder.group(Api, "contentDelivery", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { deliveries, page } = yield* listContentDeliveries(access, query)
      const prefix = yield* serverPrefix
      const models = deliveries.map((shown) => contentDeliveryToModel(shown, prefix))
      return { _embedded: { contentDeliveryConfigs: models }, page }
    }),
    create: withAccess((access, { payload }) => Effect.flatMap(createContentDelivery(access, payload), toModel)),
    get: withAccess((access, { params }) => Effect.flatMap(getContentDelivery(access, params.id), toModel)),
    publish: withAccess((access, { params }) => publishNow(access, params.id)),
    update: withAccess((access, { params, payload }) =>
      Effect.flatMap(updateContentDelivery(access, params.id, payload), toModel)
    ),
    delete: withAccess((access, { params }) => deleteContentDelivery(access, params.id)),
    listAttempts: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listPublishingAttempts(access, params.id, query)
      return { _embedded: { attempts: rows.map(({ contentDeliveryId: _, ...attempt }) => attempt) }, page }
    })
  })
)
