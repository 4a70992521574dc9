import { type DomainError, domainError } from "@dragoman/domain/error"
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, type HttpServerError, HttpServerRequest } from "effect/http"
import { checkJson, jsonBounds, jsonBytesMax } from "./check-json.ts"

/**
 * Rejects JSON bodies that are too large, too deep or too wide for parsing on the main thread, or that contain text that
 * PostgreSQL cannot store, for all endpoints and engines. A smaller limit of the endpoint still applies. The domain's error
 * is a defect here, because the framework's requests fail only with its own errors.
 */
export const withCheckedJsonBody = <A, E, R>(
  handler: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.updateService(handler, HttpServerRequest.HttpServerRequest, (request) =>
    Object.create(request, { text: { value: readJson(request) } })
  )

const readJson = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.gen(function* () {
    const limit = yield* HttpIncomingMessage.MaxBodySize
    const bytesMax = Math.min(limit === undefined ? jsonBytesMax : ByteSize.toNumberUnsafe(limit), jsonBytesMax)
    const body = yield* request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(bytesMax)),
      Effect.catch((error) => (isTooLarge(error) ? Effect.die(tooLargeJson(bytesMax)) : Effect.fail(error)))
    )
    const checked = checkJson(new Uint8Array(body), jsonBounds)
    return checked.ok ? checked.text : yield* Effect.die(checked.error)
  })

/** 400 instead of 413, as in Tolgee. */
export const tooLargeJson = (bytesMax: number): DomainError =>
  domainError("file_too_big", [`Expected a JSON body of at most ${bytesMax} bytes`])

const isTooLarge = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
