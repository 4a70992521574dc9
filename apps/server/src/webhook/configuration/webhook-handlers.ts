import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import {
  createWebhookConfiguration,
  deleteWebhookConfiguration,
  rotateWebhookSecret,
  updateWebhookConfiguration
} from "./change-webhook-configurations.ts"
import { previewWebhookBody, testWebhookConfiguration } from "./test-webhook-configuration.ts"
import { getWebhookConfiguration, listWebhookConfigurations } from "./webhook-configuration-queries.ts"
import { webhookConfigurationToModel } from "./webhook-configuration-shapes.ts"

export const WebhookHandlers = HttpApiBuilder.group(Api, "webhook", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listWebhookConfigurations(access, query)
      return { _embedded: { webhookConfigs: rows.map(webhookConfigurationToModel) }, page }
    }),
    create: withAccess((access, { payload }) =>
      Effect.map(createWebhookConfiguration(access, payload), webhookConfigurationToModel)
    ),
    get: withAccess((access, { params }) =>
      Effect.map(getWebhookConfiguration(access, params.id), webhookConfigurationToModel)
    ),
    update: withAccess((access, { params, payload }) =>
      Effect.map(updateWebhookConfiguration(access, params.id, payload), webhookConfigurationToModel)
    ),
    delete: withAccess((access, { params }) => deleteWebhookConfiguration(access, params.id)),
    test: withAccess(function* (access, { params }) {
      const { isDelivered, ...outcome } = yield* testWebhookConfiguration(access, params.id)
      return { success: isDelivered, ...outcome }
    }),
    preview: withAccess((access, { payload }) => previewWebhookBody(access, payload)),
    rotateSecret: withAccess((access, { params, payload }) =>
      Effect.map(rotateWebhookSecret(access, params.id, payload), webhookConfigurationToModel)
    )
  })
)
