import type { LogFormat, LogLevel, SettingValues } from "../settings/settings.ts"

/** What the dispatcher's thread needs to know; plain data, it crosses a thread. */
export interface DispatcherWorkerData {
  readonly database: SettingValues["database"]
  readonly webhookAllow: ReadonlyArray<string>
  readonly webhookTimeoutMillis: number
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
}

/** `wake`: deliveries were committed. `stop`: finish what is being sent, then end. */
export type DispatcherMessage = "wake" | "stop"
