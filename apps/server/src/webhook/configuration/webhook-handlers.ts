import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import {
  createWebhookConfiguration,
  deleteWebhookConfiguration,
  rotateWebhookSecret,
  updateWebhookConfiguration
} from "./change-webhook-configurations.ts"
import { testWebhookConfiguration } from "./test-webhook-configuration.ts"
import { getWebhookConfiguration, listWebhookConfigurations } from "./webhook-configuration-queries.ts"
import { webhookConfigurationToModel } from "./webhook-configuration-shapes.ts"

export const WebhookHandlers = HttpApiBuilder.group(Api, "webhook", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listWebhookConfigurations(access, query)
      return { _embedded: { webhookConfigs: rows.map(webhookConfigurationToModel) }, page }
    }),
    create: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      return webhookConfigurationToModel(yield* createWebhookConfiguration(access, payload))
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return webhookConfigurationToModel(yield* getWebhookConfiguration(access, params.id))
    }),
    update: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return webhookConfigurationToModel(yield* updateWebhookConfiguration(access, params.id, payload))
    }),
    delete: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* deleteWebhookConfiguration(access, params.id)
    }),
    test: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      const { isDelivered, ...outcome } = yield* testWebhookConfiguration(access, params.id)
      return { success: isDelivered, ...outcome }
    }),
    rotateSecret: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return webhookConfigurationToModel(yield* rotateWebhookSecret(access, params.id, payload))
    })
  })
)
