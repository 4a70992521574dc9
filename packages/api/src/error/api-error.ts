import { type DomainError, type ErrorCode, type ErrorStatus, errorCodes, type Json } from "@dragoman/domain/error"
import { Schema, SchemaGetter } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { field } from "../field.ts"
import { ErrorExplanationModel } from "../permission/permission-explanation-model.ts"

const fields = {
  code: field(
    Schema.Literals(Object.keys(errorCodes) as [ErrorCode, ...Array<ErrorCode>]),
    "Code of the error, for programs. Its meaning never changes."
  ),
  params: field(
    Schema.NullOr(Schema.Array(Schema.Json)),
    "Values of the error, such as the missing scopes; null: it has none."
  )
}

/** `{code, params}` on the wire, a `DomainError` in the code. */
const codeError = <const Status extends ErrorStatus>(identifier: string, status: Status) => {
  const wire = Schema.Struct(fields).annotate({ identifier, httpApiStatus: status })
  const error = Schema.Struct({ ...fields, kind: Schema.Literal("code"), status: Schema.Literal(status) })
  return wire.pipe(
    Schema.decodeTo(Schema.toType(error), {
      decode: SchemaGetter.transform((body) => ({ ...body, kind: "code" as const, status })),
      encode: SchemaGetter.transform(({ code, params }) => ({ code, params }))
    }),
    Schema.annotate({ httpApiStatus: status })
  )
}

const forbidden = (() => {
  const shape = {
    ...fields,
    explanation: field(
      Schema.optionalKey(ErrorExplanationModel),
      "Explanation of a missing permission; only for callers who can see the project."
    )
  }
  const wire = Schema.Struct(shape).annotate({ identifier: "Forbidden", httpApiStatus: 403 })
  const error = Schema.Struct({ ...shape, kind: Schema.Literal("code"), status: Schema.Literal(403) })
  return wire.pipe(
    Schema.decodeTo(Schema.toType(error), {
      decode: SchemaGetter.transform((body) => ({ ...body, kind: "code" as const, status: 403 as const })),
      encode: SchemaGetter.transform(({ kind: _kind, status: _status, ...body }) => body)
    }),
    Schema.annotate({ httpApiStatus: 403 })
  )
})()

/** 400: one message per field of a body or a query. */
const StandardValidation = Schema.Struct({
  STANDARD_VALIDATION: field(
    Schema.Record(Schema.String, Schema.String),
    "Messages by the field of the body or the query that breaks a rule.",
    { name: "size must be between 3 and 50" }
  )
})
  .annotate({ identifier: "StandardValidation", httpApiStatus: 400 })
  .pipe(
    Schema.decodeTo(
      Schema.Struct({
        kind: Schema.Literal("standardValidation"),
        messages: Schema.Record(Schema.String, Schema.String)
      }),
      {
        decode: SchemaGetter.transform(({ STANDARD_VALIDATION: messages }) => ({
          kind: "standardValidation" as const,
          messages
        })),
        encode: SchemaGetter.transform(({ messages }) => ({ STANDARD_VALIDATION: messages }))
      }
    )
  )
  .annotate({ httpApiStatus: 400 })

const codesAndParams = Schema.Record(Schema.String, Schema.Array(Schema.String))

/** 400: rules without a field, with their parameters. */
const CustomValidation = Schema.Struct({
  CUSTOM_VALIDATION: field(codesAndParams, "Codes of rules without a field, with their values.", {
    slug_not_unique: []
  })
})
  .annotate({ identifier: "CustomValidation", httpApiStatus: 400 })
  .pipe(
    Schema.decodeTo(Schema.Struct({ kind: Schema.Literal("customValidation"), codes: codesAndParams }), {
      decode: SchemaGetter.transform(({ CUSTOM_VALIDATION: codes }) => ({ kind: "customValidation" as const, codes })),
      encode: SchemaGetter.transform(({ codes }) => ({ CUSTOM_VALIDATION: codes }))
    })
  )
  .annotate({ httpApiStatus: 400 })

const rateLimited = {
  message: field(Schema.Literal("rate_limited"), "Always rate_limited."),
  retryAfter: field(Schema.Int, "Milliseconds until the next request is accepted.", 812),
  global: field(Schema.Boolean, "Whether the limit counts all requests, not only those of this endpoint.")
}

/** 429. `retryAfter`: milliseconds until the window of the rate limit ends. */
export class RateLimited extends Schema.Error<RateLimited>("RateLimited")(rateLimited) {}

/** The header counts whole seconds (RFC 9110, 10.2.3), the body milliseconds as clients of the original expect. */
const RateLimitedResponse = RateLimited.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct(rateLimited).annotate({ identifier: "RateLimited", httpApiStatus: 429 }),
      headers: { "retry-after": field(Schema.Int, "Seconds until the next request is accepted.", 1) }
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

/** Every error response of an endpoint. Only this table turns the domain's errors into responses. */
export const apiErrors = [
  codeError("BadRequest", 400),
  StandardValidation,
  CustomValidation,
  codeError("Unauthorized", 401),
  forbidden,
  codeError("NotFound", 404),
  codeError("Conflict", 409),
  codeError("PreconditionFailed", 412),
  codeError("UnsupportedMediaType", 415),
  RateLimitedResponse
] as const

export type ApiError = (typeof apiErrors)[number]["Type"]

/** A 403 of the domain, with the explanation where it is known. */
export type ForbiddenError = (typeof forbidden)["Type"]

/** Status and body of an error, for responses that no endpoint encodes: lines of a stream, requests that no endpoint matches. */
export const printDomainError = (error: DomainError): { readonly status: ErrorStatus; readonly body: Json } => {
  switch (error.kind) {
    case "code":
      return { status: error.status, body: { code: error.code, params: error.params } }
    case "standardValidation":
      return { status: 400, body: { STANDARD_VALIDATION: error.messages } }
    case "customValidation":
      return { status: 400, body: { CUSTOM_VALIDATION: { ...error.codes } } }
  }
}
