import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { send } from "../testing/send.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import { acceptedBody, queryWith } from "./accepted-request.ts"
import { type ContractEndpoint, contractEndpoints } from "./contract-endpoints.ts"
import { type ContractFixture, pathIn, seedAllowed, seedFixture } from "./contract-fixture.ts"
import { accessKind, eachKind } from "./exhaustive.ts"
import { seedOwnValues } from "./path-parameters.ts"

/** PostgreSQL keeps no text with U+0000, and refuses a query that holds one. */
const values = ["\u0000", "1\u0000"]

const withTexts = contractEndpoints.filter(({ paramNames, queryNames }) => paramNames.length + queryNames.length > 0)

/** A request for every parameter and value, with what is accepted in all other places; those that may succeed last. */
const pathsWith = (fixture: ContractFixture, endpoint: ContractEndpoint, own: Readonly<Record<string, string>>) => {
  const path = pathIn(fixture, endpoint, own)
  return [
    ...endpoint.paramNames.flatMap((name) =>
      values.map((value) => `${pathIn(fixture, endpoint, { ...own, [name]: value })}${queryWith(endpoint)}`)
    ),
    ...endpoint.queryNames.flatMap((name) =>
      values.map((value) => `${path}${queryWith(endpoint, `${name}=${encodeURIComponent(value)}`)}`)
    )
  ]
}

layer(layerTestServerPostgres(), { excludeTestServices: true, timeout: "60 seconds" })(
  "U+0000 in the path or the query, on PostgreSQL",
  (it) => {
    eachKind(
      it.effect,
      withTexts,
      accessKind
    )("is no failure of the server: $title", (endpoint) =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture(`zero ${endpoint.title}`)
        const caller = yield* seedAllowed(fixture, endpoint)
        const paths = pathsWith(fixture, endpoint, yield* seedOwnValues(fixture, endpoint))
        for (const path of paths) {
          const response = yield* send(caller, endpoint.method, path, acceptedBody(endpoint))
          assert.isBelow(response.status, 500, `${path}: ${JSON.stringify(response)}`)
        }
      })
    )
  }
)
