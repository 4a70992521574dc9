import type { Json } from "@dragoman/domain/error"
import type { PrintOptions } from "./printing/print-message.ts"

// Custom values of a key that say how files spell its texts where a stored text cannot: exports write them so.

/** Of texts with percent signs in plain text: `single`, `doubled`, or `mixed`, which exports write as if it were absent. Source: docs/formats.md#percent-signs. */
export const percentSignsCustomValue = "_percentSigns"

/** Of texts in a file without placeholders: what looks like one in them is none. Source: docs/formats.md#properties. */
export const literalCustomValue = "_literal"

/** `{{ name }}` of i18next instead of `{{name}}`. Source: docs/formats.md#json. */
export const spacedPlaceholdersCustomValue = "_spacedPlaceholders"

/** The options for the texts of one key, with what an import kept of it. */
export const withKeptSpelling = <Options extends PrintOptions>(
  options: Options,
  customValues: Readonly<Record<string, Json>>
): Options => {
  const percentSigns = customValues[percentSignsCustomValue]
  const isSpaced = customValues[spacedPlaceholdersCustomValue] === true
  if (percentSigns === undefined && !isSpaced) return options
  return {
    ...options,
    ...(percentSigns === "single" || percentSigns === "doubled" ? { percentSigns } : {}),
    ...(isSpaced ? { isSpaced } : {})
  }
}
