import { parseMessage } from "../icu/parse-message.ts"

/** A text by a machine with the text that it was made from. */
export interface MachineText {
  readonly source: string
  readonly sourceTag: string
  /** The text by the machine, without masks. */
  readonly answer: string
  readonly languageTag: string
  /** Texts of the key are ICU plurals. */
  readonly isPlural: boolean
  /** The project has ICU placeholders; else braces are characters, except in plurals. */
  readonly icuPlaceholders: boolean
  /** Visible characters; null: no limit. */
  readonly lengthMax: number | null
  /** Words that stay as they are, in the letters of the source. */
  readonly terms: ReadonlyArray<string>
}

/** A source that is no ICU message is written for a program that reads something else, and so is its translation. */
export const isReadAsIcu = ({ source, isPlural, icuPlaceholders }: MachineText): boolean =>
  (isPlural || icuPlaceholders) && parseMessage(source).kind === "message"
