import { deliveryStates } from "@dragoman/domain/webhook"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { demands, project } from "../access/demand.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { QueryTime } from "../identifier/query-time.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  RedeliverBody,
  RedeliveredModel,
  WebhookDeliveryModel,
  WebhookDeliveryWithAttemptsModel
} from "./webhook-delivery-model.ts"

const deliveriesPath = "/v2/projects/:projectId/webhook-configs/:id/deliveries"
const demandsManaging = demands(project(["webhooks.manage"]))

/** What became of the deliveries of a webhook configuration. Ours: the original keeps no log. */
export const WebhookDeliveryEndpoints = endpointGroup(
  "webhookDelivery",
  HttpApiEndpoint.get("list", deliveriesPath, {
    params: { projectId: PathId, id: PathId },
    query: {
      ...listQuery("webhookDeliveries"),
      state: Schema.optional(Schema.Array(Schema.Literals(deliveryStates))),
      type: Schema.optional(Schema.Array(Schema.String)),
      createdAfter: Schema.optional(QueryTime),
      createdBefore: Schema.optional(QueryTime)
    },
    success: pageOf("deliveries", WebhookDeliveryModel)
  }).pipe(demandsManaging),
  HttpApiEndpoint.get("get", `${deliveriesPath}/:deliveryId`, {
    params: { projectId: PathId, id: PathId, deliveryId: PathId },
    success: WebhookDeliveryWithAttemptsModel
  }).pipe(demandsManaging),
  HttpApiEndpoint.post("redeliver", `${deliveriesPath}/:deliveryId/redeliver`, {
    params: { projectId: PathId, id: PathId, deliveryId: PathId },
    success: WebhookDeliveryModel
  }).pipe(demandsManaging),
  HttpApiEndpoint.post("redeliverAll", `${deliveriesPath}/redeliver`, {
    params: { projectId: PathId, id: PathId },
    payload: RedeliverBody,
    success: RedeliveredModel
  }).pipe(demandsManaging)
)
