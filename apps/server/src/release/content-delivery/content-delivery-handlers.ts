import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import {
  createContentDelivery,
  deleteContentDelivery,
  publishNow,
  updateContentDelivery
} from "./change-content-deliveries.ts"
import { getContentDelivery, listContentDeliveries, listPublishingAttempts } from "./content-delivery-queries.ts"
import { contentDeliveryToModel } from "./content-delivery-shapes.ts"

export const ContentDeliveryHandlers = HttpApiBuilder.group(Api, "contentDelivery", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { deliveries, page } = yield* listContentDeliveries(access, query)
      return { _embedded: { contentDeliveryConfigs: deliveries.map(contentDeliveryToModel) }, page }
    }),
    create: withAccess((access, { payload }) =>
      Effect.map(createContentDelivery(access, payload), contentDeliveryToModel)
    ),
    get: withAccess((access, { params }) => Effect.map(getContentDelivery(access, params.id), contentDeliveryToModel)),
    publish: withAccess((access, { params }) => publishNow(access, params.id)),
    update: withAccess((access, { params, payload }) =>
      Effect.map(updateContentDelivery(access, params.id, payload), contentDeliveryToModel)
    ),
    delete: withAccess((access, { params }) => deleteContentDelivery(access, params.id)),
    listAttempts: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listPublishingAttempts(access, params.id, query)
      return { _embedded: { attempts: rows.map(({ contentDeliveryId: _, ...attempt }) => attempt) }, page }
    })
  })
)
