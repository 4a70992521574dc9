import { Schema, SchemaTransformation } from "effect"

/**
 * Ids in a query: a repeated parameter, a comma-separated one, or both. Integers outside the range of ids become 0, which
 * no row has; any other text is a value of the wrong type.
 */
export const IdList = Schema.Array(Schema.String.check(Schema.isPattern(/^(-?\d+(,-?\d+)*)?$/))).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.Int),
    SchemaTransformation.transform({
      decode: (texts: ReadonlyArray<string>): ReadonlyArray<number> =>
        texts.flatMap((text) => (text === "" ? [] : text.split(",").map(toId))),
      encode: (ids: ReadonlyArray<number>): ReadonlyArray<string> => ids.map(String)
    })
  )
)

/** Comma-separated ids in a path; integers outside the range of ids become 0, which no row has. */
export const PathIdList = Schema.String.check(Schema.isPattern(/^-?\d+(,-?\d+)*$/)).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.Int),
    SchemaTransformation.transform({
      decode: (text: string): ReadonlyArray<number> => text.split(",").map(toId),
      encode: (ids: ReadonlyArray<number>) => ids.join(",")
    })
  )
)

const toId = (text: string): number => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}
