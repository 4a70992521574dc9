/** Stands for the project of the API key in a path that was written without a project id. */
export const projectOfKey = "-"

/** Literal names behind `/v2/projects/` that are no part of a project. */
const literalNames = new Set(["with-stats"])

/**
 * `/v2/projects/languages` → `/v2/projects/-/languages`: every short form is routed as its long one; which endpoints
 * have a short form, their requirement says.
 * Source: reference "auth-and-permissions" 4.7.
 */
export const shortToLongPath = (url: string): string => {
  const [, name] = /^\/v2\/projects\/([a-z][a-z-]*)(?=[/?]|$)/.exec(url) ?? []
  return name === undefined || literalNames.has(name)
    ? url
    : `/v2/projects/${projectOfKey}${url.slice("/v2/projects".length)}`
}
