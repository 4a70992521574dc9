/** @module-tag exhaustive */
import { figureOf } from "@dragoman/monitoring/thread-counters"
import { layerPostgres } from "@dragoman/store"
import { ReplicatedPostgres } from "@dragoman/store/testing/postgres-replica"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TextsReadAtOnceMax } from "../platform/reading/reading-thread.ts"
import { seed } from "../testing/seed.ts"
import { sendTo, startServer } from "../testing/start-server.ts"

layer(ReplicatedPostgres.layer, { excludeTestServices: true, timeout: "120 seconds" })(
  "two servers with a replica",
  (it) => {
    it.effect("show what the other one has written, whether the replica follows, is behind or has ended", () =>
      Effect.gen(function* () {
        const { url, readUrl, whilePaused, crash, restart } = yield* ReplicatedPostgres
        const change = { databaseReadUrl: readUrl, databaseReadLagMillis: 1_000 }
        // Readings of any size in threads: they have connections of their own to the replica.
        const start = Effect.provideService(startServer(url, change), TextsReadAtOnceMax, -1)
        const [one, other] = [yield* start, yield* start]
        yield* Effect.gen(function* () {
          const owner = yield* seed.user({ username: "owner" })
          const member = yield* seed.user({ username: "member" })
          const organization = yield* seed.organization({ name: "Nautilus", owner, members: [member] })
          const project = yield* seed.project({ organization: organization.id, name: "Web", languages: ["en"] })
          const [asOwner, asMember] = [yield* seed.accessToken(owner, { super: true }), yield* seed.accessToken(member)]
          const path = `/v2/projects/${project.id}`
          let keys = 0
          const writeAndRead = Effect.gen(function* () {
            const key = { name: `key${++keys}`, translations: { en: `Text ${keys}` } }
            assert.strictEqual((yield* sendTo(one.baseUrl, asOwner, "POST", `${path}/keys`, key)).status, 201)
            const [list, texts] = [
              yield* sendTo(other.baseUrl, asMember, "GET", `${path}/translations?size=1`),
              yield* sendTo(other.baseUrl, asMember, "GET", `${path}/translations/en`)
            ]
            assert.deepStrictEqual([list.status, texts.status], [200, 200])
            assert.deepInclude(list.body, { page: { size: 1, totalElements: keys, totalPages: keys, number: 0 } })
            assert.strictEqual((texts.body as { readonly en: Record<string, string> }).en[key.name], `Text ${keys}`)
          })

          const before = figureOf("databaseReplicaReads.replica")
          for (let times = 0; times < 10; times++) yield* writeAndRead
          assert.isAtLeast(figureOf("databaseReplicaReads.replica") - before, 10)
          const [row] = yield* Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql<{ sessions: number }>`SELECT COUNT(*) AS sessions FROM pg_stat_activity
              WHERE application_name LIKE 'dragoman server %'`
          ).pipe(Effect.provide(layerPostgres(readUrl, { applicationName: "dragoman test" })))
          assert.isAtLeast(row?.sessions ?? 0, 2, "both the thread of requests and one of readings")

          yield* whilePaused(writeAndRead)
          yield* crash
          yield* writeAndRead
          yield* restart
          yield* writeAndRead

          yield* whilePaused(
            Effect.gen(function* () {
              const permission = `${path}/users/${member}/set-permissions/NONE`
              assert.strictEqual((yield* sendTo(one.baseUrl, asOwner, "PUT", permission)).status, 200)
              const denied = yield* sendTo(other.baseUrl, asMember, "GET", `${path}/translations`)
              assert.include([403, 404], denied.status, "a right that was taken away does not wait for the replica")
            })
          )
        }).pipe(Effect.provideContext(one.services))
      })
    )
  }
)
