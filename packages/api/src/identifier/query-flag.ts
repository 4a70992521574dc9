import { Schema, SchemaTransformation } from "effect"

/** `true` or `false` in a query. */
export const QueryFlag = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text: "true" | "false"): boolean => text === "true",
      encode: (flag: boolean) => (flag ? "true" : "false")
    })
  )
)
