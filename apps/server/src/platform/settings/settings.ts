import type { SettingValues as ValuesOf } from "@dragoman/settings"
import { Context } from "effect"

/** All settings of the server, decoded. Names, defaults and meanings: packages/settings/src/setting-table.ts. */
export type SettingValues = ValuesOf<"server">

export class Settings extends Context.Service<Settings, SettingValues>()(
  "@dragoman/server/platform/settings/Settings"
) {}
