import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { except, type Selected, select } from "../database/table.ts"
import { importSettingsTable } from "../table/import-tables.ts"
import type { ImportUser } from "./import-repository.ts"

const settings = select(except(importSettingsTable.as(), "projectId", "userId", "apiKeyId"))

export interface ImportSettings extends Selected<typeof settings> {}

const defaultSettings: ImportSettings = {
  overrideKeyDescriptions: false,
  createNewKeys: true,
  importEmptyValues: false
}

/** Settings for imports of a user, or a project API key, into a project. */
export class ImportSettingsRepository extends Context.Service<
  ImportSettingsRepository,
  {
    /** Returns the defaults when the user never set any. */
    readonly get: (user: ImportUser) => Effect.Effect<ImportSettings>
    readonly save: (user: ImportUser, settings: ImportSettings) => Effect.Effect<void>
  }
>()("@dragoman/store/import/ImportSettingsRepository") {
  static readonly layer = Layer.effect(
    ImportSettingsRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ImportSettingsRepository.of({
        get: Effect.fnUntraced(function* ({ projectId, userId, apiKeyId }) {
          const found = yield* settings.first(sql`
            SELECT ${settings.columns} FROM import_settings
            WHERE project_id = ${projectId} AND user_id = ${userId} AND api_key_id = ${apiKeyId}`)
          return Option.getOrElse(found, () => defaultSettings)
        }, Effect.orDie),

        save: Effect.fnUntraced(function* ({ projectId, userId, apiKeyId }, input) {
          const { overrideKeyDescriptions, createNewKeys, importEmptyValues } = input
          const row = { projectId, userId, apiKeyId, overrideKeyDescriptions, createNewKeys, importEmptyValues }
          yield* importSettingsTable.upsert(sql, ["projectId", "userId", "apiKeyId"], [row])
        }, Effect.orDie)
      })
    })
  )
}
