import type { MeasuredAttempt } from "@dragoman/delivery"
import type { LogFormat, LogLevel, SettingValues } from "../../platform/settings/settings.ts"
import type { WebhookRuleSettings } from "../configuration/webhook-rules.ts"

/** What the dispatcher's thread needs to know; plain data, it crosses a thread. */
export interface DispatcherWorkerData extends WebhookRuleSettings {
  readonly database: SettingValues["database"]
  readonly encryptionKey: SettingValues["encryptionKey"]
  readonly webhookTimeoutMillis: number
  readonly webhookLogDays: number
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
}

/**
 * What the thread hears. `start`: the answer to its `ready`, before which it touches nothing. `wake`: deliveries were
 * committed. `stop`: finish what is being sent, then end.
 */
export type DispatcherMessage = "start" | "wake" | "stop"

/** What the thread tells: that it listens, and then which attempts it has made. */
export type DispatcherReport = "ready" | { readonly attempts: ReadonlyArray<MeasuredAttempt> }
