import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { Effect } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { acceptedEncoding } from "./accepted-encoding.ts"

/** Size from which compression saves more than the headers of a packet weigh. */
const compressedFromBytes = 1_024

/** At this level lists of translations become as small as at the default one, in two thirds of the time. */
const options = { level: 4 }

/**
 * Compresses JSON of some size by gzip, when the client accepts it, on another thread than the requests. Streams stay
 * streams. null: the response stays as it is.
 */
export const compressResponse = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> | null => {
  const accepted = request.headers["accept-encoding"]
  // Most clients of the API on the same machine do not send the header.
  if (accepted === undefined) return null
  const { body, headers } = response
  if (body._tag !== "Uint8Array" || body.contentLength < compressedFromBytes) return null
  if (!body.contentType.startsWith("application/json") || headers["content-encoding"] !== undefined) return null
  if (headers["cache-control"]?.includes("no-transform") === true) return null
  if (request.method === "HEAD" || acceptedEncoding(accepted, ["gzip"]) === null) return null
  return Effect.map(
    Effect.promise(() => promisify(gzip)(body.body, options)),
    (compressed) =>
      HttpServerResponse.setHeaders(
        HttpServerResponse.setBody(response, HttpBody.uint8Array(compressed, body.contentType)),
        {
          "content-encoding": "gzip",
          vary: headers["vary"] === undefined ? "Accept-Encoding" : `${headers["vary"]}, Accept-Encoding`,
          // Strong ETags differ between encodings; weak ones need not. RFC 9110 section 8.8.3.3.
          ...(headers["etag"]?.startsWith('"') === true ? { etag: `W/${headers["etag"]}` } : {})
        }
      )
  )
}
