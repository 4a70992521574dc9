import { Schema, SchemaTransformation } from "effect"

/** A time in a query, in epoch milliseconds. Larger values than JavaScript holds exactly become the largest one. */
export const QueryTime = Schema.String.check(Schema.isPattern(/^\d+$/)).pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (text: string) => Math.min(Number(text), Number.MAX_SAFE_INTEGER),
      encode: (millis: number) => String(millis)
    })
  )
)
