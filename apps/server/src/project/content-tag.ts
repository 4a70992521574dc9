import { createHash } from "node:crypto"
import { ActivityRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { productVersion } from "../product-version.ts"

/**
 * Answers with `ETag` and `Last-Modified`, or with 304 when the client has what it would get; then `answer` is not run.
 * The tag is new after every activity in the project. It was read before the answer: at worst an answer is newer than its
 * tag, and is sent once more.
 *
 * `answer` gets the newest revision. `decidedBy`: everything but the content that decides the answer: body, languages that the caller may see. The address
 * is part of the tag anyway. Source: reference "content-api" 3.7.
 */
export const answerUnlessKnown = Effect.fn("answerUnlessKnown")(function* <E, R>(
  projectId: number,
  decidedBy: unknown,
  answer: (revisionId: number) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) {
  const activities = yield* ActivityRepository
  const request = yield* HttpServerRequest.HttpServerRequest
  const newest = Option.getOrElse(yield* activities.findNewest(projectId), () => ({ id: 0, createdAt: 0 }))
  // Another version of the program may write the same content differently.
  const parts = [productVersion, projectId, newest.id, request.url, decidedBy]
  const tag = createHash("sha256").update(JSON.stringify(parts)).digest("base64url")
  const headers = {
    etag: `"${tag}"`,
    "last-modified": new Date(newest.createdAt).toUTCString(),
    "cache-control": "max-age=0"
  }
  return isKnown(request.headers, tag, newest.createdAt)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.setHeaders(yield* answer(newest.id), headers)
})

/** The date counts only where there is no tag, and in whole seconds: the header has no smaller unit. */
const isKnown = (headers: Readonly<Record<string, string | undefined>>, tag: string, changedAt: number): boolean => {
  const tags = headers["if-none-match"]
  if (tags !== undefined) return tags.split(",").some((known) => known.trim().replace(/^W\/|"/g, "") === tag)
  const since = Date.parse(headers["if-modified-since"] ?? "")
  return !Number.isNaN(since) && Math.floor(changedAt / 1000) * 1000 <= since
}
