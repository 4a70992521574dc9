import { Schema, SchemaTransformation } from "effect"

const isTrue = (text: string): boolean => /^(?:true|on|yes|1)$/i.test(text)

/** `true`, `on`, `yes`, `1` or `false`, `off`, `no`, `0` in a path, in any case, as clients of Tolgee write them. */
export const PathFlag = Schema.String.check(Schema.isPattern(/^(?:true|on|yes|1|false|off|no|0)$/i)).pipe(
  Schema.decodeTo(Schema.Boolean, SchemaTransformation.transform({ decode: isTrue, encode: String }))
)

/** The same flag in a query. An empty value counts as absent. */
export const QueryFlag = Schema.optional(
  Schema.String.check(Schema.isPattern(/^(?:true|on|yes|1|false|off|no|0)?$/i)).pipe(
    Schema.decodeTo(
      Schema.UndefinedOr(Schema.Boolean),
      SchemaTransformation.transform({
        decode: (text: string): boolean | undefined => (text === "" ? undefined : isTrue(text)),
        encode: (flag: boolean | undefined) => (flag === undefined ? "" : String(flag))
      })
    )
  )
)
