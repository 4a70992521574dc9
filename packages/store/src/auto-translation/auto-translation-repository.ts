import type { AutoTranslationSetting } from "@dragoman/domain/memory"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { pick, select } from "../database/table.ts"
import { autoTranslationSettingTable } from "../table/memory-tables.ts"

const s = autoTranslationSettingTable.as("s")
const setting = select(
  pick(s, "languageId", "usesMemory", "usesMachine", "isForImports", "memoryMinSimilarity", "labelId", "followsBase")
)

/** Settings of automatic translation. Writes need the lock of the project. */
export class AutoTranslationRepository extends Context.Service<
  AutoTranslationRepository,
  {
    /** Lists the settings of a project and of its live languages, those of the project first, then by tag. */
    readonly list: (projectId: number) => Effect.Effect<ReadonlyArray<AutoTranslationSetting>>
    readonly replace: (projectId: number, settings: ReadonlyArray<AutoTranslationSetting>) => Effect.Effect<void>
  }
>()("@dragoman/store/auto-translation/AutoTranslationRepository") {
  static readonly layer = Layer.effect(
    AutoTranslationRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AutoTranslationRepository.of({
        list: Effect.fnUntraced(function* (projectId) {
          return yield* setting.all(sql`
            SELECT ${setting.columns} FROM auto_translation_setting s LEFT JOIN language l ON l.id = s.language_id
            WHERE s.project_id = ${projectId} AND l.deleted_at IS NULL
            ORDER BY CASE WHEN s.language_id IS NULL THEN 0 ELSE 1 END, l.tag`)
        }, Effect.orDie),

        replace: Effect.fnUntraced(function* (projectId, settings) {
          yield* sql`DELETE FROM auto_translation_setting WHERE project_id = ${projectId}`
          if (settings.length > 0) yield* autoTranslationSettingTable.insert(sql, settings, { projectId })
        }, Effect.orDie)
      })
    })
  )
}
