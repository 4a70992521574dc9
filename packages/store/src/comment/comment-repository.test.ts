import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { CommentRepository } from "./comment-repository.ts"

const owner = 1
const member = 2

/** Two translations of one key. */
const seedTranslations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const insert = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
    const [inserted] = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`
    return inserted?.id ?? 0
  })
  const at = { created_at: 0 }
  const projectId = yield* insert("project", { organization_id: 1, name: "C", slug: "c", ...at })
  const keyId = yield* insert("translation_key", { project_id: projectId, name: "k", ...at })
  const translation = Effect.fnUntraced(function* (tag: string) {
    const languageId = yield* insert("language", { project_id: projectId, tag, name: tag, ...at })
    return yield* insert("translation", {
      key_id: keyId,
      project_id: projectId,
      language_id: languageId,
      state: "UNTRANSLATED"
    })
  })
  return { projectId, keyId, en: yield* translation("en"), de: yield* translation("de") }
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("comments on %s", (_, layerTest) => {
  const layerFixture = CommentRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("are found under their own translation, with their authors, and change in place", () =>
      inFixture(
        Effect.gen(function* () {
          const comments = yield* CommentRepository
          const { projectId, en, de } = yield* seedTranslations
          const content = { text: "Proč? 👋", state: "NEEDS_RESOLUTION" } as const
          const id = yield* comments.insert({ ...content, projectId, translationId: en, authorId: member, at: 5 })
          const author = { id: member, username: "member", name: "Max", avatarHash: null, deleted: false }
          assert.deepStrictEqual(
            yield* comments.find(en, id),
            Option.some({ id, ...content, author, createdAt: 5, updatedAt: 5 })
          )
          assert.isTrue(Option.isNone(yield* comments.find(de, id)))
          const sql = yield* SqlClient.SqlClient
          yield* sql`UPDATE user_account SET deleted_at = 1 WHERE id = ${member}`
          yield* comments.update(id, { text: "Because", state: "RESOLVED" }, 9)
          assert.deepStrictEqual(
            yield* comments.find(en, id),
            Option.some({
              id,
              text: "Because",
              state: "RESOLVED",
              author: { ...author, deleted: true },
              createdAt: 5,
              updatedAt: 9
            })
          )
          yield* comments.remove(id)
          assert.isTrue(Option.isNone(yield* comments.find(en, id)))
        })
      )
    )

    it.effect("are listed in the order asked for, counted by translation, and gone with their key", () =>
      inFixture(
        Effect.gen(function* () {
          const comments = yield* CommentRepository
          const sql = yield* SqlClient.SqlClient
          const { projectId, keyId, en, de } = yield* seedTranslations
          const states = ["NEEDS_RESOLUTION", "RESOLVED", "NEEDS_RESOLUTION"] as const
          for (const [index, state] of states.entries()) {
            yield* comments.insert({
              text: `${index}`,
              state,
              projectId,
              translationId: en,
              authorId: owner,
              at: 10 - index
            })
          }
          const sort = [{ property: "createdAt", direction: "asc" }] as const
          const { rows, total } = yield* comments.list({ translationId: en, sort, limit: 2, offset: 0 })
          assert.deepStrictEqual([rows.map(({ text }) => text), total], [["2", "1"], 3])
          assert.deepStrictEqual(
            (yield* comments.count([en, de])).map((row) => ({ ...row })),
            [{ translationId: en, comments: 3, unresolved: 2 }]
          )
          assert.deepStrictEqual(yield* comments.count([]), [])
          yield* sql`DELETE FROM translation_key WHERE id = ${keyId}`
          assert.deepStrictEqual(yield* sql`SELECT id FROM translation_comment`, [])
        })
      )
    )
  })
})
