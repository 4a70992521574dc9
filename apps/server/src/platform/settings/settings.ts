import type { SettingsRead, SettingValues as ValuesOf } from "@dragoman/settings"
import { Context } from "effect"

/** All settings of the server, decoded. Names, defaults and meanings: packages/settings/src/setting-table.ts. */
export type SettingValues = ValuesOf<"server">

export class Settings extends Context.Service<Settings, SettingValues>()(
  "@dragoman/server/platform/settings/Settings"
) {}

/** The source of each setting's value. */
export type SettingOriginValues = Pick<
  Extract<SettingsRead<"server">, { readonly settings: unknown }>,
  "origins" | "sources"
>

export class SettingOrigins extends Context.Service<SettingOrigins, SettingOriginValues>()(
  "@dragoman/server/platform/settings/SettingOrigins"
) {}
