import type { Response } from "../../base/api/contract.ts"

type Variable = Response<"promptVariable", "list">["data"][number]

/** A variable by the name that a template has for it. */
export interface NamedValue {
  readonly name: string
  readonly description: string | null
  /** null: the key has none. */
  readonly value: string | null
}

/** Lists variables under the names that templates have for them, such as `source.translation`. */
export const namedValues = (variables: ReadonlyArray<Variable>, path = ""): ReadonlyArray<NamedValue> =>
  variables.flatMap(({ name, type, description, value, props }) =>
    type === "OBJECT" ? namedValues(props, `${path}${name}.`) : [{ name: `${path}${name}`, description, value }]
  )
