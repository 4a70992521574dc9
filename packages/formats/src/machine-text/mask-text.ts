import type { MaskSyntax } from "@dragoman/domain/machine-translation"
import type { ChoiceNode, MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { type FlatText, type FlatValue, flattenNodes, isChoice, keepChoices, parseForm } from "./flat-text.ts"
import { type HtmlTag, nestTags } from "./html-tag.ts"
import { type SplitPlural, splitPluralForms } from "./plural-forms.ts"
import { type TextPart, termPattern, textParts } from "./text-part.ts"

/** How a text is read. */
export interface MaskRules {
  /** Texts are ICU messages, as those of plural keys always are; false: braces are characters. */
  readonly isIcu: boolean
  readonly sourceTag: string
  readonly targetTag: string
  /** Words that stay as they are, in the letters of the source. */
  readonly terms: ReadonlyArray<string>
}

/** A text as engines get it. `undo`: for `unmaskText`. */
export interface MaskedText {
  /** Texts to translate, in order; none when nothing in the text is language. */
  readonly texts: ReadonlyArray<string>
  readonly undo: MaskedMessage
}

type MaskedMessage =
  | { readonly kind: "text"; readonly segment: MaskedSegment }
  | {
      readonly kind: "plural"
      readonly argumentName: string
      readonly forms: ReadonlyArray<{ readonly keyword: string; readonly segment: MaskedSegment }>
    }

/** A text between braces, or the whole text. */
export interface MaskedSegment {
  readonly syntax: MaskSyntax
  readonly isIcu: boolean
  /** `#` must be quoted. */
  readonly isInPlural: boolean
  /** White space at the ends, which engines lose. */
  readonly leading: string
  readonly trailing: string
  readonly sent: string
  /** The place of `sent` in the texts; null: it has no letter to translate. */
  readonly textIndex: number | null
  readonly parts: ReadonlyArray<MaskedPart>
  /** Letters in front of the number of a sign. */
  readonly sign: string
}

/**
 * A part that has a mark with its number. `mask`: the mark is around the visible text; `empty`: it stands for a part without text;
 * `pair`: a tag with the tag that closes it.
 */
export interface MaskedPart {
  readonly kind: "mask" | "empty" | "pair"
  readonly pieces: ReadonlyArray<MaskedPiece>
  readonly closing: ReadonlyArray<MaskedPiece>
  /** Element that is sent. */
  readonly element: string
  readonly visible: string
}

/** Text of a part: characters, ICU syntax, or a choice whose options are translated by themselves. */
export type MaskedPiece =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "syntax"; readonly text: string }
  | {
      readonly kind: "choice"
      readonly opening: string
      readonly options: ReadonlyArray<{ readonly segment: MaskedSegment; readonly closing: string }>
    }

/**
 * Masks what an engine must leave as it is: placeholders, tags that do not nest, entities, addresses and terms; other tags stay
 * tags. A plural is divided into the forms of the target language; options of other choices are texts of their own. Language models get
 * the text as it is stored, without the white space at its ends. Why: ADR 103.
 */
export const maskText = (text: string, syntax: MaskSyntax, rules: MaskRules): MaskedText => {
  const sending: Sending = { syntax, rules, terms: termPattern(rules.terms), texts: [] }
  const plural = syntax === "NONE" || !rules.isIcu ? null : splitPluralForms(text, rules.sourceTag, rules.targetTag)
  const undo: MaskedMessage =
    plural === null
      ? { kind: "text", segment: maskWhole(text, sending) }
      : {
          kind: "plural",
          argumentName: plural.argumentName,
          forms: plural.forms.map(({ keyword, number, form }) => ({
            keyword,
            segment: maskForm(form, String(number), sending)
          }))
        }
  return { texts: sending.texts, undo }
}

interface Sending {
  readonly syntax: MaskSyntax
  readonly rules: MaskRules
  readonly terms: RegExp | null
  readonly texts: Array<string>
}

/** The place of a segment. `number`: shown for `#`; null: the sign itself. */
interface Place {
  readonly isIcu: boolean
  readonly isInPlural: boolean
  readonly number: string | null
}

const maskWhole = (text: string, sending: Sending): MaskedSegment => {
  const parsed = sending.rules.isIcu && sending.syntax !== "NONE" ? parseMessage(text) : null
  const isIcu = parsed?.kind === "message"
  // A text that is no ICU message is written for a program that reads something else.
  const flat = isIcu ? flattenNodes(text, parsed.nodes, keepChoices) : { text, values: noValues }
  return maskFlat(flat, text, { isIcu, isInPlural: false, number: null }, sending)
}

const maskForm = (form: string, number: string, sending: Sending): MaskedSegment => {
  const { message, nodes, plural } = parseForm(form)
  return maskFlat(
    flattenNodes(message, nodes, keepChoices, plural),
    message,
    { isIcu: true, isInPlural: true, number },
    sending
  )
}

const noValues: FlatText["values"] = new Map()

const maskFlat = (flat: FlatText, message: string, place: Place, sending: Sending): MaskedSegment => {
  const { text } = flat
  const { syntax } = sending
  const start = text.length - text.trimStart().length
  const end = Math.max(start, text.trimEnd().length)
  const mask = makeMasks(flat, message, place, sending)
  const found =
    syntax === "NONE" ? [] : textParts(flat, sending.terms).filter((part) => part.start >= start && part.end <= end)
  const tags = syntax === "XML" || syntax === "HTML" ? nestTags(found, text) : null
  const sign = freeSign(text)
  const parts: Array<MaskedPart> = []
  let sent = ""
  let prose = ""
  let offset = start
  const addProse = (until: number): void => {
    const part = text.slice(offset, until)
    prose += part
    sent += escapeFor(part, syntax)
  }
  for (const part of joinNeighbours(found, tags !== null)) {
    addProse(part.start)
    offset = part.end
    const tag = tags?.get(part.start)
    // The tag that opens has the mark; that which closes is known by its place.
    if (tag?.kind === "closing") {
      sent += `</${tag.element}>`
      continue
    }
    const masked = mask(part, tag)
    sent += printMark(masked, parts.length, sign, syntax)
    parts.push(masked)
  }
  addProse(end)
  const textIndex = /\p{L}/u.test(prose) ? sending.texts.push(sent) - 1 : null
  return {
    syntax,
    isIcu: place.isIcu,
    isInPlural: place.isInPlural,
    leading: text.slice(0, start),
    trailing: text.slice(end),
    sent,
    textIndex,
    parts,
    sign
  }
}

/** Placeholders without anything between them are one mask, so that engines do not divide them. Tags stay apart where they nest. */
const joinNeighbours = (parts: ReadonlyArray<TextPart>, hasTags: boolean): ReadonlyArray<TextPart> => {
  const joined: Array<TextPart> = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.end === part.start && isJoinable(last, hasTags) && isJoinable(part, hasTags)) {
      joined[joined.length - 1] = { ...last, end: part.end }
    } else joined.push(part)
  }
  return joined
}

const isJoinable = ({ kind }: TextPart, hasTags: boolean): boolean => kind !== "code" && !(kind === "tag" && hasTags)

const makeMasks = ({ text, values }: FlatText, message: string, place: Place, sending: Sending) => {
  const piecesOf = (start: number, end: number): ReadonlyArray<MaskedPiece> => {
    const pieces: Array<MaskedPiece> = []
    let literal = ""
    for (let offset = start; offset < end; offset++) {
      const value = values.get(offset)
      if (value === undefined) {
        literal += text[offset] ?? ""
        continue
      }
      if (literal !== "") pieces.push({ kind: "literal", text: literal })
      literal = ""
      pieces.push(pieceOf(value))
    }
    return literal === "" ? pieces : [...pieces, { kind: "literal", text: literal }]
  }
  const pieceOf = ({ node, source }: FlatValue): MaskedPiece => {
    // Endings of ordinal numbers are no words that an engine could translate.
    if (!isChoice(node) || node.kind === "selectordinal") return { kind: "syntax", text: source }
    const plural =
      node.kind === "plural" ? splitPluralForms(source, sending.rules.sourceTag, sending.rules.targetTag) : null
    if (plural !== null) return maskInnerPlural(plural)
    const options = node.options.map(({ nodes, end }, index) => ({
      segment: maskOption(node, nodes),
      closing: message.slice(end, node.options[index + 1]?.start ?? node.end)
    }))
    return { kind: "choice", opening: message.slice(node.start, node.options[0]?.start ?? node.end), options }
  }
  const maskInnerPlural = ({ argumentName, forms }: SplitPlural): MaskedPiece => {
    const options = forms.map(({ number, form }, index) => {
      const next = forms[index + 1]
      return {
        segment: maskForm(form, String(number), sending),
        closing: next === undefined ? "}}" : `} ${next.keyword} {`
      }
    })
    return { kind: "choice", opening: `{${argumentName}, plural, ${forms[0]?.keyword} {`, options }
  }
  const maskOption = (node: ChoiceNode, nodes: ReadonlyArray<MessageNode>): MaskedSegment => {
    const isInPlural = node.kind === "plural"
    const flat = flattenNodes(message, nodes, keepChoices, isInPlural ? node : null)
    return maskFlat(flat, message, { isIcu: true, isInPlural, number: null }, sending)
  }
  const visibleOf = (start: number, end: number): string => {
    let visible = ""
    for (let offset = start; offset < end; offset++) {
      const node = values.get(offset)?.node
      if (node === undefined) visible += text[offset] ?? ""
      else visible += node.kind === "numberSign" ? (place.number ?? "#") : `{${node.name}}`
    }
    return visible
  }
  return ({ kind, start, end }: TextPart, tag: HtmlTag | undefined): MaskedPart => {
    const pieces = piecesOf(start, end)
    const none = { pieces, closing: [], visible: "" }
    if (tag?.kind === "pair") {
      return { ...none, kind: "pair", closing: piecesOf(tag.closingStart, tag.closingEnd), element: tag.element }
    }
    if (tag?.kind === "empty") return { ...none, kind: "empty", element: tag.element }
    const visible = visibleOf(start, end)
    // Engines of HTML take line breaks for spaces; XML has no control characters.
    if (kind === "code" && !/^[&\\]/.test(visible)) return { ...none, kind: "empty", element: "br" }
    return { kind: "mask", pieces, closing: [], element: maskElements[sending.syntax], visible }
  }
}

const maskElements: Readonly<Record<MaskSyntax, string>> = { XML: "x", HTML: "span", SIGN: "", NONE: "" }

const printMark = ({ kind, element, visible }: MaskedPart, id: number, sign: string, syntax: MaskSyntax): string => {
  if (syntax === "SIGN") return `${sign}${id}${signEnd}`
  if (kind === "pair") return `<${element} id="m${id}">`
  if (kind === "empty") return syntax === "XML" ? `<${element} id="m${id}"/>` : `<${element} id="m${id}">`
  const content = escapeFor(visible, syntax)
  return syntax === "XML"
    ? `<x id="m${id}">${content}</x>`
    : `<span id="m${id}" translate="no" class="notranslate">${content}</span>`
}

const escapeFor = (text: string, syntax: MaskSyntax): string =>
  syntax === "XML" || syntax === "HTML"
    ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    : text

/** Letters behind the number of a sign: it ends even where a digit follows. */
export const signEnd = "QZ"

/** Letters that no language begins a word with, and that the text does not have. */
const freeSign = (text: string): string => {
  const capitals = text.toUpperCase()
  let sign = "ZX"
  while (capitals.includes(sign)) sign = `Z${sign}`
  return sign
}
