import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hashPassword } from "../identity/authentication/password.ts"
import { layerOn } from "../testing/exhaustive-postgres.ts"
import { seed } from "../testing/seed.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import {
  type AuditedOperation,
  auditedByOwnTests,
  auditedOperations,
  auditedParameters,
  auditedPassword,
  contentGroups,
  rejectedParameters,
  unaudited
} from "./audited-operations.ts"
import { contractEndpoints } from "./contract-endpoints.ts"
import { type FixtureId, seedWritingFixtures } from "./writing-fixtures.ts"
import { writingOperations } from "./writing-operations.ts"
import { sendWritingOperation } from "./writing-request.ts"

interface Entry {
  readonly action: string
  readonly failure: string | null
  readonly userId: number | null
  readonly credentialKind: string | null
  readonly address: string | null
}

/** Parts of secrets that no entry may hold: of passwords, codes, keys, tokens, webhook secrets and addresses. */
const secretParts = (fixture: FixtureId) => [
  auditedPassword,
  "another password",
  "argon2",
  `code${fixture}`,
  `code${fixture + 1}`,
  "whsec_",
  "tgpak_",
  "tgpat_",
  "eyJ",
  "59999/1",
  "59999/2",
  "codeOfTheLink",
  "meztcnzwgq3donby",
  "MEZTCNZWGQ3DONBY"
]

/** The request of a title, and the entries that it left. */
const run = Effect.fnUntraced(function* (
  title: string,
  { credential = "JWT", operation = writingOperations[title], setup }: AuditedOperation,
  fixture: FixtureId
) {
  const sql = yield* SqlClient.SqlClient
  if (operation === undefined) return yield* Effect.die(new Error(`${title} has no request`))
  for (const statement of [setup?.(fixture) ?? []].flat()) yield* sql.withTransaction(sql.unsafe(statement))
  const user = operation.as(fixture)
  const caller =
    credential === "SESSION"
      ? yield* seed.session(user, { super: true })
      : yield* seed.accessToken(user, { super: true })
  const [last] = yield* sql<{ id: number }>`SELECT COALESCE(MAX(id), 0) AS id FROM audit_entry`
  const { status, body } = yield* sendWritingOperation(caller, title, operation, fixture)
  assert.isBelow(status, 300, `${title}: ${JSON.stringify(body)}`)
  const entries = yield* sql<Entry>`SELECT * FROM audit_entry WHERE id > ${last?.id ?? 0} ORDER BY id`
  return { user, entries }
})

const isPublic = (title: string): boolean =>
  contractEndpoints.find((endpoint) => endpoint.title === title)?.requirement.subject === "public"

describe.each([
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const)("on %s", (engine, layerServer) => {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "120 seconds" })("entries", (it) => {
    it.effect(
      "every operation that decides who may do what leaves its entry, without a secret",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const operations = [
            ...Object.entries(auditedOperations),
            ...auditedParameters.map((audited) => [audited.title, audited] as const)
          ]
          const fixtures = yield* seedWritingFixtures(operations.length)
          const hash = yield* hashPassword(auditedPassword)
          yield* sql.withTransaction(sql`UPDATE user_account SET password_hash = ${hash} WHERE username LIKE 'owner%'`)
          for (const [index, [title, audited]] of operations.entries()) {
            const fixture = fixtures[index] ?? 0
            const { user, entries } = yield* run(title, audited, fixture)
            const found = entries.filter(({ action }) => action === audited.action)
            assert.lengthOf(found, audited.entries ?? 1, `${title}: ${JSON.stringify(entries)}`)
            for (const { failure, userId, credentialKind, address } of found) {
              assert.isNull(failure, title)
              assert.strictEqual(address, "127.0.0.1", title)
              if (audited.actor === undefined) assert.strictEqual(userId, user, title)
              if (!isPublic(title)) assert.strictEqual(credentialKind, audited.credential ?? "JWT", title)
            }
            const text = JSON.stringify(entries)
            for (const part of secretParts(fixture)) assert.notInclude(text, part, title)
          }
        }),
      120_000
    )
  })
})

layer(layerTestServer())("the contract", (it) => {
  it.effect("has an entry for every endpoint that writes, or a reason why there is none", () =>
    Effect.sync(() => {
      const missing = contractEndpoints
        .filter(
          ({ method, group, title }) => method !== "GET" && !contentGroups.includes(group) && !(title in unaudited)
        )
        .map(({ title }) => title)
        .filter((title) => !(title in auditedOperations) && !(title in auditedByOwnTests))
      assert.deepStrictEqual(missing, [], "belong into auditedOperations or unaudited")
      const titles = new Set(contractEndpoints.map(({ title }) => title))
      const unknown = [auditedOperations, auditedByOwnTests, unaudited]
        .flatMap((list) => Object.keys(list))
        .filter((title) => !titles.has(title))
      assert.deepStrictEqual(unknown, [])
      const queries = contractEndpoints
        .filter(({ title }) => title in auditedOperations)
        .flatMap(({ title, queryNames }) => queryNames.map((name) => `${title} ${name}`))
      const tried = [...rejectedParameters, ...auditedParameters.map(({ title, parameter }) => `${title} ${parameter}`)]
      assert.deepStrictEqual(
        queries.filter((query) => !tried.includes(query)),
        [],
        "belong into auditedParameters"
      )
      const both = Object.keys(unaudited).filter((title) => title in auditedOperations)
      assert.deepStrictEqual(both, [])
    })
  )
})
