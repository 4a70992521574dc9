import { isWordOfContract, type RequestFacts, shortToLongPath } from "./routes.ts"

const hidden = "(hidden)"

/** Parameters that name a row by its id. All others may contain a secret, an address or a name. */
const idParameter = /^:(?:id|organization|[a-z]+(?:[A-Z][a-z]+)*Ids?)$/
const ids = /^\d{1,19}(?:,\d{1,19})*$/

/**
 * Prints the path of a request for logs and traces: the pattern of its route, with the ids in it. Where no route
 * matched, it contains the fixed words of the contract. Nothing else that the client sent is in it, and never the
 * query.
 */
export const shownPath = (url: string, { route, ownPath }: Pick<RequestFacts, "route" | "ownPath">): string => {
  if (ownPath !== null) return ownPath
  const path = shortToLongPath(url).split("?", 1)[0] ?? ""
  const segments = path.replace(/^https?:\/\/[^/]*/i, "").split("/")
  const shown =
    route === null || route === "/*"
      ? segments.map((segment) => (isWordOfContract(segment) ? segment : hidden))
      : route.split("/").flatMap((word, index) => shownSegment(word, segments[index] ?? ""))
  return shown.join("/") || "/"
}

/** Shows a segment of a path; a short path has no segment for the project. */
const shownSegment = (word: string, sent: string): ReadonlyArray<string> => {
  if (!word.startsWith(":")) return [word]
  if (idParameter.test(word) && ids.test(sent)) return [sent]
  return word === ":projectId" && sent === "-" ? [] : [word]
}
