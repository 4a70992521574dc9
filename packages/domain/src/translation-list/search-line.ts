import { domainError } from "../error/domain-error.ts"
import { type TranslationState, translationStates } from "../translation/translation.ts"
import { invalid, type Validated } from "../validation/validation.ts"
import {
  type FilterLanguages,
  type KeyCondition,
  parsePattern,
  type TextPattern,
  type TranslationCondition
} from "./key-conditions.ts"

/** A word of a search line: `-de:"two words"`. */
interface SearchTerm {
  /** UTF-16 units in front of it. */
  readonly offset: number
  readonly isNegated: boolean
  /** null: a word without a field. */
  readonly field: string | null
  readonly value: string
  /** Units in front of the value. */
  readonly valueOffset: number
}

/** Number of terms: each is a condition about every key. */
const termsMax = 20

const fieldNames = ["key", "ns", "description", "tag", "text", "state", "has", "by"] as const

/** The subjects of `has:`, and whether `-has:` has a filter. */
const subjects: Readonly<Record<string, { readonly isNegatable: boolean }>> = {
  screenshot: { isNegatable: true },
  description: { isNegatable: true },
  text: { isNegatable: true },
  suggestion: { isNegatable: true },
  comment: { isNegatable: false },
  issue: { isNegatable: false }
}

/**
 * Parses a search line into conditions, all of which a key must fulfil. `userIds`: those of the users that `by:` may name, by username.
 * The error has the position, from 1, and what is expected there. Source: docs/content.md#one-search-line.
 */
export const parseSearchLine = (
  line: string,
  { selected, viewable }: FilterLanguages,
  userIds: ReadonlyMap<string, number>
): Validated<ReadonlyArray<KeyCondition>> => {
  const read = readTerms(line)
  if (!read.ok) return read
  const conditions: Array<KeyCondition> = []
  for (const term of read.value) {
    const { isNegated, field, value, valueOffset } = term
    const language = fieldNames.some((name) => name === field) ? undefined : viewable.find(({ tag }) => tag === field)
    if (field === null || field === "key" || field === "description" || field === "text" || language !== undefined) {
      const pattern = field === null ? ["", value, ""] : parsePattern(value)
      if (pattern === null || value.length === 0) return expected(valueOffset, '"…*…"')
      const languageIds = language === undefined ? selected.map(({ id }) => id) : [language.id]
      conditions.push(...matching(language === undefined ? field : "text", pattern, languageIds, !isNegated))
    } else if (field === "ns") {
      const pattern = value.includes("*") ? parsePattern(value) : null
      if (value.includes("*") && pattern === null) return expected(valueOffset, '"…*…"')
      conditions.push(
        pattern === null
          ? { kind: "namespace", names: [value], isOneOf: !isNegated }
          : { kind: "pattern", field: "namespace", pattern, matches: !isNegated }
      )
    } else if (field === "tag") {
      conditions.push({ kind: "tag", names: [value], hasAny: !isNegated })
    } else if (field === "state") {
      const state = translationStates.find((name) => name === value.toUpperCase())
      if (state === undefined) return expected(valueOffset, translationStates.join(", "))
      if (isNegated) return expected(term.offset, `state:${value}`)
      conditions.push(inAnyLanguage(selected, (languageId) => stateCondition(languageId, state)))
    } else if (field === "has") {
      const subject = Object.hasOwn(subjects, value) ? subjects[value] : undefined
      if (subject === undefined) return expected(valueOffset, Object.keys(subjects).join(", "))
      if (isNegated && !subject.isNegatable) return expected(term.offset, `has:${value}`)
      conditions.push(...having(value, !isNegated, selected))
    } else if (field === "by") {
      if (isNegated) return expected(term.offset, `by:${value}`)
      const userId = userIds.get(value)
      conditions.push(
        userId === undefined ? { kind: "nothing" } : { kind: "edited", userIds: [userId], after: null, before: null }
      )
    } else {
      const names = [...fieldNames, ...viewable.map(({ tag }) => tag)].map((name) => `${name}:`)
      return expected(term.isNegated ? term.offset + 1 : term.offset, names.join(", "))
    }
  }
  return { ok: true, value: conditions }
}

/** Lists the usernames that a search line names with `by:`; none when it cannot be read. */
export const searchLineUsernames = (line: string): ReadonlyArray<string> => {
  const read = readTerms(line)
  return read.ok ? [...new Set(read.value.flatMap(({ field, value }) => (field === "by" ? [value] : [])))] : []
}

const termPattern = /(-?)(?:([\p{L}\p{N}_-]+):)?(?:"((?:[^"\\]|\\.)*)"|([^\s"]\S*))?/uy

const readTerms = (line: string): Validated<ReadonlyArray<SearchTerm>> => {
  const terms: Array<SearchTerm> = []
  let offset = 0
  for (;;) {
    while (/\s/.test(line[offset] ?? "")) offset++
    if (offset === line.length) return { ok: true, value: terms }
    if (terms.length === termsMax) return expected(offset, `≤ ${termsMax}`)
    termPattern.lastIndex = offset
    const [source = "", minus = "", field, quoted, bare] = termPattern.exec(line) ?? []
    const valueOffset = offset + minus.length + (field === undefined ? 0 : field.length + 1)
    if (quoted === undefined && bare === undefined) {
      const isOpen = line[valueOffset] === '"'
      return isOpen ? expected(line.length, '"') : expected(valueOffset, '"…"')
    }
    const end = offset + source.length
    if (end < line.length && !/\s/.test(line[end] ?? "")) return expected(end, "␣")
    const value = quoted?.replace(/\\(.)/gsu, "$1") ?? bare ?? ""
    terms.push({ offset, isNegated: minus !== "", field: field ?? null, value, valueOffset })
    offset = end
  }
}

/** Conditions of a pattern. A word without a field may stand anywhere, and must stand nowhere when it is negated. */
const matching = (
  field: string | null,
  pattern: TextPattern,
  languageIds: ReadonlyArray<number>,
  matches: boolean
): ReadonlyArray<KeyCondition> => {
  const inTexts = { kind: "textPattern", languageIds, pattern, matches } as const
  const inField = (name: "name" | "namespace" | "description") =>
    ({ kind: "pattern", field: name, pattern, matches }) as const
  if (field === "text") return [inTexts]
  if (field === "key") return [inField("name")]
  if (field === "description") return [inField("description")]
  return matches
    ? [{ kind: "search", text: pattern[1] ?? "" }]
    : [inField("name"), inField("namespace"), inField("description"), inTexts]
}

const having = (
  subject: string,
  exists: boolean,
  selected: FilterLanguages["selected"]
): ReadonlyArray<KeyCondition> => {
  if (subject === "screenshot" || subject === "description") return [{ kind: subject, exists }]
  return [
    inAnyLanguage(selected, (languageId) => {
      if (subject === "text" || subject === "suggestion") return { languageId, kind: subject, exists }
      return subject === "comment"
        ? { languageId, kind: "comment", isUnresolved: false }
        : { languageId, kind: "qualityIssue", type: null }
    })
  ]
}

const stateCondition = (languageId: number, state: TranslationState): TranslationCondition => ({
  languageId,
  kind: "state",
  state
})

const inAnyLanguage = (
  languages: FilterLanguages["selected"],
  conditionOf: (languageId: number) => TranslationCondition
): KeyCondition => ({ kind: "anyOf", translations: languages.map(({ id }) => conditionOf(id)) })

const expected = (offset: number, token: string): Validated<never> =>
  invalid(domainError("search_invalid", [offset + 1, token]))
