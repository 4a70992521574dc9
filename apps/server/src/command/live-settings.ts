import { LogThreshold } from "@dragoman/monitoring"
import { rereadOnHangup, type SettingsRead } from "@dragoman/settings"

export type ReadSettings = Extract<SettingsRead<"server">, { readonly settings: unknown }>

/**
 * Keeps the settings of a running server. Those that need no restart are replaced in them when they are read again, so
 * code that uses such a setting reads it each time. `read`: gets all settings again.
 */
export const liveSettings = (atStart: ReadSettings, read: () => Promise<SettingsRead<"server">>) => {
  const settings = { ...atStart.settings }
  const origins = { origins: { ...atStart.origins }, sources: { ...atStart.sources } }
  const threshold = new LogThreshold(settings.logLevel)
  const rereading = rereadOnHangup("server", {
    running: () => settings,
    read,
    apply: (live, again) => {
      Object.assign(settings, live)
      for (const field of Object.keys(live) as ReadonlyArray<keyof typeof live>) {
        origins.origins = { ...origins.origins, [field]: again.origins[field] }
        origins.sources = { ...origins.sources, [field]: again.sources[field] }
      }
      threshold.level = settings.logLevel
    }
  })
  return { settings, origins, threshold, rereading }
}
