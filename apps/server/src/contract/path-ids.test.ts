import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { it as plainIt } from "vitest"
import { error, send } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { acceptedBody, queryWith } from "./accepted-request.ts"
import { type ContractEndpoint, contractEndpoints } from "./contract-endpoints.ts"
import { type ContractFixture, pathIn, seedAllowed, seedFixture } from "./contract-fixture.ts"
import { accessKind, eachKind } from "./exhaustive.ts"
import { pathIdsOf, seedOwnValues, unknownParameters, unusedEntries } from "./path-parameters.ts"
import { rowCounts } from "./row-counts.ts"

const withIds = contractEndpoints.filter((endpoint) => pathIdsOf(endpoint).length > 0)
const withForeign = withIds.filter((endpoint) => pathIdsOf(endpoint).some(({ seedForeign }) => seedForeign !== null))

/** Whole numbers that are the id of nothing; names of nothing too. */
const absentIds = ["0", "-1", "987654321", "9007199254740993", "9223372036854775808", "00000000000000000000000000"]

/** Asks with a path in which all but one parameter name something, and with a body that is accepted. */
const seedAsking = Effect.fnUntraced(function* (fixture: ContractFixture, endpoint: ContractEndpoint) {
  const caller = yield* seedAllowed(fixture, endpoint)
  const own = yield* seedOwnValues(fixture, endpoint)
  return (parameter: string, value: number | string) =>
    send(
      caller,
      endpoint.method,
      `${pathIn(fixture, endpoint, { ...own, [parameter]: String(value) })}${queryWith(endpoint)}`,
      JSON.stringify(acceptedBody(endpoint))
    )
})

describe("parameters of paths", () => {
  plainIt("are known to these tests, each with what it can name that belongs to somebody else", () => {
    assert.deepStrictEqual(unknownParameters(contractEndpoints), [], "describe them in contract/path-parameters.ts")
  })

  plainIt("are described as long as there are such endpoints", () => {
    assert.deepStrictEqual(unusedEntries(contractEndpoints), [], "delete them from contract/path-parameters.ts")
  })
})

layer(layerTestServer())("an id in the path", (it) => {
  it.effect.each(withIds.filter(({ numberParams }) => numberParams.some((name) => name !== "projectId")))(
    "that is text: $title",
    (endpoint) =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture(`text ${endpoint.title}`)
        const caller = yield* seedAllowed(fixture, endpoint)
        const before = yield* rowCounts
        for (const parameter of endpoint.numberParams.filter((name) => name !== "projectId")) {
          for (const value of ["text", "1.5", "1e3", "0x1", " ", "null"]) {
            const path = pathIn(fixture, endpoint, { [parameter]: value })
            assert.deepStrictEqual(
              // The path comes first: an error about the body would reveal that the id exists.
              yield* send(caller, endpoint.method, path, endpoint.body === null ? undefined : "{"),
              error(400, "wrong_param_type", [parameter]),
              value
            )
          }
        }
        assert.deepStrictEqual(yield* rowCounts, before)
      })
  )

  eachKind(
    it.effect,
    withIds,
    accessKind
  )("that names nothing: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`absent ${endpoint.title}`)
      const ask = yield* seedAsking(fixture, endpoint)
      const before = yield* rowCounts
      for (const { parameter, absentAnswer } of pathIdsOf(endpoint)) {
        for (const value of absentIds) {
          assert.deepStrictEqual(yield* ask(parameter, value), absentAnswer, value)
        }
      }
      assert.deepStrictEqual(yield* rowCounts, before)
    })
  )

  eachKind(
    it.effect,
    withForeign,
    accessKind
  )("of somebody else's is like one of nothing: $title", (endpoint) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(`foreign ${endpoint.title}`)
      const ask = yield* seedAsking(fixture, endpoint)
      for (const { parameter, seedForeign, absentAnswer } of pathIdsOf(endpoint)) {
        const foreign = seedForeign === null ? {} : yield* seedForeign(fixture)
        const before = yield* rowCounts
        for (const [where, id] of Object.entries(foreign)) {
          assert.deepStrictEqual(yield* ask(parameter, id), absentAnswer, `${parameter} ${where}`)
        }
        assert.deepStrictEqual(yield* rowCounts, before)
      }
    })
  )
})
