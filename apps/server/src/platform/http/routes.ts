import { Api } from "@dragoman/api"
import { Effect, Layer } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { CurrentRequestFacts } from "./request-facts.ts"
import { shortToLongPath } from "./short-path.ts"

/** Longer than any id, slug, code or list of language tags in a path; a longer one matches nothing. */
const paramLengthMax = 4_096

/** The router's default limit would make a long slug an unknown path. */
export const layerRouterConfig = Layer.succeed(HttpRouter.RouterConfig, { maxParamLength: paramLengthMax })

/** A GET route outside of the contract: no credential, no requirement, no schema. */
export const plainRoute = <E, R>(
  path: HttpRouter.PathInput,
  response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  HttpRouter.route(
    "GET",
    path,
    Effect.flatMap(CurrentRequestFacts, (facts) => {
      facts.route = path
      return response
    })
  )

interface KnownPath {
  readonly method: string
  readonly pattern: RegExp
}

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/:projectId(?=\/|$)/g, "(?:\\d+|-)").replace(/:[A-Za-z]+/g, "[^/]+")}/?$`)

let knownPaths: ReadonlyArray<KnownPath> | undefined

const allKnownPaths = (): ReadonlyArray<KnownPath> => {
  knownPaths ??= Object.values(Api.groups).flatMap((group) =>
    (Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>).map(({ method, path }) => ({
      method,
      pattern: toPattern(path)
    }))
  )
  return knownPaths
}

/** The methods of the contract for a path without query, for 405; empty for an unknown path. */
export const methodsOfPath = (path: string): ReadonlyArray<string> => {
  const methods = allKnownPaths()
    .filter(({ pattern }) => pattern.test(shortToLongPath(path)))
    .map(({ method }) => method)
  if (methods.length === 0) return []
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])]
}
