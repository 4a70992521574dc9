import { type EndpointRules, endpointRules } from "@dragoman/domain/webhook"
import type { SharedSettings } from "./setting-table.ts"

interface DispatcherOptions {
  readonly rules: EndpointRules
  readonly timeoutMillis: number
  readonly logDays: number
}

/** The settings that the webhook engine takes, in both programs. */
export const dispatcherOptions = (settings: SharedSettings): DispatcherOptions => ({
  rules: endpointRules({ allow: settings.webhookAllow, deny: settings.webhookDeny, ports: settings.webhookPorts }),
  timeoutMillis: settings.webhookTimeoutMillis,
  logDays: settings.webhookLogDays
})
