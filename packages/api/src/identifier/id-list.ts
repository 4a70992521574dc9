import { Schema, SchemaTransformation } from "effect"

/**
 * Ids in a query: a repeated parameter, a comma-separated one, or both. Whole numbers that are no ids name nothing and
 * stay in the list as 0; anything else is a value of the wrong type.
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

/** Ids in a path, comma-separated; whole numbers that are no ids name nothing and stay in the list as 0. */
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
