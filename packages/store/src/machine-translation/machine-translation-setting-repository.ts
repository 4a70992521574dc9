import type { MachineTranslationSetting } from "@dragoman/domain/machine-translation"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import { pick, select } from "../database/table.ts"
import { machineTranslationServiceTable, machineTranslationSettingTable } from "../table/machine-translation-tables.ts"

const setting = select(pick(machineTranslationSettingTable.as("s"), "id", "languageId"))
const service = select(
  pick(machineTranslationServiceTable.as("x"), "settingId", "isPrimary", "service", "formality", "promptId")
)

/** Services of machine translation that projects choose. Writes need the lock of the project. */
export class MachineTranslationSettingRepository extends Context.Service<
  MachineTranslationSettingRepository,
  {
    /** Lists the settings of a project and of its live languages, those of the project first, then by tag. */
    readonly list: (projectId: number) => Effect.Effect<ReadonlyArray<MachineTranslationSetting>>
    readonly replace: (projectId: number, settings: ReadonlyArray<MachineTranslationSetting>) => Effect.Effect<void>
  }
>()("@dragoman/store/machine-translation/MachineTranslationSettingRepository") {
  static readonly layer = Layer.effect(
    MachineTranslationSettingRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return MachineTranslationSettingRepository.of({
        list: Effect.fnUntraced(function* (projectId) {
          const settings = yield* setting.all(sql`
            SELECT ${setting.columns} FROM machine_translation_setting s LEFT JOIN language l ON l.id = s.language_id
            WHERE s.project_id = ${projectId} AND l.deleted_at IS NULL
            ORDER BY CASE WHEN s.language_id IS NULL THEN 0 ELSE 1 END, l.tag`)
          if (settings.length === 0) return []
          const ids = settings.map(({ id }) => id)
          const services = yield* service.all(sql`
            SELECT ${service.columns} FROM machine_translation_service x WHERE x.setting_id IN ${jsonIds(sql, ids)}
            ORDER BY x.service`)
          return settings.map(({ id, languageId }) => {
            const own = (isPrimary: boolean) =>
              services
                .filter((row) => row.settingId === id && row.isPrimary === isPrimary)
                .map(({ service, formality, promptId }) => ({ service, formality, promptId }))
            return { languageId, primary: own(true)[0] ?? null, enabled: own(false) }
          })
        }, Effect.orDie),

        replace: Effect.fnUntraced(function* (projectId, settings) {
          yield* sql`DELETE FROM machine_translation_setting WHERE project_id = ${projectId}`
          if (settings.length === 0) return
          const entries = settings.map(({ languageId }) => ({ languageId }))
          yield* machineTranslationSettingTable.insert(sql, entries, { projectId })
          const written = yield* setting.all(sql`
            SELECT ${setting.columns} FROM machine_translation_setting s WHERE s.project_id = ${projectId}`)
          const idOf = new Map(written.map(({ id, languageId }) => [languageId, id]))
          const rows = settings.flatMap(({ languageId, primary, enabled }) => {
            const settingId = idOf.get(languageId) ?? 0
            return [
              ...(primary === null ? [] : [{ settingId, isPrimary: true, ...primary }]),
              ...enabled.map((one) => ({ settingId, isPrimary: false, ...one }))
            ]
          })
          if (rows.length > 0) yield* machineTranslationServiceTable.insert(sql, rows)
        }, Effect.orDie)
      })
    })
  )
}
