import { protectedRanges } from "../check/protected-ranges.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { parsePluralMessage, printPluralMessage } from "../plural/plural-message.ts"

/** A part of a text that is exchanged for another one, not translated. */
interface MaskedPart {
  readonly kind: "placeholder" | "tag" | "number"
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Characters of the private use area, which no text has words of. */
const masks: Readonly<Record<MaskedPart["kind"], string>> = { placeholder: "\uE000", tag: "\uE001", number: "\uE002" }

const numberPattern = /\p{Nd}+(?:[.,\u00A0\u202F]\p{Nd}+)*/gu

/**
 * The text as it is compared: the `other` form of a plural, placeholders, tags and numbers as one character each, in lower case, with
 * single spaces. For texts that are the same but for these, `adaptTarget` makes a translation of one fit the other.
 */
export const normalizeSource = (text: string): string => {
  const { form, isPlural } = comparedForm(text)
  let masked = ""
  let offset = 0
  for (const { kind, start, end } of maskedParts(form, isPlural)) {
    masked += `${form.slice(offset, start)}${masks[kind]}`
    offset = end
  }
  return `${masked}${form.slice(offset)}`.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim()
}

/**
 * The translation of a match with the placeholders and numbers of the text that asks. Parts are exchanged in order, kind by kind, when
 * the texts and the translation have equally many of them; else they stay as they are.
 */
export const adaptTarget = (askedText: string, sourceText: string, targetText: string): string => {
  if (askedText === sourceText) return targetText
  const asked = comparedForm(askedText)
  const source = comparedForm(sourceText)
  const askedParts = maskedParts(asked.form, asked.isPlural)
  const sourceParts = maskedParts(source.form, source.isPlural)
  const plural = parsePluralMessage(targetText)
  if (plural === null) return adaptForm(targetText, false, askedParts, sourceParts)
  const forms = [...plural.forms].map(([keyword, form]): readonly [string, string] => [
    keyword,
    adaptForm(form, true, askedParts, sourceParts)
  ])
  const argumentName = parsePluralMessage(askedText)?.argumentName ?? plural.argumentName
  return printPluralMessage({ argumentName, forms: new Map(forms) })
}

/**
 * Whether a translation may stand without a look by a person, as far as numbers go: both texts have the same ones, or the adapted
 * translation has those of the text that asks.
 */
export const hasNumbersOf = (askedText: string, sourceText: string, adaptedText: string): boolean => {
  const asked = numbersOf(askedText)
  return asked === numbersOf(sourceText) || asked === numbersOf(adaptedText)
}

const numbersOf = (text: string): string => {
  const { form, isPlural } = comparedForm(text)
  const numbers = ofKind(maskedParts(form, isPlural), "number").map((part) => part.text)
  return numbers.sort().join(" ")
}

const comparedForm = (text: string): { readonly form: string; readonly isPlural: boolean } => {
  const form = parsePluralMessage(text)?.forms.get("other")
  return form === undefined ? { form: text, isPlural: false } : { form, isPlural: true }
}

const maskedParts = (form: string, isPlural: boolean): ReadonlyArray<MaskedPart> => {
  const parsed = parseMessage(form)
  const ranges = protectedRanges(form, parsed.kind === "error" ? [] : parsed.nodes, 0)
  const parts: Array<MaskedPart> = []
  const add = (kind: MaskedPart["kind"], start: number, end: number): void => {
    parts.push({ kind, text: form.slice(start, end), start, end })
  }
  const addProse = (start: number, end: number): void => {
    const prose = form.slice(start, end)
    for (const found of prose.matchAll(numberPattern))
      add("number", start + found.index, start + found.index + found[0].length)
    if (!isPlural) return
    for (const { index } of prose.matchAll(/#/g)) add("placeholder", start + index, start + index + 1)
  }
  let offset = 0
  for (const { kind, start, end } of ranges) {
    addProse(offset, start)
    if (kind === "tag") add("tag", start, end)
    else if (kind === "argument" || kind === "placeholder") add("placeholder", start, end)
    offset = end
  }
  addProse(offset, form.length)
  return parts.sort((one, other) => one.start - other.start)
}

const adaptForm = (
  target: string,
  isPlural: boolean,
  asked: ReadonlyArray<MaskedPart>,
  source: ReadonlyArray<MaskedPart>
): string => {
  const targetParts = maskedParts(target, isPlural)
  const exchanged = (["placeholder", "number"] as const).flatMap((kind) =>
    exchange(ofKind(asked, kind), ofKind(source, kind), ofKind(targetParts, kind))
  )
  let adapted = target
  for (const { start, end, text } of exchanged.sort((one, other) => other.start - one.start)) {
    adapted = adapted.slice(0, start) + text + adapted.slice(end)
  }
  return adapted
}

const ofKind = (parts: ReadonlyArray<MaskedPart>, kind: MaskedPart["kind"]): ReadonlyArray<MaskedPart> =>
  parts.filter((part) => part.kind === kind)

/** The parts of the target with their new texts; none when one of them cannot be told from the source. */
const exchange = (
  asked: ReadonlyArray<MaskedPart>,
  source: ReadonlyArray<MaskedPart>,
  target: ReadonlyArray<MaskedPart>
): ReadonlyArray<MaskedPart> => {
  if (asked.length !== source.length || target.length !== source.length) return []
  const texts = new Map<string, string>()
  for (const [index, { text }] of source.entries()) {
    const wanted = asked[index]?.text ?? text
    if ((texts.get(text) ?? wanted) !== wanted) return []
    texts.set(text, wanted)
  }
  if (!target.every(({ text }) => texts.has(text))) return []
  return target.map((part) => ({ ...part, text: texts.get(part.text) ?? part.text }))
}
