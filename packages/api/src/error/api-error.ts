import { type ErrorCode, errorCodes, type Refusal } from "@dragoman/domain/error"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { RefusalExplanationModel } from "../permission/permission-explanation-model.ts"

const body = {
  code: Schema.Literals(Object.keys(errorCodes) as [ErrorCode, ...Array<ErrorCode>]),
  params: Schema.NullOr(Schema.Array(Schema.Json))
}

/**
 * What a code of the catalogue says, as `{code, params}`; one class for each status. Shape: reference
 * "auth-and-permissions" 7.1.
 */
export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(body, { httpApiStatus: 400 }) {}
export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(body, { httpApiStatus: 401 }) {}
/** `explanation`: only in a project that the caller sees, where the permission of the caller is the reason. */
export class Forbidden extends Schema.Error<Forbidden>("Forbidden")(
  { ...body, explanation: Schema.optionalKey(RefusalExplanationModel) },
  { httpApiStatus: 403 }
) {}
export class NotFound extends Schema.Error<NotFound>("NotFound")(body, { httpApiStatus: 404 }) {}
export class Conflict extends Schema.Error<Conflict>("Conflict")(body, { httpApiStatus: 409 }) {}
export class UnsupportedMediaType extends Schema.Error<UnsupportedMediaType>("UnsupportedMediaType")(body, {
  httpApiStatus: 415
}) {}

/** 400: one message per field of a body or a query. */
export class StandardValidation extends Schema.Error<StandardValidation>("StandardValidation")(
  { STANDARD_VALIDATION: Schema.Record(Schema.String, Schema.String) },
  { httpApiStatus: 400 }
) {}

/** 400: rules of the domain that name no field, with their parameters. */
export class CustomValidation extends Schema.Error<CustomValidation>("CustomValidation")(
  { CUSTOM_VALIDATION: Schema.Record(Schema.String, Schema.Array(Schema.String)) },
  { httpApiStatus: 400 }
) {}

const rateLimited = { message: Schema.Literal("rate_limited"), retryAfter: Schema.Int, global: Schema.Boolean }

/** 429. `retryAfter`: milliseconds until the window of the bucket ends. */
export class RateLimited extends Schema.Error<RateLimited>("RateLimited")(rateLimited) {}

/** The header counts whole seconds (RFC 9110, 10.2.3), the body milliseconds as clients of the original expect. */
const RateLimitedAnswer = RateLimited.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct(rateLimited).annotate({ identifier: "RateLimited", httpApiStatus: 429 }),
      headers: { "retry-after": Schema.Int }
    },
    {
      decode: ({ body: { message, retryAfter, global } }) => new RateLimited({ message, retryAfter, global }),
      encode: ({ message, retryAfter, global }) => ({
        body: { message, retryAfter, global },
        headers: { "retry-after": Math.ceil(retryAfter / 1000) }
      })
    }
  )
)

/** Every error that an endpoint can answer with. Shapes: reference "auth-and-permissions" 7.1. */
export const apiErrors = [
  BadRequest,
  StandardValidation,
  CustomValidation,
  Unauthorized,
  Forbidden,
  NotFound,
  Conflict,
  UnsupportedMediaType,
  RateLimitedAnswer
] as const

export type ApiError = (typeof apiErrors)[number]["Type"]

const errorByStatus = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  415: UnsupportedMediaType
} as const

/** The wire error of a refusal. */
export const refusalToApiError = (refusal: Refusal): ApiError => {
  switch (refusal.kind) {
    case "standardValidation":
      return new StandardValidation({ STANDARD_VALIDATION: refusal.messages })
    case "customValidation":
      return new CustomValidation({
        CUSTOM_VALIDATION: Object.fromEntries(
          Object.entries(refusal.codes).map(([code, params]) => [code, params ?? []])
        )
      })
    case "code": {
      const status = refusal.status === 405 || refusal.status === 429 ? 400 : refusal.status
      return new errorByStatus[status]({ code: refusal.code, params: refusal.params as never })
    }
  }
}

/** The refusal that a wire error says; null: rate limits are none. */
export const apiErrorToRefusal = (error: ApiError): Refusal | null => {
  if (error instanceof RateLimited) return null
  if (error instanceof StandardValidation) return { kind: "standardValidation", messages: error.STANDARD_VALIDATION }
  if (error instanceof CustomValidation) return { kind: "customValidation", codes: error.CUSTOM_VALIDATION }
  return { kind: "code", status: statusOf(error), code: error.code, params: error.params as never }
}

const statusOf = (error: InstanceType<(typeof errorByStatus)[keyof typeof errorByStatus]>) => {
  if (error instanceof BadRequest) return 400
  if (error instanceof Unauthorized) return 401
  if (error instanceof Forbidden) return 403
  if (error instanceof NotFound) return 404
  return error instanceof Conflict ? 409 : 415
}
