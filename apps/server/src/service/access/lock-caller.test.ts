import { Database, UserRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { seed } from "../../testing/seed.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import type { Caller, Credential } from "./access.ts"
import { digestOfKey } from "./authenticate.ts"
import { lockCaller } from "./lock-caller.ts"

const layerNow = Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), layerTestServer()))

let users = 0

const change = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(sql.unsafe(statement)))

/** A credential as it was when the request was authorized. */
const credentialOf = Effect.fnUntraced(function* (kind: Credential["kind"], user: number) {
  const now = yield* Clock.currentTimeMillis
  switch (kind) {
    case "JWT": {
      const expiresAtSeconds = now / 1_000 + 60
      return { kind, generation: 0, issuedAtSeconds: 0, expiresAtSeconds, superUntil: null, acting: null }
    }
    case "SESSION": {
      const { id, session } = yield* seed.session(user)
      return { kind, id, digest: digestOfKey(session), createdAt: now, superUntil: 0 }
    }
    case "PAT": {
      const { id, apiKey } = yield* seed.personalAccessToken({ user })
      return { kind, id, digest: digestOfKey(apiKey.slice("tgpat_".length)) }
    }
    case "PAK":
      return { kind, id: 0, digest: "of a key that is gone", projectId: 0, scopes: [] }
  }
})

const endTokens = (userId: number) =>
  Effect.gen(function* () {
    const database = yield* Database
    const repository = yield* UserRepository
    yield* database.transaction(repository.endTokens(userId, { at: 12, keptSessionId: null }))
  })

type Happens = (userId: number) => Effect.Effect<unknown, unknown, SqlClient.SqlClient | UserRepository | Database>

/** Each: the credential, what happens after the authorization, and the code of the failure; null: there is none. */
const cases: ReadonlyArray<readonly [string, Credential["kind"], Happens, string | null]> = [
  ["is given to an access token", "JWT", () => Effect.void, null],
  ["is given to a session", "SESSION", () => Effect.void, null],
  ["is given to a personal access token", "PAT", () => Effect.void, null],
  ["fails for an access token of another generation", "JWT", endTokens, "expired_jwt_token"],
  ["fails for a session that has ended", "SESSION", endTokens, "unauthenticated"],
  [
    "fails for the value that a session had before",
    "SESSION",
    (userId) => change(`UPDATE console_session SET token_hash = 'renewed ${userId}' WHERE user_id = ${userId}`),
    "unauthenticated"
  ],
  [
    "fails for a personal access token that was deleted",
    "PAT",
    (userId) => change(`DELETE FROM personal_access_token WHERE user_id = ${userId}`),
    "invalid_pat"
  ],
  ["fails for a project API key that was deleted", "PAK", () => Effect.void, "invalid_project_api_key"],
  [
    "fails for an account that was disabled",
    "PAT",
    (userId) => change(`UPDATE user_account SET disabled_at = 1 WHERE id = ${userId}`),
    "invalid_pat"
  ]
]

layer(layerNow)("the lock of a caller", (it) => {
  it.effect.each(cases)("%s", ([, kind, happens, expected]) =>
    Effect.gen(function* () {
      const userId = yield* seed.user({ username: `locked ${++users}` })
      const credential = yield* credentialOf(kind, userId)
      yield* happens(userId)
      const database = yield* Database
      const exit = yield* Effect.exit(database.transaction(lockCaller({ userId, credential } as unknown as Caller)))
      assert.strictEqual(Exit.isSuccess(exit), expected === null)
      if (Exit.isFailure(exit)) assert.include(JSON.stringify(exit), `"${expected}"`)
    })
  )
})
