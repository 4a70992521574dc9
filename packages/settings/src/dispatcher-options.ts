import { type EndpointRules, endpointRules } from "@dragoman/domain/network"
import type { SharedSettings } from "./setting-table.ts"

interface DispatcherOptions {
  readonly rules: EndpointRules
  readonly timeoutMillis: number
  readonly logDays: number
}

/** The rules of the SSRF guard. */
export const webhookRules = (
  settings: Pick<SharedSettings, "webhookAllow" | "webhookDeny" | "webhookPorts">
): EndpointRules =>
  endpointRules({ allow: settings.webhookAllow, deny: settings.webhookDeny, ports: settings.webhookPorts })

/** The settings that the webhook engine takes, in both programs. */
export const dispatcherOptions = (settings: SharedSettings): DispatcherOptions => ({
  rules: webhookRules(settings),
  timeoutMillis: settings.webhookTimeoutMillis,
  logDays: settings.webhookLogDays
})
