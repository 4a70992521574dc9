import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { emptyPostgres, emptySqlite, PostgresServer } from "../testing/engines.ts"
import { initial } from "./0001-initial.ts"
import { content } from "./0002-content.ts"
import { webhook } from "./0003-webhook.ts"
import { delivery } from "./0004-delivery.ts"
import { image } from "./0005-image.ts"
import { comment } from "./0006-comment.ts"
import { batchJob } from "./0007-batch-job.ts"
import { migrate } from "./migrate.ts"

const beforeFirst = () => Effect.void

/** The users who set addresses; the first two have a direct permission in the project. */
const [german, french, owner] = [1, 2, 3]

layer(PostgresServer.layer, { timeout: "60 seconds" })("authors of webhook configurations", (it) => {
  for (const [engine, database] of [
    ["SQLite", emptySqlite],
    ["PostgreSQL", emptyPostgres]
  ] as const) {
    it.effect(`are taken from the activity, if their permission is a direct one, on ${engine}`, () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const steps = [initial, content, webhook, delivery, image, comment, batchJob]
          yield* migrate({ now: 1, beforeFirst, steps })
          const named = { created_at: 0, name: "n", slug: "n" }
          const project = { project_id: 1, created_at: 0 }
          const set = Effect.fnUntraced(function* (revision: number, id: number, author: number, property: string) {
            const type = revision < 10 ? "WEBHOOK_CONFIG_CREATE" : "WEBHOOK_CONFIG_UPDATE"
            yield* sql`INSERT INTO activity_revision ${sql.insert({ ...project, id: revision, author_id: author, type })}`
            yield* sql`INSERT INTO activity_modified_entity ${sql.insert({
              revision_id: revision,
              entity_class: "WebhookConfig",
              entity_id: id,
              kind: "MOD",
              description: "{}",
              modifications: `{"${property}":{"old":null,"new":"x"}}`,
              relations: "{}"
            })}`
          })
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`INSERT INTO organization ${sql.insert({ id: 1, ...named })}`
              yield* sql`INSERT INTO project ${sql.insert({ id: 1, organization_id: 1, ...named })}`
              for (const id of [german, french, owner]) {
                yield* sql`INSERT INTO user_account ${sql.insert({ id, username: `u${id}`, name: "n", created_at: 0 })}`
              }
              for (const id of [german, french]) {
                yield* sql`INSERT INTO direct_permission ${sql.insert({ ...project, user_id: id, type: "VIEW" })}`
              }
              for (const id of [1, 2, 3, 4]) {
                yield* sql`INSERT INTO webhook_configuration ${sql.insert({ ...project, id, url: "x", secret: "x" })}`
              }
              yield* set(1, 1, german, "url")
              yield* set(2, 2, owner, "url")
              yield* set(3, 3, german, "url")
              // Another address, and then something else.
              yield* set(10, 3, french, "url")
              yield* set(11, 3, german, "enabled")
            })
          )
          yield* migrate({ now: 2, beforeFirst })
          const rows = yield* sql<{ id: number; authorId: number | null; showsTexts: number }>`
            SELECT id, author_id, shows_texts FROM webhook_configuration ORDER BY id`
          assert.deepStrictEqual(
            rows.map(({ id, authorId, showsTexts }) => [id, authorId, showsTexts]),
            [
              [1, german, 1],
              [2, null, 1],
              [3, french, 1],
              [4, null, 1]
            ]
          )
        }).pipe(Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )
  }
})
