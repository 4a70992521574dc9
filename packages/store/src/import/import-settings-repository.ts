import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ImportOwner } from "./import-repository.ts"

export interface ImportSettings {
  readonly overrideKeyDescriptions: boolean
  readonly createNewKeys: boolean
  /** Whether empty values of files erase texts. */
  readonly importEmptyValues: boolean
}

/** How a user imports into a project. Source: reference "import-and-formats" 2.7. */
export class ImportSettingsRepository extends Context.Service<
  ImportSettingsRepository,
  {
    /** The defaults when the user never set any. */
    readonly get: (owner: ImportOwner) => Effect.Effect<ImportSettings>
    readonly save: (owner: ImportOwner, settings: ImportSettings) => Effect.Effect<void>
  }
>()("@dragoman/store/import/ImportSettingsRepository") {
  static readonly layer = Layer.effect(
    ImportSettingsRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ImportSettingsRepository.of({
        get: Effect.fn("ImportSettingsRepository.get")(function* ({ projectId, userId }) {
          const [row] = yield* sql<Readonly<Record<keyof ImportSettings, number>>>`
            SELECT override_key_descriptions, create_new_keys, import_empty_values FROM import_settings
            WHERE project_id = ${projectId} AND user_id = ${userId}`
          return {
            overrideKeyDescriptions: row?.overrideKeyDescriptions === 1,
            createNewKeys: row?.createNewKeys !== 0,
            importEmptyValues: row?.importEmptyValues === 1
          }
        }, Effect.orDie),

        save: Effect.fn("ImportSettingsRepository.save")(function* ({ projectId, userId }, settings) {
          const row = {
            project_id: projectId,
            user_id: userId,
            override_key_descriptions: settings.overrideKeyDescriptions ? 1 : 0,
            create_new_keys: settings.createNewKeys ? 1 : 0,
            import_empty_values: settings.importEmptyValues ? 1 : 0
          }
          yield* sql`
            INSERT INTO import_settings ${sql.insert(row)} ON CONFLICT (project_id, user_id) DO UPDATE
            SET override_key_descriptions = excluded.override_key_descriptions,
              create_new_keys = excluded.create_new_keys, import_empty_values = excluded.import_empty_values`
        }, Effect.orDie)
      })
    })
  )
}
