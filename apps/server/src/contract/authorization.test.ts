import { readFileSync } from "node:fs"
import type { Scope } from "@dragoman/domain/permission"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { it as plainIt } from "vitest"
import { type Answer, send } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { authorizationFile } from "./authorization-file.ts"
import { printAuthorizationTable } from "./authorization-table.ts"
import { callerKinds } from "./caller-kinds.ts"
import { type ContractEndpoint, contractEndpoints } from "./contract-endpoints.ts"
import { type ContractWorld, givenCaller, givenWorld, pathIn } from "./contract-world.ts"
import { expectedRefusal } from "./expected-answer.ts"
import { rowCounts } from "./row-counts.ts"

/** Not decoded before the caller is let in, and by no endpoint accepted after that. */
const brokenBody = "{"

/** Reading them makes an organization for who has none. */
const writingReads = ["GET /v2/preferred-organization", "GET /v2/public/initial-data"]

/**
 * A request that no operation can carry out, where that can be said in a request: a path with text for an id, or a body
 * that is no JSON. Reading changes nothing anyway.
 */
const isHarmless = ({ title, method, bodyTypes, numberParams }: ContractEndpoint): boolean =>
  !writingReads.includes(title) &&
  (method === "GET" || bodyTypes.length > 0 || numberParams.some((name) => name !== "projectId"))

const request = (world: ContractWorld, endpoint: ContractEndpoint, credential: Parameters<typeof send>[0]) => {
  const wrong = endpoint.numberParams.find((name) => name !== "projectId")
  const values = wrong === undefined || endpoint.method === "GET" ? {} : { [wrong]: "text" }
  const body = endpoint.bodyTypes.length === 0 ? undefined : brokenBody
  return send(credential, endpoint.method, pathIn(world, endpoint, values), body)
}

/** What authorization answers; anything else was let in. */
const refusalOf = ({ status, body }: Answer, expected: unknown): unknown => {
  const { code } = (body ?? {}) as { readonly code?: string }
  const isOfAuthorization =
    status === 401 ||
    [
      "operation_not_permitted",
      "project_not_found",
      "api_access_forbidden",
      "pat_access_not_allowed",
      "pak_access_not_allowed",
      "invalid_authentication_method",
      "expired_super_jwt_token",
      "pak_created_for_different_project"
    ].includes(code ?? "")
  return expected !== null || isOfAuthorization || status >= 500 ? { status, body } : null
}

/** What is asked of project API keys beyond the demand: their users see less, keys nothing. */
const scopesOfKeys: Readonly<Record<string, ReadonlyArray<Scope>>> = {
  "GET /v2/projects/:projectId/current-batch-jobs": ["batch-jobs.view"]
}

const expectedOf = ({ title, demand }: ContractEndpoint, caller: (typeof callerKinds)[number]) => {
  const scopes = caller.credential === "PAK" ? scopesOfKeys[title] : undefined
  const error = expectedRefusal(scopes && demand.subject === "project" ? { ...demand, scopes } : demand, caller)
  return error?.kind === "code" ? { status: error.status, body: { code: error.code, params: error.params } } : null
}

describe("authorization", () => {
  plainIt("stands in docs/authorization.md as the contract says it", () => {
    assert.strictEqual(
      readFileSync(authorizationFile, "utf8"),
      printAuthorizationTable(),
      "out of date; renew it: npm run exec node apps/server/src/contract/print-authorization.ts"
    )
  })

  layer(layerTestServer())("of every endpoint for every kind of caller", (it) => {
    it.effect.each(contractEndpoints)("$title", (endpoint) =>
      Effect.gen(function* () {
        const shared = yield* givenWorld(`shared ${endpoint.title}`)
        const attempts = yield* Effect.forEach(callerKinds, (caller) =>
          Effect.gen(function* () {
            // What cannot be asked for without being done is done in a world of its own.
            const world = isHarmless(endpoint) ? shared : yield* givenWorld(`${caller.name} ${endpoint.title}`)
            const expected = expectedOf(endpoint, caller)
            return { name: caller.name, world, credential: yield* givenCaller(world, caller), expected }
          })
        )
        const ask = Effect.fnUntraced(function* ({ name, world, credential, expected }: (typeof attempts)[number]) {
          const answer = yield* request(world, endpoint, credential)
          assert.deepStrictEqual(refusalOf(answer, expected), expected, name)
          // Let in, and then stopped by the body or the id that cannot be read.
          const isStopped = expected === null && isHarmless(endpoint) && endpoint.method !== "GET"
          if (isStopped) assert.include([400, 415], answer.status, name)
        })
        const changesNothing = attempts.filter(({ expected }) => expected !== null || isHarmless(endpoint))
        const before = yield* rowCounts
        yield* Effect.forEach(changesNothing, ask, { discard: true })
        assert.deepStrictEqual(yield* rowCounts, before, "nothing may change")
        yield* Effect.forEach(
          attempts.filter((attempt) => !changesNothing.includes(attempt)),
          ask,
          { discard: true }
        )
      })
    )
  })
})
