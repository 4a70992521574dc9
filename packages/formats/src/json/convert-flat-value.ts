import {
  type ConversionOptions,
  type ConvertedText,
  convertPluralForms,
  convertText
} from "../placeholder/convert-text.ts"
import type { Dialect } from "../placeholder/dialect.ts"
import type { FlatValue } from "./flatten-json.ts"

/** One value of a nested document as it is stored; null = a key without a text. */
export const convertFlatValue = (
  value: FlatValue,
  dialect: Dialect | null,
  options: ConversionOptions
): ConvertedText | null => {
  switch (value.kind) {
    case "null":
      return null
    case "scalar":
      return { text: value.text, pluralArgumentName: null }
    case "text":
      return convertText(value.text, dialect, options)
    case "plural":
      return convertPluralForms(value.forms, dialect, options)
  }
}
