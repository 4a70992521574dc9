import { type DomainError, domainError } from "@dragoman/domain/error"
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, type HttpServerError, HttpServerRequest } from "effect/http"
import { checkJson } from "./check-json.ts"
import { jsonBounds, jsonBytesMax } from "./json-limits.ts"

/**
 * Refuses JSON bodies that are too large, too deep or too wide to be parsed by the thread that answers requests, or that
 * hold what no database keeps, whatever the endpoint and the engine. A smaller limit of the endpoint holds. The error of the
 * domain is a defect here: the framework knows no others than its own.
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

/** Not 413. */
export const tooLargeJson = (bytesMax: number): DomainError =>
  domainError("file_too_big", [`Expected a JSON body of at most ${bytesMax} bytes`])

const isTooLarge = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
