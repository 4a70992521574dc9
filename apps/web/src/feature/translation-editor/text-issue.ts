import { translationTextMaxUtf16Units } from "@dragoman/domain/translation"
import { visibleLength } from "@dragoman/formats/icu"
import type { TextArguments } from "../../base/texts/format-message.ts"
import type { TextKey } from "../../base/texts/text.ts"
import { type EditedMessage, fittingForm, isExact, placeOfForms, printMessage } from "./edited-message.ts"
import { distinctPlaceholders, findPlaceholders, type Placeholder, placeholdersOf } from "./placeholder.ts"
import { pluralCategories } from "./plural-category.ts"
import { parsePart } from "./text-part.ts"

/** An error or a warning about a text. Errors block saving; warnings need a confirmation. */
export interface TextIssue {
  readonly severity: "error" | "warning"
  /** The form that it is about; null: the whole message. */
  readonly selector: string | null
  readonly sentence: TextKey
  readonly args: TextArguments
  /** UTF-16 offset in the form; absent: it has no place. */
  readonly offset?: number
}

export interface IssueFacts {
  readonly message: EditedMessage
  readonly languageTag: string
  readonly isIcu: boolean
  /** The key is plural: its text has to be one. */
  readonly isPlural: boolean
  /** null: this is the base language, or the base has no text. */
  readonly base: { readonly message: EditedMessage; readonly languageTag: string } | null
  /** null: no limit. */
  readonly maxCharacters: number | null
}

/** The issues of a message, errors first. */
export const findIssues = (facts: IssueFacts): ReadonlyArray<TextIssue> => {
  const printed = printMessage(facts.message)
  if (printed === "") return []
  const issues = [...wholeIssues(facts, printed), ...facts.message.forms.flatMap((form) => formIssues(facts, form))]
  return issues.toSorted((one, other) => Number(one.severity === "warning") - Number(other.severity === "warning"))
}

/** Counts the visible characters as the server does. */
export const countedLength = (message: EditedMessage): number => visibleLength(printMessage(message))

const wholeIssues = ({ message, isPlural, maxCharacters, base, languageTag }: IssueFacts, printed: string) => {
  const issues: Array<TextIssue> = []
  const issue = (severity: TextIssue["severity"], sentence: TextKey, args: TextArguments = {}) =>
    issues.push({ severity, selector: null, sentence, args })
  if (isPlural && message.choice === null) issue("error", "issue.not-plural")
  if (printed.length > translationTextMaxUtf16Units) {
    issue("error", "issue.far-too-long", { max: translationTextMaxUtf16Units })
  } else if (maxCharacters !== null && countedLength(message) > maxCharacters) {
    issue("error", "issue.over-limit", { max: maxCharacters })
  }
  const isOtherLanguage = base !== null && primary(base.languageTag) !== primary(languageTag)
  if (isOtherLanguage && hasWords(printed) && printed === printMessage(base.message)) {
    issue("warning", "issue.equal-to-base")
  }
  return issues
}

const formIssues = (facts: IssueFacts, { selector, text }: { readonly selector: string; readonly text: string }) => {
  const { message, base, languageTag, isIcu } = facts
  const issues: Array<TextIssue> = []
  const issue = (severity: TextIssue["severity"], sentence: TextKey, args: TextArguments = {}) =>
    issues.push({ severity, selector, sentence, args })
  if (text === "") {
    // Another category has `other`; no number has nothing.
    issue("warning", "issue.empty-form")
    return issues
  }
  const place = placeOfForms(message)
  const parsed = isIcu ? parsePart(text, place) : { kind: "part" as const, nodes: [] }
  if (parsed.kind === "error") {
    const at = { position: parsed.offset + 1 }
    return [
      { severity: "error" as const, selector, sentence: "issue.syntax" as const, args: at, offset: parsed.offset }
    ]
  }
  if (base === null) return issues
  const baseForm = fittingForm(base.message, selector)
  const own = distinctPlaceholders(placeholdersOf(parsed.nodes, text))
  if (isIcu) {
    const inForm = distinctPlaceholders(findPlaceholders(baseForm.text, placeOfForms(base.message)))
    const inBase = base.message.forms.flatMap((form) => findPlaceholders(form.text, placeOfForms(base.message)))
    issues.push(...placeholderIssues({ selector, own, inForm, inBase, facts }))
  }
  if (edgeSpaces(text) !== edgeSpaces(baseForm.text)) issue("warning", "issue.spaces")
  else if (finalMark(text) !== finalMark(baseForm.text) && !withoutMarks.has(primary(languageTag))) {
    issue("warning", "issue.final-mark")
  }
  return issues
}

interface PlaceholderFacts {
  readonly selector: string
  readonly own: ReadonlyArray<Placeholder>
  /** Placeholders of the base form that fits. */
  readonly inForm: ReadonlyArray<Placeholder>
  /** Placeholders of all base forms. */
  readonly inBase: ReadonlyArray<Placeholder>
  readonly facts: IssueFacts
}

const placeholderIssues = ({ selector, own, inForm, inBase, facts }: PlaceholderFacts): ReadonlyArray<TextIssue> => {
  const counted = facts.message.choice?.kind === "select" ? null : (facts.message.choice?.name ?? null)
  const isNumber = (placeholder: Placeholder) =>
    placeholder.kind === "number" || (placeholder.kind === "argument" && nameOf(placeholder) === counted)
  const warning = (sentence: TextKey, source: string): TextIssue => ({
    severity: "warning",
    selector,
    sentence,
    args: { placeholder: source }
  })
  const ownNames = new Set(own.map(idOf))
  const missing = inForm.filter((placeholder) => !isNumber(placeholder) && !ownNames.has(idOf(placeholder)))
  const baseNames = new Set(inBase.map(idOf))
  const extra = own.filter((placeholder) => !isNumber(placeholder) && !baseNames.has(idOf(placeholder)))
  const changed = own.filter(
    (placeholder) =>
      placeholder.kind === "argument" &&
      baseNames.has(idOf(placeholder)) &&
      !inBase.some((other) => idOf(other) === idOf(placeholder) && typeOf(other) === typeOf(placeholder))
  )
  const lacksNumber =
    counted !== null &&
    standsForSeveral(facts, selector) &&
    inBase.some(isNumber) &&
    inForm.some(isNumber) &&
    !own.some(isNumber)
  return [
    ...missing.map(({ source }) => warning("issue.missing", source)),
    ...(lacksNumber ? [warning("issue.missing-number", "#")] : []),
    ...extra.map(({ source }) => warning("issue.extra", source)),
    ...changed.map(({ source }) => warning("issue.changed-type", source))
  ]
}

const standsForSeveral = ({ message, languageTag }: IssueFacts, selector: string): boolean => {
  if (isExact(selector)) return false
  const type = message.choice?.kind === "selectordinal" ? "ordinal" : "cardinal"
  return pluralCategories(languageTag, type).find(({ name }) => name === selector)?.hasSeveralNumbers ?? true
}

/** The same placeholder may have another style in another language. */
const idOf = (placeholder: Placeholder): string =>
  placeholder.kind === "argument" ? `{${nameOf(placeholder)}` : placeholder.source

const nameOf = ({ label }: Placeholder): string => label.split(", ")[0] ?? label

const typeOf = ({ label }: Placeholder): string => label.split(", ")[1] ?? ""

const primary = (languageTag: string): string => languageTag.split(/[-_]/)[0] ?? languageTag

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replace(/\{[^{}]*\}|<[^<>]*>/g, ""))

const edgeSpaces = (text: string): string => `${/^\s/.test(text)} ${/\s$/.test(text)}`

/** Marks that end a sentence, by what they mean. */
const finalMarks: ReadonlyArray<readonly [mark: string, pattern: RegExp]> = [
  ["ellipsis", /(?:…|\.\.\.)$/],
  ["stop", /[.。।۔։]$/],
  ["question", /[?？؟;]$/],
  ["exclamation", /[!！]$/],
  ["colon", /[:：]$/]
]

/** Languages that end a sentence without a mark. */
const withoutMarks: ReadonlySet<string> = new Set(["th", "lo", "km", "my"])

const finalMark = (text: string): string | null =>
  finalMarks.find(([, pattern]) => pattern.test(text.trimEnd()))?.[0] ?? null
