import { type ApiError, printDomainError, RateLimited } from "@dragoman/api"
import { HttpServerResponse } from "effect/http"

/** Responds to an error as the contract does, for routes without an endpoint that encodes it. */
export const apiErrorResponse = (error: ApiError): HttpServerResponse.HttpServerResponse => {
  if (error instanceof RateLimited) {
    const { message, retryAfter, global } = error
    const headers = { "retry-after": String(Math.ceil(retryAfter / 1000)) }
    return HttpServerResponse.jsonUnsafe({ message, retryAfter, global }, { status: 429, headers })
  }
  const { status, body } = printDomainError(error)
  const explained = "explanation" in error ? { ...(body as object), explanation: error.explanation } : body
  return HttpServerResponse.jsonUnsafe(explained, { status })
}
