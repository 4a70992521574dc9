import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { emptyPostgres, emptySqlite, PostgresServer } from "../testing/engines.ts"
import { formatData } from "./0030-format-data.ts"
import { migrate } from "./migrate.ts"
import { migrations } from "./migrations.ts"
import { undoMigrations } from "./undo-migrations.ts"

const beforeFirst = () => Effect.void

const [english, czech, gone] = [1, 2, 3]

const start = "ž".repeat(200)

/** Custom values of keys as earlier versions stored them. */
const storedValues: ReadonlyArray<readonly [id: number, values: unknown]> = [
  [
    1,
    {
      own: [1, { a: null }],
      _poFileMsgIdPlural: "dogs",
      "_poTranslatorComment:cs": 'says "no"\n',
      _percentSigns: "single"
    }
  ],
  [2, { "_qtUnfinished:cs": start, "_qtTranslatorComment:cs": "?" }],
  [3, { "_qtUnfinished:cs": "edited since", "_fluentPattern:xx": "hidden" }],
  [4, { "_fluentPattern:cs": "{ $x }", _xliffOriginalData: [["d1", "<b>"]], _spacedPlaceholders: true }],
  [5, { own: true }]
]

layer(PostgresServer.layer, { timeout: "60 seconds" })("custom values of an earlier version", (it) => {
  for (const [engine, database] of [
    ["SQLite", emptySqlite],
    ["PostgreSQL", emptyPostgres]
  ] as const) {
    it.effect(`lie at the texts that they speak of, and go back, on ${engine}`, () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate({
            now: 1,
            beforeFirst,
            steps: migrations.filter(({ version }) => version < formatData.version)
          })
          const named = { created_at: 0, name: "n", slug: "n" }
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`INSERT INTO organization ${sql.insert({ id: 1, ...named })}`
              yield* sql`INSERT INTO project ${sql.insert({ id: 1, organization_id: 1, base_language_id: english, ...named })}`
              for (const [id, tag, deleted_at] of [
                [english, "en", null],
                [czech, "cs", null],
                [gone, "xx", 5]
              ] as const) {
                yield* sql`INSERT INTO language ${sql.insert({ id, project_id: 1, name: tag, tag, created_at: 0, deleted_at })}`
              }
              for (const [id, values] of storedValues) {
                const key = { id, project_id: 1, name: `k${id}`, created_at: 0, custom_values: JSON.stringify(values) }
                yield* sql`INSERT INTO translation_key ${sql.insert(key)}`
              }
              for (const [id, text] of [
                [2, `${start} and more`],
                [3, "edited"],
                [4, "{x}"]
              ] as const) {
                yield* sql`INSERT INTO translation ${sql.insert({ key_id: id, language_id: czech, text, state: "TRANSLATED" })}`
              }
            })
          )
          yield* migrate({ now: 2, beforeFirst })
          const customValues = Effect.gen(function* () {
            const rows = yield* sql<{ id: number; customValues: string | null }>`
              SELECT id, custom_values FROM translation_key ORDER BY id`
            return rows.map(({ id, customValues }) => [id, customValues === null ? null : JSON.parse(customValues)])
          })
          assert.deepStrictEqual(yield* customValues, [
            [1, { own: [1, { a: null }], _poFileMsgIdPlural: "dogs" }],
            [2, null],
            [3, null],
            [4, null],
            [5, { own: true }]
          ])
          const rows = yield* sql<Record<string, string> & { keyId: number; languageId: number }>`
            SELECT t.key_id, t.language_id, d.format, d.data, d.text_data, d.text, t.state
            FROM translation_format_data d JOIN translation t ON t.id = d.translation_id
            ORDER BY t.key_id, t.language_id, d.format`
          assert.deepStrictEqual(
            rows.map(({ keyId, languageId, format, data, textData, text, state }) => [
              [keyId, languageId, format, state],
              JSON.parse(data ?? ""),
              textData === null ? null : [JSON.parse(textData ?? ""), text]
            ]),
            [
              [[1, english, "", "UNTRANSLATED"], { _percentSigns: "single" }, null],
              [[1, czech, "PO", "UNTRANSLATED"], { _poTranslatorComment: 'says "no"\n' }, null],
              [
                [2, czech, "QT_TS", "TRANSLATED"],
                { _qtTranslatorComment: "?" },
                [{ _qtUnfinished: true }, `${start} and more`]
              ],
              [[4, english, "JSON_I18NEXT", "UNTRANSLATED"], { _spacedPlaceholders: true }, null],
              [[4, english, "XLIFF_2", "UNTRANSLATED"], { _xliffOriginalData: [["d1", "<b>"]] }, null],
              [[4, czech, "FLUENT", "TRANSLATED"], { _fluentPattern: "{ $x }" }, null]
            ]
          )

          yield* undoMigrations(formatData.version - 1)
          // Key 3: what no export wrote is gone.
          assert.deepStrictEqual(
            yield* customValues,
            storedValues.map(([id, values]) => [id, id === 3 ? null : values])
          )
        }).pipe(Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )
  }
})
