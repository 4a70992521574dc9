import { Schema } from "effect"
import { field } from "../field.ts"

interface PromptVariableModel {
  readonly name: string
  readonly value: string | null
  readonly description: string | null
  readonly type: "FRAGMENT" | "OBJECT" | "STRING"
  readonly props: ReadonlyArray<PromptVariableModel>
}

const PromptVariableModel = Schema.Struct({
  name: field(Schema.String, "Name of the variable inside of its object.", "source"),
  value: field(
    Schema.NullOr(Schema.String),
    "Value for the key; of a fragment, its template. null: an object, or no key was named.",
    null
  ),
  description: field(Schema.NullOr(Schema.String), "Meaning of the variable.", "Text of the key in the language"),
  type: field(
    Schema.Literals(["FRAGMENT", "OBJECT", "STRING"]),
    "`FRAGMENT`: a block of the default prompt, `OBJECT`: has `props`, `STRING`: a text.",
    "OBJECT"
  ),
  props: field(
    Schema.Array(Schema.suspend((): Schema.Codec<PromptVariableModel> => PromptVariableModel)),
    "Variables of an object; empty for others.",
    []
  )
}).annotate({ identifier: "PromptVariable" })

export const PromptVariablesModel = Schema.Struct({
  data: field(Schema.Array(PromptVariableModel), "Variables by the objects in which they are.")
})
