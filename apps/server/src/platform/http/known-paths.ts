import { Api } from "@dragoman/api"
import type { HttpApiEndpoint } from "effect/http-api"
import { shortToLongPath } from "./short-path.ts"

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

/** The methods that the API has for this path (without query): a wrong one is 405, an unknown path (none) 404. */
export const methodsOfPath = (path: string): ReadonlyArray<string> => {
  const methods = allKnownPaths()
    .filter(({ pattern }) => pattern.test(shortToLongPath(path)))
    .map(({ method }) => method)
  if (methods.length === 0) return []
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])]
}
