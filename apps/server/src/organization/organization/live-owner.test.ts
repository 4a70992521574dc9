import { PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { sendTo, startServer } from "../../testing/start-server.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

/** Two requests interleave differently each time. */
const rounds = 6

let organizations = 0

const seedOwners = Effect.gen(function* () {
  const name = `Owned ${++organizations}`
  const [one, other] = [yield* seed.user({ username: `${name} one` }), yield* seed.user({ username: `${name} other` })]
  const organization = yield* seed.organization({ name, owner: one })
  yield* seed.organizationRole({ organization: organization.id, user: other, role: "OWNER" })
  return {
    organization: organization.id,
    path: `/v2/organizations/${organization.id}`,
    one,
    other,
    asOne: yield* seed.accessToken(one, { super: true }),
    asOther: yield* seed.accessToken(other, { super: true })
  }
})

/** All live organizations without an owner who can act. */
const ownerless = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: number }>`
    SELECT o.id FROM organization o WHERE o.deleted_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM organization_role r JOIN user_account u ON u.id = r.user_id
      WHERE r.organization_id = o.id AND r.role = 'OWNER' AND u.deleted_at IS NULL AND u.disabled_at IS NULL)`
  return rows.map(({ id }) => id)
}).pipe(Effect.orDie)

const administrators = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: number }>`
    SELECT id FROM user_account WHERE server_role = 'ADMIN' AND deleted_at IS NULL AND disabled_at IS NULL`
  return rows.map(({ id }) => id)
}).pipe(Effect.orDie)

type Request = readonly [credential: TestCredential, method: string, path: string, body?: unknown]

const ask = (baseUrl: string, [credential, method, path, body]: Request) =>
  sendTo(baseUrl, credential, method, path, body)

const together = <A, B, E, R>(one: Effect.Effect<A, E, R>, other: Effect.Effect<B, E, R>) =>
  Effect.all([one, other], { concurrency: 2 })

const scenarios = [
  [
    "both owners delete their accounts",
    (owners: Effect.Success<typeof seedOwners>) =>
      [
        [owners.asOne, "DELETE", "/v2/user"],
        [owners.asOther, "DELETE", "/v2/user"]
      ] as const
  ],
  [
    "both owners leave",
    ({ asOne, asOther, path }: Effect.Success<typeof seedOwners>) =>
      [
        [asOne, "PUT", `${path}/leave`],
        [asOther, "PUT", `${path}/leave`]
      ] as const
  ],
  [
    "each owner demotes the other one",
    ({ asOne, asOther, one, other, path }: Effect.Success<typeof seedOwners>) =>
      [
        [asOne, "PUT", `${path}/users/${other}/set-role`, { roleType: "MEMBER" }],
        [asOther, "PUT", `${path}/users/${one}/set-role`, { roleType: "MEMBER" }]
      ] as const
  ],
  [
    "each owner removes the other one",
    ({ asOne, asOther, one, other, path }: Effect.Success<typeof seedOwners>) =>
      [
        [asOne, "DELETE", `${path}/users/${other}`],
        [asOther, "DELETE", `${path}/users/${one}`]
      ] as const
  ],
  [
    "one owner leaves and the other one deletes the account",
    ({ asOne, asOther, path }: Effect.Success<typeof seedOwners>) =>
      [
        [asOne, "PUT", `${path}/leave`],
        [asOther, "DELETE", "/v2/user"]
      ] as const
  ]
] as const

const onTwoServers = Effect.fnUntraced(function* () {
  const { newDatabaseWithSchema } = yield* PostgresServer
  const url = yield* newDatabaseWithSchema
  const [one, other] = [yield* startServer(url), yield* startServer(url)]
  return { services: one.services, baseUrls: [one.baseUrl, other.baseUrl] as const }
})

const checkOwners = Effect.fnUntraced(function* ([first, second]: readonly [string, string]) {
  for (const [name, requests] of scenarios) {
    for (let round = 0; round < rounds; round++) {
      const [one, other] = requests(yield* seedOwners)
      const responses = yield* together(ask(first, one), ask(second, other))
      assert.isTrue(
        responses.every(({ status }) => status < 500),
        `${name}: ${JSON.stringify(responses)}`
      )
      assert.deepStrictEqual(yield* ownerless, [], name)
    }
  }
})

/** One of two owners who remove each other remains, also when a third owner makes neither of them the last one. */
const checkRemovals = Effect.fnUntraced(function* ([first, second]: readonly [string, string]) {
  const sql = yield* SqlClient.SqlClient
  for (let round = 0; round < rounds; round++) {
    const { organization, path, one, other, asOne, asOther } = yield* seedOwners
    const third = yield* seed.user({ username: `Third owner ${organizations}` })
    yield* seed.organizationRole({ organization, user: third, role: "OWNER" })
    const responses = yield* together(
      sendTo(first, asOne, "DELETE", `${path}/users/${other}`),
      sendTo(second, asOther, "DELETE", `${path}/users/${one}`)
    )
    assert.strictEqual(responses.filter(({ status }) => status === 200).length, 1, JSON.stringify(responses))
    const left = yield* Effect.orDie(sql`SELECT user_id FROM organization_role WHERE organization_id = ${organization}`)
    assert.strictEqual(left.length, 2)
  }
})

const checkAdministrators = Effect.fnUntraced(function* ([first, second]: readonly [string, string]) {
  const path = "/v2/administration/users"
  for (const take of ["disable", "set-role/USER", ""]) {
    for (let round = 0; round < rounds; round++) {
      const name = `Administrator ${++organizations}`
      const [one, other] = [
        yield* seed.user({ username: `${name} one`, serverRole: "ADMIN" }),
        yield* seed.user({ username: `${name} other`, serverRole: "ADMIN" })
      ]
      const before = yield* administrators
      const against = (id: number) =>
        [take === "" ? "DELETE" : "PUT", `${path}/${id}/${take}`.replace(/\/$/, "")] as const
      const responses = yield* together(
        sendTo(first, yield* seed.accessToken(one, { super: true }), ...against(other)),
        sendTo(second, yield* seed.accessToken(other, { super: true }), ...against(one))
      )
      // The first request demotes the caller of the second one.
      assert.isTrue(responses.some(({ status }) => status === 200) && responses.some(({ status }) => status >= 400))
      assert.strictEqual((yield* administrators).length, before.length - 1)
      // Demotes the remaining one, so that the next round begins as this one did.
      const [left] = (yield* administrators).filter((id) => id === one || id === other)
      const sql = yield* SqlClient.SqlClient
      yield* Effect.orDie(
        sql.withTransaction(sql`UPDATE user_account SET server_role = 'USER' WHERE id = ${left ?? 0}`)
      )
    }
  }
})

const names = {
  owners: "an organization keeps an owner when two owners act at the same time",
  removals: "an owner who has just been removed does not remove another one",
  administrators: "the server keeps an administrator when two of them demote each other at the same time",
  last: "the last owner who can act is not demoted, not even by a server administrator; a disabled one does not count",
  account: "the last administrator does not delete the account"
}

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("on SQLite", (it) => {
  it.effect(names.owners, () => Effect.flatMap(TestServer, ({ baseUrl }) => checkOwners([baseUrl, baseUrl])))
  it.effect(names.removals, () => Effect.flatMap(TestServer, ({ baseUrl }) => checkRemovals([baseUrl, baseUrl])))
  it.effect(names.administrators, () =>
    Effect.flatMap(TestServer, ({ baseUrl }) => checkAdministrators([baseUrl, baseUrl]))
  )

  it.effect(names.last, () =>
    Effect.gen(function* () {
      const { one, other, path } = yield* seedOwners
      const admin = yield* seed.user({ username: "owners admin", serverRole: "ADMIN" })
      const asAdmin = yield* seed.accessToken(admin, { super: true })
      assert.strictEqual((yield* send(asAdmin, "PUT", `/v2/administration/users/${other}/disable`)).status, 200)
      assert.deepStrictEqual(yield* send(asAdmin, "PUT", `${path}/users/${one}/set-role`, { roleType: "MEMBER" }), {
        status: 400,
        body: { CUSTOM_VALIDATION: { organization_has_no_other_owner: [] } }
      })
      // It is the only owner, so the organization is deleted with the account.
      const account = `/v2/administration/users/${one}?deleteOwnedOrganizations=true`
      assert.strictEqual((yield* send(asAdmin, "DELETE", account)).status, 200)
      assert.strictEqual((yield* send(asAdmin, "GET", path)).status, 404)
    })
  )

  it.effect(names.account, () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.orDie(sql.withTransaction(sql`UPDATE user_account SET server_role = 'USER'`))
      const admin = yield* seed.user({ username: "last admin", serverRole: "ADMIN" })
      const asAdmin = yield* seed.accessToken(admin, { super: true })
      const rejected = error(400, "server_has_no_other_administrator")
      assert.deepStrictEqual(yield* send(asAdmin, "DELETE", "/v2/user"), rejected)
      yield* seed.user({ username: "next admin", serverRole: "ADMIN" })
      assert.strictEqual((yield* send(asAdmin, "DELETE", "/v2/user")).status, 200)
    })
  )
})

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })(
  "on PostgreSQL, with two servers",
  (it) => {
    it.effect(names.owners, () =>
      Effect.flatMap(onTwoServers(), ({ services, baseUrls }) => Effect.provideContext(checkOwners(baseUrls), services))
    )
    it.effect(names.removals, () =>
      Effect.flatMap(onTwoServers(), ({ services, baseUrls }) =>
        Effect.provideContext(checkRemovals(baseUrls), services)
      )
    )
    it.effect(names.administrators, () =>
      Effect.flatMap(onTwoServers(), ({ services, baseUrls }) =>
        Effect.provideContext(checkAdministrators(baseUrls), services)
      )
    )
  }
)
