import { Database } from "@dragoman/store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { it as plainIt } from "vitest"
import { seed } from "../testing/seed.ts"
import { send, type TestResponse } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { type ContractEndpoint, contractEndpoints } from "./contract-endpoints.ts"
import type { ContractFixture } from "./contract-fixture.ts"
import { accessKind, eachKind } from "./exhaustive.ts"
import { foreignText, seedCallers, seedFullFixture } from "./full-fixture.ts"
import { type IdSlot, idSlotsOf, seedOwn, unknownNumbers } from "./id-slots.ts"
import { rowCounts } from "./row-counts.ts"
import { rowsOfOthers } from "./rows-of-others.ts"

/** No row has an id below it, and no page, count or size is above it. */
const firstId = 100_000

/** Ids of both worlds have as many digits, and this one as well. */
const absentId = 999_999

/** To them nothing is foreign. */
const seesBothSides = ["server administrator", "administrator who acts as another one", "PAK of another project"]

/** Those of a member (VIEW) are the same scopes, and those of EDIT and TRANSLATE lie around the others. */
const tellNothingNew = ["VIEW", "REVIEW"]

/** The same answer in another world. */
const masked = ({ status, body }: TestResponse): string =>
  `${status} ${JSON.stringify(body)}`
    .replace(/w\d{6}/gi, "world")
    .replace(/made \d+/g, "made")
    .replace(/(?=[\w.-]*[\dA-Z])[\w.-]{20,}/g, "secret")
    .replace(/\d{6,}/g, "id")

/** Asks as every kind of caller, one after the other, in a world of its own. */
const askAll = Effect.fnUntraced(function* (endpoint: ContractEndpoint, slot: IdSlot, isForeign: boolean) {
  const { fixture, id, own, credentials } = yield* seedAsking(endpoint, slot)
  const { path, body } = slot.requestWith(fixture, own, isForeign ? id : absentId)
  const responses = new Map<string, TestResponse>()
  for (const [name, credential] of credentials) {
    const before = isForeign ? yield* factsOf(fixture, name) : null
    const response = yield* send(credential, endpoint.method, path, body)
    responses.set(name, response)
    if (before === null) continue
    const after = yield* factsOf(fixture, name)
    assert.deepStrictEqual(after.others, before.others, `${name}: nothing of others may change`)
    if (response.status >= 400) assert.deepStrictEqual(after.counts, before.counts, `${name}: an error changes nothing`)
  }
  return responses
})

/** Reads the facts that may not change. To an administrator nothing is foreign. */
const factsOf = Effect.fnUntraced(function* (fixture: ContractFixture, name: string) {
  return { counts: yield* rowCounts, others: seesBothSides.includes(name) ? null : yield* rowsOfOthers(fixture) }
})

/** In one transaction: there are many of them. */
const seedAsking = Effect.fnUntraced(function* (endpoint: ContractEndpoint, slot: IdSlot) {
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const { fixture } = yield* seedFullFixture
      const own = yield* seedOwn(fixture, endpoint)
      const id = yield* slot.seedForeign(fixture)
      return { fixture, own, id, credentials: yield* seedCallers(fixture, tellNothingNew) }
    })
  )
})

const slots = contractEndpoints.flatMap((endpoint) =>
  idSlotsOf(endpoint).map((slot) => ({ title: `${slot.name} of ${endpoint.title}`, endpoint, slot }))
)

describe("numbers in queries and bodies", () => {
  plainIt("are known to these tests, each with what it is the id of", () => {
    assert.deepStrictEqual(unknownNumbers(contractEndpoints), [], "name them in contract/id-slots.ts")
  })
})

/** Ids in paths are resolved in the same way for all endpoints; those in queries and bodies by the operation itself. */
const slotKind = ({ endpoint, slot }: (typeof slots)[number]): string =>
  slot.name.startsWith("path ") ? accessKind(endpoint) : slot.name

/** Ids are long enough to be told from other numbers. */
const longIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* database.transaction(
    Effect.orDie(
      sql`INSERT INTO sqlite_sequence (name, seq)
        SELECT name, ${firstId} FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'
          AND name NOT IN (SELECT name FROM sqlite_sequence)`
    )
  )
  assert.isAtLeast(yield* seed.user({ username: "first" }), firstId)
})

/** A dispatcher would add attempts while rows are counted. */
const layerLongIds = Layer.tap(layerTestServer({ webhookDispatcher: "external" }), (services) =>
  Effect.provideContext(longIds, services)
)

layer(layerLongIds, { timeout: "60 seconds" })("an id of somebody else's is like one of nothing", (it) => {
  it.effect("what changes is noticed", () =>
    Effect.gen(function* () {
      const { fixture } = yield* seedFullFixture
      const before = yield* factsOf(fixture, "stranger")
      yield* seed.key({ project: fixture.project.id, name: "of the owner" })
      const between = yield* factsOf(fixture, "stranger")
      assert.notDeepEqual(between.counts, before.counts)
      assert.deepStrictEqual(between.others, before.others)
      yield* seed.key({ project: fixture.otherProject.id, name: "of others" })
      assert.notDeepEqual((yield* factsOf(fixture, "stranger")).others, before.others)
    })
  )

  eachKind(
    it.effect,
    slots,
    slotKind
  )("to every kind of caller: $title", ({ endpoint, slot }) =>
    Effect.gen(function* () {
      const absent = yield* askAll(endpoint, slot, false)
      const foreign = yield* askAll(endpoint, slot, true)
      for (const [name, response] of foreign) {
        assert.isBelow(response.status, 500, `${name}: ${JSON.stringify(response)}`)
        if (seesBothSides.includes(name)) continue
        assert.strictEqual(masked(response), masked(absent.get(name) ?? response), name)
        assert.notInclude(JSON.stringify(response), foreignText, name)
      }
    })
  )
})
