import { readFileSync } from "node:fs"
import { project } from "@dragoman/api"
import type { Scope } from "@dragoman/domain/permission"
import { Database } from "@dragoman/store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { it as plainIt } from "vitest"
import { send, type TestResponse } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { authorizationFile } from "./authorization-file.ts"
import { printAuthorizationTable } from "./authorization-table.ts"
import { allCallers, forcedDomain } from "./caller-kinds.ts"
import { type ContractEndpoint, contractEndpoints } from "./contract-endpoints.ts"
import { type ContractFixture, pathIn, seedCaller, seedFixture } from "./contract-fixture.ts"
import { eachKind } from "./exhaustive.ts"
import { expectedError, scopeForOthers } from "./expected-error.ts"
import { rowCounts } from "./row-counts.ts"

/** Decoded only after the authorization, and then rejected by every endpoint. */
const brokenBody = "{"

/** Reading them creates an organization for a user without one. */
const writingReads = ["GET /v2/preferred-organization", "GET /v2/public/initial-data"]

/**
 * Whether the request can be made so that the operation rejects it: with text as an id in the path, or with an invalid
 * JSON body. Reads change nothing anyway.
 */
const isHarmless = ({ title, method, bodyTypes, numberParams }: ContractEndpoint): boolean =>
  !writingReads.includes(title) &&
  (method === "GET" || bodyTypes.length > 0 || numberParams.some((name) => name !== "projectId"))

/** Endpoints that ask for the same, whatever the scopes are, and whose requests are made to fail in the same way. */
const requirementKind = (endpoint: ContractEndpoint): string => {
  const { requirement, method, title } = endpoint
  const scopes = "scopes" in requirement ? requirement.scopes.length : 0
  const alternatives = "anyOf" in requirement ? requirement.anyOf.map((scope) => scope !== null) : []
  return JSON.stringify([
    { ...requirement, scopes, anyOf: alternatives },
    isHarmless(endpoint),
    method === "GET",
    scopesOfKeys[title]
  ])
}

const request = (fixture: ContractFixture, endpoint: ContractEndpoint, credential: Parameters<typeof send>[0]) => {
  const wrong = endpoint.numberParams.find((name) => name !== "projectId")
  const values = wrong === undefined || endpoint.method === "GET" ? {} : { [wrong]: "text" }
  const body = endpoint.bodyTypes.length === 0 ? undefined : brokenBody
  return send(credential, endpoint.method, pathIn(fixture, endpoint, values), body)
}

/** The error of the authorization; null for any other response. */
const errorOf = ({ status, body }: TestResponse, expected: unknown): unknown => {
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
      "not_while_acting_as_user",
      "sso_login_forced_for_this_account",
      "pak_created_for_different_project"
    ].includes(code ?? "")
  return expected !== null || isOfAuthorization || status >= 500 ? { status, body } : null
}

/** Scopes that an operation requires of project API keys beyond the requirement of its endpoint. */
const scopesOfKeys: Readonly<Record<string, ReadonlyArray<Scope>>> = {
  "GET /v2/projects/:projectId/current-batch-jobs": ["batch-jobs.view"]
}

const expectedOf = ({ title, requirement }: ContractEndpoint, caller: (typeof allCallers)[number]) => {
  const scopes = caller.credential === "PAK" ? scopesOfKeys[title] : undefined
  const error = expectedError(
    scopes && requirement.subject === "project" ? project(scopes, requirement) : requirement,
    caller
  )
  return error?.kind === "code" ? { status: error.status, body: { code: error.code, params: error.params } } : null
}

/** In one transaction: there are many of them. */
const seedAttempts = Effect.fnUntraced(function* (endpoint: ContractEndpoint) {
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const shared = yield* seedFixture(`shared ${endpoint.title}`)
      const sharedPublic = yield* seedFixture(`shared public ${endpoint.title}`, true)
      return yield* Effect.forEach(allCallers, (caller) =>
        Effect.gen(function* () {
          // An operation that cannot be made to fail runs in a world of its own.
          const { name, isProjectPublic } = caller
          const fixture = isHarmless(endpoint)
            ? isProjectPublic
              ? sharedPublic
              : shared
            : yield* seedFixture(`${name} ${endpoint.title}`, isProjectPublic)
          const expected = expectedOf(endpoint, caller)
          const scope = scopeForOthers(endpoint.requirement, caller)
          return { name, fixture, credential: yield* seedCaller(fixture, caller), expected, scope }
        })
      )
    })
  )
})

describe("authorization", () => {
  plainIt("matches docs/authorization.md", () => {
    assert.strictEqual(
      readFileSync(authorizationFile, "utf8"),
      printAuthorizationTable(),
      "out of date; regenerate it: npm run exec node apps/server/src/contract/print-authorization.ts"
    )
  })

  layer(layerTestServer({ ssoGlobal: true, ssoGlobalForce: true, ssoGlobalDomains: [forcedDomain] }))(
    "of every endpoint for every kind of caller",
    (it) => {
      eachKind(
        it.effect,
        contractEndpoints,
        requirementKind
      )("$title", (endpoint) =>
        Effect.gen(function* () {
          const attempts = yield* seedAttempts(endpoint)
          const ask = Effect.fnUntraced(function* ({
            name,
            fixture,
            credential,
            expected,
            scope
          }: Effect.Success<ReturnType<typeof seedAttempts>>[number]) {
            const response = yield* request(fixture, endpoint, credential)
            const error = errorOf(response, expected)
            // The fixture is of others, which a read tells at once; a writing request has no valid body or id.
            const ofOthers = { status: 403, body: { code: "operation_not_permitted", params: [scope] } }
            const isOfOthers = scope !== null && endpoint.method === "GET" && error !== null
            assert.deepStrictEqual(error, isOfOthers ? ofOthers : expected, name)
            // Authorized, then rejected for the invalid body or id.
            const isStopped = expected === null && isHarmless(endpoint) && endpoint.method !== "GET"
            if (isStopped) assert.include([400, 415], response.status, name)
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
    }
  )
})
