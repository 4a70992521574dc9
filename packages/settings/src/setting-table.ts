import { Schema } from "effect"
import { activitySettingRows } from "./activity-setting-rows.ts"
import { auditSettingRows } from "./audit-setting-rows.ts"
import { backupSettingRows } from "./backup-setting-rows.ts"
import { cachePurgeSettingRows } from "./cache-purge-setting-rows.ts"
import { contentServingSettingRows } from "./content-serving-setting-rows.ts"
import { contentStorageSettingRows } from "./content-storage-setting-rows.ts"
import { databaseSettingRows } from "./database-setting-rows.ts"
import { dispatcherSettingRows } from "./dispatcher-setting-rows.ts"
import { fileSettingRows } from "./file-setting-rows.ts"
import { administratorSettingRows, demoSettingRows } from "./first-start-setting-rows.ts"
import { imageSettingRows } from "./image-setting-rows.ts"
import { languageToolSettingRows } from "./language-tool-setting-rows.ts"
import { limitSettings, rateLimitSettingRows } from "./limit-settings.ts"
import { logSettingRows } from "./log-setting-rows.ts"
import { machineTranslationSettingRows } from "./machine-translation-setting-rows.ts"
import { mailSettingRows } from "./mail-setting-rows.ts"
import { memorySettingRows } from "./memory-setting-rows.ts"
import { monitoringSettingRows } from "./monitoring-setting-rows.ts"
import { publishingSettingRows } from "./publishing-setting-rows.ts"
import { secretSettingRows } from "./secret-setting-rows.ts"
import {
  addressSettingRows,
  consoleSettingRows,
  developmentSettingRows,
  listeningSettingRows,
  publicProjectSettingRows,
  stopSettingRows
} from "./server-setting-rows.ts"
import type { Program, Setting } from "./setting.ts"
import { signInSettingRows } from "./sign-in-setting-rows.ts"
import { emailAddressSettingRows, registrationSettingRows } from "./sign-up-setting-rows.ts"
import { translationPriceSettingRows } from "./translation-price-setting-rows.ts"
import { webhookSettingRows } from "./webhook-setting-rows.ts"

/** Every setting of both programs, in the order of the tables in docs/settings.md. */
const table = {
  ...listeningSettingRows,
  ...databaseSettingRows,
  ...administratorSettingRows,
  ...secretSettingRows,
  ...addressSettingRows,
  ...registrationSettingRows,
  ...signInSettingRows,
  ...emailAddressSettingRows,
  ...publicProjectSettingRows,
  ...rateLimitSettingRows,
  ...limitSettings,
  ...demoSettingRows,
  ...consoleSettingRows,
  ...developmentSettingRows,
  ...fileSettingRows,
  ...imageSettingRows,
  ...contentServingSettingRows,
  ...memorySettingRows,
  ...languageToolSettingRows,
  ...machineTranslationSettingRows,
  ...translationPriceSettingRows,
  ...webhookSettingRows,
  ...publishingSettingRows,
  ...contentStorageSettingRows,
  ...cachePurgeSettingRows,
  ...mailSettingRows,
  ...auditSettingRows,
  ...activitySettingRows,
  ...backupSettingRows,
  ...logSettingRows,
  ...monitoringSettingRows,
  ...stopSettingRows,
  ...dispatcherSettingRows
} as const satisfies Readonly<Record<string, Setting>>

type Table = typeof table

export type SettingField = keyof Table

type ValueOf<Row extends Setting> = Row["schema"]["Type"] | (Row["default"] extends null ? null : never)

/** The rows of the table that a program reads, decoded. */
export type FieldValues<P extends Program> = {
  readonly [Field in SettingField as P extends Table[Field]["programs"][number] ? Field : never]: ValueOf<Table[Field]>
}

export type SharedSettings = Pick<FieldValues<"server">, keyof FieldValues<"server"> & keyof FieldValues<"dispatcher">>

export const settingTable: Readonly<Record<SettingField, Setting>> = table

export const settingFields = Object.keys(table) as ReadonlyArray<SettingField>

export const settingFieldsOf = <P extends Program>(program: P) =>
  settingFields.filter((field) => settingTable[field].programs.includes(program)) as unknown as ReadonlyArray<
    keyof FieldValues<P>
  >

const sharedFields = settingFieldsOf("server").filter((field) => settingTable[field].programs.includes("dispatcher"))

/** The settings of both programs, decoded, as the server passes them to the thread of its dispatcher. */
export const SharedSettings: Schema.Codec<SharedSettings> = Schema.Struct(
  Object.fromEntries(
    sharedFields.map((field) => {
      const { schema, default: defaultText } = settingTable[field]
      const decoded = Schema.toType(schema)
      return [field, defaultText === null ? Schema.NullOr(decoded) : decoded]
    })
  )
) as never

/** Returns the settings of a server that a dispatcher reads too. */
export const sharedSettings = (settings: FieldValues<"server">): SharedSettings =>
  Object.fromEntries(sharedFields.map((field) => [field, settings[field]])) as SharedSettings

/** Returns the variable of a field, such as `DRAGOMAN_DATA_DIR`. */
export const variableOf = (field: SettingField): string => `DRAGOMAN_${settingTable[field].name}`

/** Returns the flag of a field, such as `data-dir`. */
export const flagOf = (field: SettingField): string => settingTable[field].name.toLowerCase().replaceAll("_", "-")
