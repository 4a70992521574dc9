import type { MessageNode } from "../icu/message-node.ts"
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

/** The source as its program reads it. */
export interface ReadSource {
  readonly isIcu: boolean
  readonly nodes: ReadonlyArray<MessageNode>
}

/** Reads the source. One that is no ICU message is written for a program that reads something else, and so is its translation. */
export const readSource = ({ source, isPlural, icuPlaceholders }: MachineText): ReadSource => {
  const parsed = isPlural || icuPlaceholders ? parseMessage(source) : null
  if (parsed?.kind === "message") return { isIcu: true, nodes: parsed.nodes }
  return { isIcu: false, nodes: asLiteral(source) }
}

export const asLiteral = (text: string): ReadonlyArray<MessageNode> => [
  { kind: "literal", value: text, start: 0, end: text.length }
]
