import { deliveryStates } from "@dragoman/domain/webhook"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { deliveryId, projectId, webhookConfigurationId } from "../identifier/path-parameters.ts"
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
const requiresManaging = requires(project(["webhooks.manage"]))

/** The log of deliveries of a webhook configuration. Not in Tolgee's API. */
export const WebhookDeliveryEndpoints = endpointGroup(
  "webhookDelivery",
  HttpApiEndpoint.get("list", deliveriesPath, {
    params: { projectId, id: webhookConfigurationId },
    query: {
      ...listQuery("webhookDeliveries"),
      state: field(
        Schema.optional(Schema.Array(Schema.Literals(deliveryStates))),
        "Only deliveries in one of these states; absent: all."
      ),
      type: field(
        Schema.optional(Schema.Array(Schema.String)),
        "Only deliveries of these types of activity; absent: all."
      ),
      createdAfter: field(
        Schema.optional(QueryTime),
        "Only deliveries created at this time or later, in epoch milliseconds."
      ),
      createdBefore: field(
        Schema.optional(QueryTime),
        "Only deliveries created before this time, in epoch milliseconds."
      )
    },
    success: pageOf("deliveries", WebhookDeliveryModel)
  }).pipe(requiresManaging, described("Lists the deliveries of a webhook configuration.")),
  HttpApiEndpoint.get("get", `${deliveriesPath}/:deliveryId`, {
    params: { projectId, id: webhookConfigurationId, deliveryId },
    success: WebhookDeliveryWithAttemptsModel
  }).pipe(requiresManaging, described("Returns a delivery with its attempts.")),
  HttpApiEndpoint.post("redeliver", `${deliveriesPath}/:deliveryId/redeliver`, {
    params: { projectId, id: webhookConfigurationId, deliveryId },
    success: WebhookDeliveryModel
  }).pipe(requiresManaging, described("Sends a delivery again.")),
  HttpApiEndpoint.post("redeliverAll", `${deliveriesPath}/redeliver`, {
    params: { projectId, id: webhookConfigurationId },
    payload: RedeliverBody,
    success: RedeliveredModel
  }).pipe(
    requiresManaging,
    described("Sends again all ended deliveries that match the body; by default those that were given up.")
  )
)
