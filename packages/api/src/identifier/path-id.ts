import { Schema, SchemaTransformation } from "effect"

/** No row has this id: what is addressed by it does not exist. */
const absentId = 0

/**
 * An id in a path or a query. Whole numbers outside the range of ids name nothing, so they end as "not found";
 * anything else is a value of the wrong type.
 * Source: reference "auth-and-permissions" 7.2.
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
