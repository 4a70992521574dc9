import { Schema, SchemaTransformation } from "effect"

/** An id that no row has. */
const absentId = 0

/**
 * An id in a path or a query. Integers outside the range of ids end as "not found"; any other text is a value of the wrong
 * type.
 */
export const PathId = Schema.String.check(Schema.isPattern(/^-?\d+$/)).pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (text: string) => {
        const id = Number(text)
        return Number.isSafeInteger(id) && id > 0 ? id : absentId
      },
      encode: (id: number) => String(id)
    })
  )
)
