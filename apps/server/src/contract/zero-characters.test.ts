import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { send } from "../testing/send.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import { acceptedBody, queryWith } from "./accepted-request.ts"
import { type ContractEndpoint, contractEndpoints } from "./contract-endpoints.ts"
import { type ContractWorld, pathIn, seedAllowed, seedFixture } from "./contract-world.ts"
import { seedOwnValues } from "./path-parameters.ts"

/** PostgreSQL keeps no text with U+0000, and refuses a query that holds one. */
const values = ["\u0000", "1\u0000"]

const withTexts = contractEndpoints.filter(({ paramNames, queryNames }) => paramNames.length + queryNames.length > 0)

/** A request for every parameter and value, with what is accepted in all other places; those that may succeed last. */
const pathsWith = (world: ContractWorld, endpoint: ContractEndpoint, own: Readonly<Record<string, string>>) => {
  const path = pathIn(world, endpoint, own)
  return [
    ...endpoint.paramNames.flatMap((name) =>
      values.map((value) => `${pathIn(world, endpoint, { ...own, [name]: value })}${queryWith(endpoint)}`)
    ),
    ...endpoint.queryNames.flatMap((name) =>
      values.map((value) => `${path}${queryWith(endpoint, `${name}=${encodeURIComponent(value)}`)}`)
    )
  ]
}

layer(layerTestServerPostgres(), { excludeTestServices: true, timeout: "60 seconds" })(
  "U+0000 in the path or the query, on PostgreSQL",
  (it) => {
    it.effect.each(withTexts)("is no failure of the server: $title", (endpoint) =>
      Effect.gen(function* () {
        const world = yield* seedFixture(`zero ${endpoint.title}`)
        const caller = yield* seedAllowed(world, endpoint)
        const paths = pathsWith(world, endpoint, yield* seedOwnValues(world, endpoint))
        for (const path of paths) {
          const answer = yield* send(caller, endpoint.method, path, acceptedBody(endpoint))
          assert.isBelow(answer.status, 500, `${path}: ${JSON.stringify(answer)}`)
        }
      })
    )
  }
)
