import { translationTextMaxUtf16Units } from "@dragoman/domain/translation"
import { type CheckFinding, type CheckType, checkText, checkTypes, defaultCheckTypes } from "@dragoman/formats/check"
import { parseMessage, parsePluralMessage } from "@dragoman/formats/icu"
import type { QualityIssueModel } from "../../base/api/contract.ts"
import type { Severities } from "../quality-check/check-rules.ts"
import { type EditedMessage, placeOfForms, printMessage } from "./edited-message.ts"
import { parsePart } from "./text-part.ts"

/** An error or a warning about a text. Warnings need a confirmation; errors keep a text from being reviewed. */
export interface TextIssue {
  readonly severity: "error" | "warning"
  /** An error that keeps the text from being saved too. */
  readonly isBlocking: boolean
  /** The finding in the printed text; null: the editor found the issue by itself, and it cannot be ignored. */
  readonly finding: CheckFinding | null
  /** The code of a check, or one of `editorCodes`. */
  readonly code: string
  readonly params: Readonly<Record<string, string>>
  /** The form that it is about, `""` if the message has none; null: the whole message. */
  readonly selector: string | null
  /** UTF-16 offsets in the form, end exclusive; null: it has no place. */
  readonly range: TextRange | null
  /** Stands in the place of the range when that is certainly right; null: the user decides. */
  readonly replacement: string | null
  /** The same for the same issue after edits elsewhere in the text. */
  readonly identity: string
}

export interface TextRange {
  readonly start: number
  readonly end: number
}

export interface CheckFacts {
  readonly message: EditedMessage
  readonly languageTag: string
  readonly isIcu: boolean
  /** The key is plural: its text has to be one. */
  readonly isPlural: boolean
  /** null: this is the base language, or the base has no text. */
  readonly base: { readonly text: string; readonly languageTag: string } | null
  /** null: no limit. */
  readonly maxCharacters: number | null
  /** null: those of a new project. */
  readonly severities: Severities | null
}

/** The codes of issues that the server rejects and no check finds. */
export const editorCodes = ["text_not_plural", "text_too_long"] as const

/** The issues of a message: errors first, then in the order of the forms and their texts. An empty text has none: it is none yet. */
export const checkMessage = (facts: CheckFacts): ReadonlyArray<TextIssue> => {
  const { message, languageTag, isPlural, base, maxCharacters } = facts
  const printed = printMessage(message)
  if (printed === "") return []
  if (printed.length > translationTextMaxUtf16Units) {
    return [ownError("text_too_long", { limit: String(translationTextMaxUtf16Units) })]
  }
  // The other checks would compare braces.
  const syntaxErrors = findSyntaxErrors(facts)
  if (syntaxErrors.length > 0) return syntaxErrors
  const isIcu = readsIcu(facts)
  const checked = { text: printed, languageTag, base, isPlural, isIcu, maxCharLimit: maxCharacters }
  const places = placesOfForms(message, printed)
  const issues = checkText(checked, typesOf(facts)).map((finding) => issueOf(finding, places, facts))
  const order = message.forms.map(({ selector }) => selector)
  const rank = ({ selector }: TextIssue) => (selector === null ? -1 : order.indexOf(selector))
  const isNoPlural = isPlural && message.choice === null && parsePluralMessage(printed) === null
  return [...(isNoPlural ? [ownError("text_not_plural", {})] : []), ...issues].toSorted(
    (one, other) =>
      Number(one.severity === "warning") - Number(other.severity === "warning") ||
      rank(one) - rank(other) ||
      (one.range?.start ?? -1) - (other.range?.start ?? -1)
  )
}

/** The same types as on the server, and those that block saving. */
const typesOf = ({ severities }: CheckFacts): ReadonlySet<CheckType> =>
  severities === null
    ? defaultCheckTypes
    : new Set(checkTypes.filter((type) => blockingTypes.has(type) || severities[type] !== "OFF"))

/**
 * Finds the stored issue that an issue of the edited text is, by its identity, which survives edits elsewhere in the text; an
 * issue that was ignored before its text was stored is found by its place. The message of `facts` is the stored text.
 */
export const matchStored = (facts: CheckFacts, stored: ReadonlyArray<QualityIssueModel>) => {
  const { languageTag, isPlural, base, maxCharacters } = facts
  const text = printMessage(facts.message)
  const isIcu = facts.isIcu || isPlural
  const checked = { text, languageTag, base, isPlural, isIcu, maxCharLimit: maxCharacters }
  const byPlace = new Map(
    stored.map((issue) => [
      placeOf(issue.type, issue, issue.positionStart, issue.positionEnd, issue.pluralVariant),
      issue
    ])
  )
  const atPlace = (finding: CheckFinding) =>
    byPlace.get(placeOf(finding.type, finding, finding.start, finding.end, finding.form)) ?? null
  const byIdentity = new Map(
    checkText(checked, typesOf(facts)).map((finding) => [finding.identity, atPlace(finding)] as const)
  )
  return ({ finding }: TextIssue): QualityIssueModel | null =>
    finding === null ? null : (byIdentity.get(finding.identity) ?? atPlace(finding))
}

const placeOf = (
  type: string,
  { message, replacement }: Pick<CheckFinding, "message" | "replacement">,
  start: number | null,
  end: number | null,
  form: string | null
): string => JSON.stringify([type, message, replacement, start, end, form])

const ownError = (code: (typeof editorCodes)[number], params: TextIssue["params"]): TextIssue => ({
  severity: "error",
  isBlocking: true,
  finding: null,
  code,
  params,
  selector: null,
  range: null,
  replacement: null,
  identity: code
})

/** A plural is stored as ICU in a project without ICU placeholders too. */
const readsIcu = ({ message, isIcu }: CheckFacts): boolean => isIcu || message.choice !== null

/** Finds errors in each form by itself: in the whole message, a brace could end one form and begin another. */
const findSyntaxErrors = (facts: CheckFacts): ReadonlyArray<TextIssue> => {
  const { message, base } = facts
  if (!readsIcu(facts)) return []
  // A base text that is no ICU message is written for a program that reads something else.
  if (message.choice === null && base !== null && parseMessage(base.text).kind === "error") return []
  return message.forms.flatMap(({ selector, text }): ReadonlyArray<TextIssue> => {
    const parsed = parsePart(text, placeOfForms(message))
    if (parsed.kind !== "error") return []
    const { offset } = parsed
    return [
      {
        severity: "error",
        isBlocking: true,
        finding: null,
        code: "qa_icu_syntax_error",
        params: { position: String(offset + 1) },
        selector,
        range: { start: offset, end: Math.min(offset + 1, text.length) },
        replacement: null,
        identity: `qa_icu_syntax_error|${selector}`
      }
    ]
  })
}

const readChoice = (text: string) => {
  const parsed = parseMessage(text)
  const [node] = parsed.kind === "message" && parsed.nodes.length === 1 ? parsed.nodes : []
  return node !== undefined && "options" in node ? node : null
}

/** The places of the forms in the printed message. */
const placesOfForms = ({ choice }: EditedMessage, printed: string) =>
  choice === null ? [{ selector: "", start: 0, end: printed.length }] : (readChoice(printed)?.options ?? [])

const issueOf = (
  finding: CheckFinding,
  places: ReturnType<typeof placesOfForms>,
  { severities }: CheckFacts
): TextIssue => {
  const { type, message: code, params, start, end, replacement, form, identity } = finding
  const place = places.find(
    (one) => one.selector === "" || (start !== null && end !== null && one.start <= start && end <= one.end)
  )
  const range =
    place === undefined || start === null || end === null
      ? null
      : { start: start - place.start, end: end - place.start }
  const isBlocking = blockingTypes.has(type)
  return {
    severity: isBlocking || severities?.[type] === "ERROR" ? "error" : "warning",
    isBlocking,
    finding: isBlocking ? null : finding,
    code,
    params: params ?? {},
    selector: place?.selector ?? form,
    range,
    replacement: range === null ? null : replacement,
    identity
  }
}

/** Texts with these issues are not saved. */
const blockingTypes: ReadonlySet<CheckFinding["type"]> = new Set(["ICU_SYNTAX", "KEY_LENGTH_LIMIT"])
