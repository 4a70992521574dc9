import { Effect, Schema } from "effect"
import { HttpApiError } from "effect/http-api"
import { failWith } from "../fail.ts"
import { checkJson } from "./check-json.ts"
import { jsonBounds } from "./json-limits.ts"

/** The JSON of a part of a multipart body, refused as if it were a body of its own. */
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
  // Answered like a body that does not fit.
  return yield* Effect.orDie(
    HttpApiError.HttpApiSchemaError.wrap("Payload", Schema.decodeUnknownEffect(Schema.toCodecJson(schema))(json))
  )
})
