import { Effect, Schema } from "effect"
import { HttpApiError } from "effect/http-api"
import { refusedWith } from "./refused.ts"
import { isStorable, UnstorableCharacter } from "./storable-body.ts"

/** The JSON of a part of a multipart body, refused as if it were a body of its own. */
export const decodeJsonPart = Effect.fnUntraced(function* <A, I>(
  name: string,
  schema: Schema.Codec<A, I>,
  text: string
) {
  const json = yield* Effect.try({ try: (): unknown => JSON.parse(text), catch: () => null }).pipe(
    Effect.catch(() => refusedWith(400, "request_parse_error", [`${name}: Expected valid JSON`]))
  )
  if (!isStorable(text)) return yield* Effect.die(new UnstorableCharacter())
  // Answered like a body that does not fit.
  return yield* Effect.orDie(
    HttpApiError.HttpApiSchemaError.wrap("Payload", Schema.decodeUnknownEffect(Schema.toCodecJson(schema))(json))
  )
})
