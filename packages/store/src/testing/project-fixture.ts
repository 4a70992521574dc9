import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"

/**
 * An engine with rows for the tests of projects and what belongs to them. Ids of users: 1 owner, 2 member, 3 stranger with
 * direct permissions, 4 server administrator without a role. Organization 1 "Acme" with base VIEW, 2 "Beta" with base NONE.
 */
export const layerProjectFixture = <E, R>(layerTest: Layer.Layer<Database | SqlClient.SqlClient, E, R>) =>
  Layer.tap(layerTest, (services) =>
    Effect.provideContext(
      Effect.flatMap(Database, (database) => database.transaction(Effect.orDie(seedProjectFixture))),
      services
    )
  )

/** Runs in a transaction that is rolled back, so that every test has the same world. */
export const inFixture = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const database = yield* Database
    const end = yield* Effect.flip(database.transaction(Effect.andThen(test, Effect.fail("rolled back" as const))))
    if (end !== "rolled back") return yield* Effect.die(end)
  })

const seedProjectFixture = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO user_account ${sql.insert([
    { username: "owner", name: "Olga", server_role: "USER", created_at: 0 },
    { username: "member", name: "Max", server_role: "USER", created_at: 0 },
    { username: "stranger", name: "Stefan", server_role: "USER", created_at: 0 },
    { username: "admin", name: "Ada", server_role: "ADMIN", created_at: 0 }
  ])}`
  yield* sql`INSERT INTO organization ${sql.insert([
    { name: "Acme", slug: "acme", base_type: "VIEW", created_at: 0 },
    { name: "Beta", slug: "beta", base_type: "NONE", created_at: 0 }
  ])}`
  yield* sql`INSERT INTO organization_role ${sql.insert([
    { organization_id: 1, user_id: 1, role: "OWNER", created_at: 0 },
    { organization_id: 1, user_id: 2, role: "MEMBER", created_at: 0 },
    { organization_id: 2, user_id: 1, role: "OWNER", created_at: 0 },
    { organization_id: 2, user_id: 2, role: "MEMBER", created_at: 0 }
  ])}`
})
