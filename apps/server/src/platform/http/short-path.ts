import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { failWith } from "../fail.ts"

// Paths of a project have a short form without its id, for project API keys. Both halves are here: the middleware rewrites
// the URL before routing, and the authorization sets the project of the key before the handler decodes the parameters.

/** In place of a project id: the project of the API key. */
const projectOfKey = "-"

/** Literal names after `/v2/projects/` that are not a part of a project. */
const literalNames = new Set(["with-stats"])

/** `/v2/projects/languages` → `/v2/projects/-/languages`, also for endpoints without a short form. */
export const shortToLongPath = (url: string): string => {
  const [, name] = /^\/v2\/projects\/([a-z][a-z-]*)(?=[/?]|$)/.exec(url) ?? []
  return name === undefined || literalNames.has(name)
    ? url
    : `/v2/projects/${projectOfKey}${url.slice("/v2/projects".length)}`
}

/**
 * The project id in the path; for a short path `projectIdOfKey`, which it also writes into the parameters. null: the
 * credential is not a project API key.
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

/** 404 with the path as received: the short one, without scheme and host. */
const routeNotFound = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  failWith("resource_not_found", [request.originalUrl.replace(/^https?:\/\/[^/]*|\?.*$/gi, "").slice(1)])
)
