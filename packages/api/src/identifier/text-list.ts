import { Schema, SchemaTransformation } from "effect"

/**
 * Texts in a query: a repeated parameter with each value unchanged, or one comma-separated value. An empty value is one
 * empty text.
 */
export const TextList = Schema.Array(Schema.String).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.String),
    SchemaTransformation.transform({
      decode: (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
        const [only] = texts
        return only !== undefined && texts.length === 1 ? only.split(",") : texts
      },
      encode: (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts
    })
  )
)
