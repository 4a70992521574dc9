import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { pick, type Selected, select } from "../database/table.ts"
import { translationNoteTable } from "../table/machine-translation-tables.ts"

const note = select(pick(translationNoteTable.as("n"), "languageId", "text"))

/** A note about a project (`languageId` null), or one of its languages. */
export interface TranslationNote extends Selected<typeof note> {}

/** Notes for language models. Writes need the lock of the project. */
export class TranslationNoteRepository extends Context.Service<
  TranslationNoteRepository,
  {
    readonly list: (projectId: number) => Effect.Effect<ReadonlyArray<TranslationNote>>
    /** Replaces a note; an empty text removes it. */
    readonly set: (projectId: number, note: TranslationNote) => Effect.Effect<void>
  }
>()("@dragoman/store/machine-translation/TranslationNoteRepository") {
  static readonly layer = Layer.effect(
    TranslationNoteRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return TranslationNoteRepository.of({
        list: Effect.fnUntraced(function* (projectId) {
          return yield* note.all(sql`
            SELECT ${note.columns} FROM translation_note n WHERE n.project_id = ${projectId} ORDER BY n.language_id`)
        }, Effect.orDie),

        set: Effect.fnUntraced(function* (projectId, { languageId, text }) {
          const ofLanguage = languageId === null ? sql`language_id IS NULL` : sql`language_id = ${languageId}`
          yield* sql`DELETE FROM translation_note WHERE project_id = ${projectId} AND ${ofLanguage}`
          if (text !== "") yield* translationNoteTable.insert(sql, [{ languageId, text }], { projectId })
        }, Effect.orDie)
      })
    })
  )
}
