import type { Json } from "@dragoman/domain/error"
import type { StringsdictVariable } from "./parse-stringsdict.ts"

// Names under which exports find what only stringsdict files have. Source: docs/formats.md#apple-strings-and-stringsdict.

/** Format data: the format of the key and all its variables. */
export const entryName = "_stringsdictEntry"
/** Format data of this text: the forms of the variables are those of the text. */
export const asReadName = "_stringsdictAsRead"

type KeptVariable = Pick<StringsdictVariable, "name" | "valueType" | "forms">

export interface KeptEntry {
  /** `NSStringLocalizedFormatKey`; null = missing. */
  readonly format: string | null
  /** The variable whose forms are the text of the key. */
  readonly shownVariable: string
  /** True = the text around that variable is in its forms. */
  readonly holdsAround: boolean
  readonly variables: ReadonlyArray<KeptVariable>
}

export const storeEntry = ({ format, shownVariable, holdsAround, variables }: KeptEntry): Json => ({
  format,
  shownVariable,
  holdsAround,
  variables: variables.map(({ name, valueType, forms }) => [name, valueType, [...forms]])
})

/** Null = there is none, or a value of another shape, which a person may have stored. */
export const keptEntry = (value: Json | undefined): KeptEntry | null => {
  if (value === undefined || value === null || typeof value !== "object" || !("variables" in value)) return null
  const { format = null, shownVariable, holdsAround, variables } = value
  if (!Array.isArray(variables) || typeof shownVariable !== "string") return null
  return {
    format: typeof format === "string" ? format : null,
    shownVariable,
    holdsAround: holdsAround === true,
    variables: variables.flatMap((variable): ReadonlyArray<KeptVariable> => {
      const [name, valueType, forms] = Array.isArray(variable) ? variable : []
      if (typeof name !== "string" || !Array.isArray(forms)) return []
      const pairs = forms.flatMap((form) => {
        const [keyword, text] = Array.isArray(form) ? form : []
        return typeof keyword === "string" && typeof text === "string" ? [[keyword, text] as const] : []
      })
      return [{ name, valueType: typeof valueType === "string" ? valueType : null, forms: new Map(pairs) }]
    })
  }
}
