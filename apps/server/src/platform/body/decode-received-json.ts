import { readFile } from "node:fs/promises"
import type { DomainError } from "@dragoman/domain/error"
import { Effect, Schema } from "effect"
import { failWith } from "../fail.ts"
import { checkJson } from "./check-json.ts"
import { printSchemaIssue } from "./describe-schema-issue.ts"
import { largeJsonBounds } from "./json-limits.ts"
import type { ReceivedJson } from "./receive-json.ts"

/** The body as its endpoint declares it, refused like a body that the framework reads; to be called in a thread. */
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
