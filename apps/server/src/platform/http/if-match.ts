import { createHash } from "node:crypto"
import type { DomainError } from "@dragoman/domain/error"
import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { failWith } from "../fail.ts"

/** Checks what is about to change, in the transaction that changes it; fails when it is not as the client read it. */
export type Precondition<Row> = (row: Row) => Effect.Effect<void, DomainError>

/** Sends the ETag of a response body: a digest, so it is strong, and equal on all servers. Compression would make it weak. */
const sendETag = (model: unknown) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setHeaders(response, { etag: eTagOf(model), "cache-control": "no-store, no-transform" })
    )
  )

/** Responds with a model and its ETag. */
export const withETag = <Model, E, R>(model: Effect.Effect<Model, E, R>) => Effect.tap(model, sendETag)

/**
 * Makes the precondition of a request out of its `If-Match`; null: it has none. `toModel`: the body of a read request, whose ETag counts.
 * `*` matches, because the row exists, and weak tags match nothing. The endpoint declares it by `takesIfMatch`.
 * Source: RFC 9110 section 13.1.1.
 */
export const ifMatch = <Row>(toModel: (row: Row) => unknown) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }): Precondition<Row> | null => {
    const header = headers["if-match"]
    if (header === undefined || header.trim() === "*") return null
    const known = new Set(header.match(entityTag))
    return (row) => {
      const current = eTagOf(toModel(row))
      return known.has(current) ? Effect.void : failWith("precondition_failed", [current])
    }
  })

/** Checks a precondition, if there is one. */
export const requireUnchanged = <Row>(precondition: Precondition<Row> | null, row: Row) =>
  precondition === null ? Effect.void : precondition(row)

/** Entity tags of a list, the weak ones with their mark. Source: RFC 9110 section 8.8.3. */
const entityTag = /(?:W\/)?"[^"]*"/g

const eTagOf = (model: unknown): string => `"${createHash("sha256").update(JSON.stringify(model)).digest("base64url")}"`
