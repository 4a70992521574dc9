import { type EndpointRules, endpointRules } from "@dragoman/domain/webhook"
import type { SettingValues } from "../../platform/settings/settings.ts"

/** The settings that say where webhooks may go; plain data, they cross threads. */
export type WebhookRuleSettings = Pick<SettingValues, "webhookAllow" | "webhookDeny" | "webhookPorts">

export const webhookRules = ({ webhookAllow, webhookDeny, webhookPorts }: WebhookRuleSettings): EndpointRules =>
  endpointRules({ allow: webhookAllow, deny: webhookDeny, ports: webhookPorts })
