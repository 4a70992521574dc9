import { Schema } from "effect"
import type { Program } from "./setting.ts"
import { type FieldValues, type SettingField, settingFieldsOf, settingTable, variableOf } from "./setting-table.ts"

/** Differences between the settings that a program runs with and those that it has read again. */
export interface ChangedSettings<P extends Program> {
  /** Changed settings that count at once. */
  readonly live: Partial<FieldValues<P>>
  readonly liveVariables: ReadonlyArray<string>
  /** Variables of changed settings that count after a restart. */
  readonly restartVariables: ReadonlyArray<string>
}

export const changedSettings = <P extends Program>(
  program: P,
  running: FieldValues<P>,
  read: FieldValues<P>
): ChangedSettings<P> => {
  const fields = settingFieldsOf(program).filter(
    (field) => textOf(field as SettingField, running[field]) !== textOf(field as SettingField, read[field])
  )
  const isLive = (field: keyof FieldValues<P>) => settingTable[field as SettingField].isLive === true
  const live = fields.filter(isLive)
  return {
    live: Object.fromEntries(live.map((field) => [field, read[field]])) as Partial<FieldValues<P>>,
    liveVariables: live.map((field) => variableOf(field as SettingField)),
    restartVariables: fields.filter((field) => !isLive(field)).map((field) => variableOf(field as SettingField))
  }
}

const textOf = (field: SettingField, value: unknown): string | null =>
  value === null ? null : Schema.encodeSync(settingTable[field].schema)(value)
