import { readFile } from "node:fs/promises"
import type { DomainError } from "@dragoman/domain/error"
import { Effect, Schema } from "effect"
import { HttpApiError } from "effect/http-api"
import { failWith } from "../fail.ts"
import { checkJson, jsonBounds, largeJsonBounds } from "./check-json.ts"
import { printSchemaIssue } from "./describe-schema-issue.ts"
import type { ReceivedJson } from "./receive-json.ts"

/** Decodes a received body by the schema of its endpoint, with the errors of a body that the framework reads. For threads. */
export const decodeReceivedJson = Effect.fnUntraced(function* <A, I>(
  received: ReceivedJson,
  schema: Schema.Codec<A, I>
): Effect.fn.Return<A, DomainError> {
  const bytes = received.kind === "bytes" ? received.bytes : yield* Effect.promise(() => readFile(received.path))
  if (bytes.length === 0) return yield* failWith("request_parse_error")
  const checked = checkJson(bytes, largeJsonBounds)
  if (!checked.ok) return yield* Effect.fail(checked.error)
  const json = yield* Effect.try({ try: (): unknown => JSON.parse(checked.text), catch: () => null }).pipe(
    Effect.catch(() => failWith("request_parse_error", ["Expected a valid JSON body"]))
  )
  return yield* Schema.decodeUnknownEffect(Schema.toCodecJson(schema))(json).pipe(
    Effect.catch((error) => failWith("request_parse_error", [printSchemaIssue(error)]))
  )
})

/** Decodes a JSON part of a multipart body, with the errors of a JSON body. */
export const decodeJsonPart = Effect.fnUntraced(function* <A, I>(
  name: string,
  schema: Schema.Codec<A, I>,
  bytes: Uint8Array
) {
  const checked = checkJson(bytes, jsonBounds, name)
  if (!checked.ok) return yield* Effect.fail(checked.error)
  const json = yield* Effect.try({ try: (): unknown => JSON.parse(checked.text), catch: () => null }).pipe(
    Effect.catch(() => failWith("request_parse_error", [`${name}: Expected valid JSON`]))
  )
  // The middleware responds as to a body of the wrong shape.
  return yield* Effect.orDie(
    HttpApiError.HttpApiSchemaError.wrap("Payload", Schema.decodeUnknownEffect(Schema.toCodecJson(schema))(json))
  )
})
