export { type BucketPurpose, type BucketSettings, bucketNames, bucketSettings } from "./bucket-settings.ts"
export { type CachePurges, cachePurges } from "./cache-purge-settings.ts"
export { configFileSchema } from "./config-file-schema.ts"
export { type ContentStorageValues, serverStorage } from "./content-storage-settings.ts"
export { dispatcherOptions, webhookRules } from "./dispatcher-options.ts"
export { type LimitField, limitSettings, type Rate } from "./limit-settings.ts"
export { loadSettings } from "./load-settings.ts"
export { hasPublicMetrics } from "./monitoring-setting-rows.ts"
export { nearestName } from "./nearest-name.ts"
export { readSettings, type SettingsRead } from "./read-settings.ts"
export { rereadOnHangup } from "./reread-on-hangup.ts"
export { settingFlagOptions, settingsHelp } from "./setting-flags.ts"
export {
  type FieldValues,
  flagOf,
  SharedSettings,
  settingFieldsOf,
  settingTable,
  sharedSettings,
  variableOf
} from "./setting-table.ts"
export type { SettingValues } from "./setting-values.ts"
export type { SmtpSettings } from "./smtp-settings.ts"
export { unknownFlags } from "./unknown-names.ts"
