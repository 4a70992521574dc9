import type { Json } from "@dragoman/domain/error"
import type { PrintOptions } from "./printing/print-message.ts"

/**
 * A custom value of keys whose texts have percent signs and no placeholders: exports write them as the file did.
 * Source: docs/formats.md#percent-signs.
 */
export const percentSignsCustomValue = "_percentSigns"

/** The options for the texts of one key, with what an import kept of it. */
export const withPercentSigns = <Options extends PrintOptions>(
  options: Options,
  customValues: Readonly<Record<string, Json>>
): Options => {
  const value = customValues[percentSignsCustomValue]
  return value === "single" || value === "doubled" ? { ...options, percentSigns: value } : options
}
