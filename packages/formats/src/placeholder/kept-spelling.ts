import type { Json } from "@dragoman/domain/error"
import { percentSignsName, spacedPlaceholdersName } from "../format-data.ts"
import type { PrintOptions } from "./printing/print-message.ts"

/** The options for a text of a key, with what its file said about the spelling; `kept` as `keptWith` has it. */
export const withKeptSpelling = <Options extends PrintOptions>(
  options: Options,
  kept: Readonly<Record<string, Json>>
): Options => {
  const percentSigns = kept[percentSignsName]
  const isSpaced = kept[spacedPlaceholdersName] === true
  if (percentSigns === undefined && !isSpaced) return options
  return {
    ...options,
    ...(percentSigns === "single" || percentSigns === "doubled" ? { percentSigns } : {}),
    ...(isSpaced ? { isSpaced } : {})
  }
}
