import { Api } from "@dragoman/api"
import { metricsPaths } from "@dragoman/monitoring"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { failWith } from "../fail.ts"
import { Settings } from "../settings/settings.ts"

/**
 * Facts that become known inside the router, for the access log and the metrics outside of it. Mutable, because the
 * middleware sees only the response: routes and the authorization write them, the middleware reads them.
 */
export interface RequestFacts {
  /** The pattern of the route (`/v2/projects/:projectId`), never the path itself; null: no route matched. */
  route: string | null
  /** The path of a file of the console; null: another path. */
  ownPath: string | null
  /** The user of the credential; null: no valid credential. */
  userId: number | null
  /** Address of the client, as trusted proxies report it; null: unknown. */
  address: string | null
  /** Id of the trace; null: not recorded. */
  traceId: string | null
  /** Status of the response; null: there is none yet. */
  status: number | null
}

export const noFacts = (): RequestFacts => ({
  route: null,
  ownPath: null,
  userId: null,
  address: null,
  traceId: null,
  status: null
})

/** Paths that monitors request again and again. */
export const monitorPaths: ReadonlySet<string> = new Set([
  "/health",
  "/health/live",
  "/health/ready",
  "/actuator/health",
  ...metricsPaths
])

/** The middleware provides one for each request; the default is for tests without the middleware. */
export const CurrentRequestFacts = Context.Reference<RequestFacts>(
  "@dragoman/server/platform/http/CurrentRequestFacts",
  {
    defaultValue: noFacts
  }
)

/** Length of a parameter: any id, slug, code or list of language tags is shorter. A longer one matches nothing. */
const paramLengthMax = 4_096

/** Raises the router's limit, which would make a long slug an unknown path. */
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

// Paths of a project have a short form without its id, for project API keys. Both halves are here: the middleware rewrites
// the URL before routing, and the authorization sets the project of the key before the handler decodes the parameters.

/** Stands for a project id: the project of the API key. */
const projectOfKey = "-"

/** Names after `/v2/projects/` that do not belong to one project. */
const literalNames = new Set(["with-stats"])

/**
 * Expands a short path, also of endpoints without a short form: `/v2/projects/languages` → `/v2/projects/-/languages`.
 */
export const shortToLongPath = (url: string): string => {
  const [, name] = /^\/v2\/projects\/([a-z][a-z-]*)(?=[/?]|$)/.exec(url) ?? []
  return name === undefined || literalNames.has(name)
    ? url
    : `/v2/projects/${projectOfKey}${url.slice("/v2/projects".length)}`
}

/**
 * Reads the project id of the path; for a short path it is `projectIdOfKey`, which is also written into the parameters.
 * null: the credential is not a project API key.
 */
export const resolveProjectId = Effect.fnUntraced(function* (
  params: { projectId?: string },
  { shortPath }: { readonly shortPath: boolean },
  projectIdOfKey: number | null
) {
  if (params.projectId === projectOfKey) {
    if (!shortPath) return yield* routeNotFound
    if (projectIdOfKey === null) return yield* failWith("project_not_selected")
    params.projectId = String(projectIdOfKey)
  }
  if (!/^\d+$/.test(params.projectId ?? "")) return yield* routeNotFound
  return Number(params.projectId)
})

/** Fails with 404 and the path as received: the short one, without scheme and host. */
const routeNotFound = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  failWith("resource_not_found", [request.originalUrl.replace(/^https?:\/\/[^/]*|\?.*$/gi, "").slice(1)])
)

interface KnownPath {
  readonly method: string
  readonly pattern: RegExp
}

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/:projectId(?=\/|$)/g, "(?:\\d+|-)").replace(/:[A-Za-z]+/g, "[^/]+")}/?$`)

let knownPaths: ReadonlyArray<KnownPath> | undefined
let knownWords: ReadonlySet<string> | undefined

const allKnownPaths = (): ReadonlyArray<KnownPath> => {
  knownPaths ??= Object.values(Api.groups).flatMap((group) =>
    (Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>).map(({ method, path }) => ({
      method,
      pattern: toPattern(path)
    }))
  )
  return knownPaths
}

/** Whether the segment of a path is a fixed word of the contract, and so no value. */
export const isWordOfContract = (segment: string): boolean => {
  knownWords ??= new Set(
    Object.values(Api.groups).flatMap((group) =>
      (Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>).flatMap(({ path }) =>
        path.split("/").filter((word) => !word.startsWith(":"))
      )
    )
  )
  return knownWords.has(segment)
}

/** Finds the methods of the contract for a path without query, for 405; empty for an unknown path. */
export const methodsOfPath = (path: string): ReadonlyArray<string> => {
  const methods = allKnownPaths()
    .filter(({ pattern }) => pattern.test(shortToLongPath(path)))
    .map(({ method }) => method)
  if (methods.length === 0) return []
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])]
}

/**
 * Returns the start of absolute links, without a slash at the end: the public URL of the settings, else the requested
 * one.
 */
export const publicAddress = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const { headers, protocol } = yield* HttpServerRequest.HttpServerRequest
  return publicUrl ?? `${protocol ?? "http"}://${headers["host"] ?? "localhost"}`
})
