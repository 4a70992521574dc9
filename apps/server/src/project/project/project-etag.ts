import { createHash } from "node:crypto"
import { productVersion } from "@dragoman/api"
import { ActivityRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

/**
 * Responds with `ETag` and `Last-Modified`, or with 304 when the client has the current content; then `respond` does not
 * run. The ETag changes with every activity in the project. It is read before the content, so a response may be newer than
 * its ETag and is then sent once more.
 *
 * `respond` gets the id of the newest revision. `variedBy`: what the response depends on besides the content and
 * the address, such as the body or the languages that the caller may see.
 */
export const respondWithETag = Effect.fn("respondWithETag")(function* <E, R>(
  projectId: number,
  variedBy: unknown,
  respond: (revisionId: number) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) {
  const activities = yield* ActivityRepository
  const request = yield* HttpServerRequest.HttpServerRequest
  const newest = Option.getOrElse(yield* activities.findNewest(projectId), () => ({ id: 0, createdAt: 0 }))
  // Another version of the program may write the same content differently.
  const parts = [productVersion, projectId, newest.id, request.url, variedBy]
  const tag = createHash("sha256").update(JSON.stringify(parts)).digest("base64url")
  const now = yield* Clock.currentTimeMillis
  const modifiedAt = modificationTime(newest.createdAt)
  const headers = {
    etag: `"${tag}"`,
    ...(modifiedAt <= now ? { "last-modified": new Date(modifiedAt).toUTCString() } : {}),
    "cache-control": "max-age=0"
  }
  return isNotModified(request.headers, tag, modifiedAt, now)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.setHeaders(yield* respond(newest.id), headers)
})

/**
 * Returns the end of the second in which the content changed, because the header has no smaller unit. Until then more
 * changes may come in the same second, so no date is sent, and dates in requests do not count. Source: RFC 9110 section
 * 8.8.2.2.
 */
const modificationTime = (changedAt: number): number => (Math.floor(changedAt / 1000) + 1) * 1000

/** Whether the date of the request counts: only without an ETag, and only when it is not in the future. */
const isNotModified = (
  headers: Readonly<Record<string, string | undefined>>,
  tag: string,
  modifiedAt: number,
  now: number
): boolean => {
  const tags = headers["if-none-match"]
  if (tags !== undefined) return tags.split(",").some((known) => known.trim().replace(/^W\/|"/g, "") === tag)
  const since = Date.parse(headers["if-modified-since"] ?? "")
  return modifiedAt <= since && since <= now
}
