import type { PseudoLocale } from "@dragoman/domain/language"
import { escapeMessage } from "../icu/escape-message.ts"
import type { ChoiceNode, MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { flattenNodes, isChoice, keepChoices } from "../machine-text/flat-text.ts"
import { textParts } from "../machine-text/text-part.ts"
import { parsePluralMessage } from "../plural/plural-message.ts"

/**
 * The text in a pseudo-locale. Placeholders, tags, addresses and the syntax of plurals stay. `isIcu` false: braces are
 * characters, unless the text is a plural. See docs/export.md#pseudo-locales.
 */
export const pseudoText = (text: string, locale: PseudoLocale, isIcu: boolean): string => {
  const parsed = isIcu || parsePluralMessage(text) !== null ? parseMessage(text) : null
  const style = styles[locale]
  if (parsed?.kind === "message") return printNodes(text, parsed.nodes, style, { isInPlural: false, isWhole: true })
  const { prose, letters } = changeProse({ text, values: new Map() }, style, (literal) => literal)
  return letters === 0 ? text : style.frame(prose, letters)
}

interface PseudoStyle {
  /** Changes a part of a text that is prose, and nothing else. */
  readonly change: (prose: string) => string
  /** Completes a whole text with this number of letters. */
  readonly frame: (text: string, letters: number) => string
}

/** Where nodes stand. `isWhole`: they are all that a reader sees, and no part of a sentence. */
interface Place {
  readonly isInPlural: boolean
  readonly isWhole: boolean
}

const printNodes = (message: string, nodes: ReadonlyArray<MessageNode>, style: PseudoStyle, place: Place): string => {
  const [only] = nodes
  if (nodes.length === 1 && only !== undefined && isChoice(only))
    return printChoice(message, only, style, place.isWhole)
  const { prose, letters } = changeProse(
    flattenNodes(message, nodes, keepChoices),
    style,
    (literal) => escapeMessage(literal, place.isInPlural),
    (node, source) => (isChoice(node) ? printChoice(message, node, style, false) : source)
  )
  return place.isWhole && letters > 0 ? style.frame(prose, letters) : prose
}

const printChoice = (message: string, choice: ChoiceNode, style: PseudoStyle, isWhole: boolean): string => {
  let printed = ""
  let offset = choice.start
  for (const { nodes, start, end } of choice.options) {
    const isInPlural = choice.kind !== "select"
    printed += message.slice(offset, start) + printNodes(message, nodes, style, { isInPlural, isWhole })
    offset = end
  }
  return printed + message.slice(offset, choice.end)
}

/** Changes the prose of a text and prints its values. `letters`: those of the prose. */
const changeProse = (
  flat: ReturnType<typeof flattenNodes>,
  { change }: PseudoStyle,
  printLiteral: (literal: string) => string,
  printValue: (node: MessageNode, source: string) => string = (_, source) => source
): { readonly prose: string; readonly letters: number } => {
  let prose = ""
  let literal = ""
  let letters = 0
  /** Adds a part that stays; values may lie in it. */
  const keep = (start: number, end: number): void => {
    for (let offset = start; offset < end; offset++) {
      const value = flat.values.get(offset)
      if (value === undefined) literal += flat.text[offset]
      else {
        prose += printLiteral(literal) + printValue(value.node, value.source)
        literal = ""
      }
    }
  }
  const add = (text: string): void => {
    letters += text.match(/\p{L}/gu)?.length ?? 0
    literal += change(text)
  }
  let offset = 0
  for (const { start, end } of textParts(flat, null)) {
    add(flat.text.slice(offset, start))
    keep(start, end)
    offset = end
  }
  add(flat.text.slice(offset))
  return { prose: prose + printLiteral(literal), letters }
}

const plainLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const accentedLetters = [..."ÅƁÇÐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýž"]

const accents: ReadonlyMap<string, string> = new Map(
  [...plainLetters].map((letter, index) => [letter, accentedLetters[index] ?? letter])
)

/** How much longer than the English text a translation is taken to be. */
const expansion = 0.3

/** Words that lengthen a text: they break into lines as a translation does. */
const paddingWords = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

const paddingOf = (letters: number): string => {
  let padding = ""
  for (let index = 0; padding.length < letters * expansion; index++) {
    padding += ` ${paddingWords[index % paddingWords.length]}`
  }
  return padding
}

const rightToLeftMark = "\u200F"
const rightToLeftOverride = "\u202E"
const popDirection = "\u202C"

const styles: Readonly<Record<PseudoLocale, PseudoStyle>> = {
  "en-XA": {
    change: (prose) => prose.replace(/[A-Za-z]/g, (letter) => accents.get(letter) ?? letter),
    frame: (text, letters) => `[${text}${paddingOf(letters)}]`
  },
  "ar-XB": {
    change: (prose) =>
      prose.replace(/\S+/g, (word) =>
        /\p{L}/u.test(word) ? rightToLeftMark + rightToLeftOverride + word + popDirection + rightToLeftMark : word
      ),
    frame: (text) => text
  }
}
