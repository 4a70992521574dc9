import { domainError } from "../error/domain-error.ts"
import { type TranslationState, translationStates } from "../translation/translation.ts"
import { invalid, type Validated, validateFields } from "../validation/validation.ts"

/**
 * A condition that a key must fulfil to be in a list. All conditions of a list are combined with AND.
 * Source: docs/reference/content.md#filters-of-keys.
 */
export type KeyCondition =
  /** No key fulfils it. */
  | { readonly kind: "nothing" }
  /** In the name, the namespace, the description or a text of a selected language. */
  | { readonly kind: "search"; readonly text: string }
  | { readonly kind: "name"; readonly names: ReadonlyArray<string> }
  | { readonly kind: "id"; readonly ids: ReadonlyArray<number> }
  /** Names of namespaces; `""` is the default one. */
  | { readonly kind: "namespace"; readonly names: ReadonlyArray<string>; readonly isOneOf: boolean }
  /** `hasAny`: one of these tags; otherwise none of them. `""` stands for having no tag at all. */
  | { readonly kind: "tag"; readonly names: ReadonlyArray<string>; readonly hasAny: boolean }
  | { readonly kind: "description"; readonly exists: boolean }
  | { readonly kind: "screenshot"; readonly exists: boolean }
  /** At least one selected language has a text; otherwise at least one has none. */
  | { readonly kind: "anyText"; readonly exists: boolean }
  /** Changed or referenced by one of these activity revisions. */
  | { readonly kind: "revision"; readonly ids: ReadonlyArray<number> }
  /** Not processed by this batch job, or not with success. */
  | { readonly kind: "failedInJob"; readonly jobId: number }
  | {
      readonly kind: "pattern"
      readonly field: "name" | "namespace" | "description"
      readonly pattern: TextPattern
      readonly matches: boolean
    }
  /** A text in one of these languages matches; otherwise none of them does. */
  | {
      readonly kind: "textPattern"
      readonly languageIds: ReadonlyArray<number>
      readonly pattern: TextPattern
      readonly matches: boolean
    }
  /** In one of the tasks with these numbers: done in it, not done in it, or either of both (null). */
  | { readonly kind: "task"; readonly numbers: ReadonlyArray<number>; readonly isDone: boolean | null }
  /** In the trash, put there by one of these users. */
  | { readonly kind: "deletedBy"; readonly userIds: ReadonlyArray<number> }
  /** Created by one of these users. */
  | { readonly kind: "createdBy"; readonly userIds: ReadonlyArray<number> }
  /** Created in this time. */
  | ({ readonly kind: "created" } & TimeSpan)
  /** One change of a text in a selected language is by one of these users, and in this time. */
  | ({ readonly kind: "edited"; readonly userIds: ReadonlyArray<number> | null } & TimeSpan)
  /** At least one of them; an empty list is fulfilled by no key. */
  | { readonly kind: "anyOf"; readonly translations: ReadonlyArray<TranslationCondition> }

/** Epoch milliseconds; null: no limit. */
interface TimeSpan {
  /** The first millisecond of it. */
  readonly after: number | null
  /** The first millisecond behind it. */
  readonly before: number | null
}

/** A condition about one language of a key. Source: docs/reference/content.md#filters-of-translations. */
export type TranslationCondition = { readonly languageId: number } & (
  | { readonly kind: "state"; readonly state: TranslationState }
  | { readonly kind: "text"; readonly exists: boolean }
  | { readonly kind: "auto" }
  /** A text by a machine, or memory, whose estimated quality is below this score; a text without an estimate is not. */
  | { readonly kind: "qualityBelow"; readonly score: number }
  /** A missing row is neither outdated nor not. */
  | { readonly kind: "outdated"; readonly isOutdated: boolean }
  /** Has comments, or some that need a resolution. */
  | { readonly kind: "comment"; readonly isUnresolved: boolean }
  /** Has active suggestions, or none; a missing row can have some. */
  | { readonly kind: "suggestion"; readonly exists: boolean }
  /** Has open issues of quality checks, of one type; null: of any. */
  | { readonly kind: "qualityIssue"; readonly type: string | null }
  /** Waits for quality checks. */
  | { readonly kind: "staleChecks" }
  | { readonly kind: "label"; readonly labelId: number }
)

type Texts = ReadonlyArray<string> | undefined
type Ids = ReadonlyArray<number> | undefined
type Flag = boolean | undefined

/** Filters as the query has them. */
export interface KeyFilters {
  readonly search?: string | undefined
  readonly filterKeyName?: Texts
  readonly filterKeyId?: Ids
  readonly filterNamespace?: Texts
  readonly filterNoNamespace?: Texts
  readonly filterTag?: Texts
  readonly filterNoTag?: Texts
  readonly filterHasScreenshot?: Flag
  readonly filterHasNoScreenshot?: Flag
  readonly filterHasDescription?: Flag
  readonly filterHasNoDescription?: Flag
  readonly filterUntranslatedAny?: Flag
  readonly filterTranslatedAny?: Flag
  readonly filterRevisionId?: Ids
  readonly filterFailedKeysOfJob?: number | undefined
  readonly filterKeyPattern?: Texts
  readonly filterNoKeyPattern?: Texts
  readonly filterDescriptionPattern?: Texts
  readonly filterNoDescriptionPattern?: Texts
  readonly filterNamespacePattern?: Texts
  readonly filterNoNamespacePattern?: Texts
  readonly filterTranslationPattern?: Texts
  readonly filterNoTranslationPattern?: Texts
  readonly filterDeletedByUserId?: Ids
  readonly filterTaskNumber?: Ids
  readonly filterTaskKeysNotDone?: Flag
  readonly filterTaskKeysDone?: Flag
  readonly filterCreatedByUserId?: Ids
  readonly filterCreatedAfter?: number | undefined
  readonly filterCreatedBefore?: number | undefined
  readonly filterEditedByUserId?: Ids
  readonly filterEditedAfter?: number | undefined
  readonly filterEditedBefore?: number | undefined
  readonly filterState?: Texts
  readonly filterUntranslatedInLang?: Texts
  readonly filterTranslatedInLang?: Texts
  readonly filterAutoTranslatedInLang?: Texts
  readonly filterOutdatedLanguage?: Texts
  readonly filterNotOutdatedLanguage?: Texts
  readonly filterHasCommentsInLang?: Texts
  readonly filterHasUnresolvedCommentsInLang?: Texts
  readonly filterHasSuggestionsInLang?: Texts
  readonly filterHasNoSuggestionsInLang?: Texts
  readonly filterHasQaIssuesInLang?: Texts
  readonly filterQaCheckType?: Texts
  readonly filterQaChecksStaleInLang?: Texts
  readonly filterLabel?: Texts
  readonly filterQualityBelow?: Texts
}

/** A language whose texts the list shows. */
export interface SelectedLanguage {
  readonly id: number
  readonly tag: string
}

export interface FilterLanguages {
  /** The languages that a search covers, and those of "any language". */
  readonly selected: ReadonlyArray<SelectedLanguage>
  /** The languages that a filter may name. */
  readonly viewable: ReadonlyArray<SelectedLanguage>
}

/**
 * The conditions of a translation list. Filters of translations are one OR group. A filter is never left out: one
 * that names a language that the caller cannot view is an error, because the list would have keys that the caller
 * did not ask for. `checkTypes`: those that a filter may name. Source: docs/content.md#filters.
 */
export const parseKeyConditions = (
  filters: KeyFilters,
  languages: FilterLanguages,
  checkTypes: ReadonlyArray<string>
): Validated<ReadonlyArray<KeyCondition>> => {
  const translations = parseTranslationConditions(filters, languages.viewable, checkTypes)
  if (!translations.ok) return translations
  const patterns = parsePatternConditions(filters, languages.selected)
  if (!patterns.ok) return patterns
  return { ok: true, value: [...keyConditions(filters, languages.selected), ...patterns.value, ...translations.value] }
}

const keyConditions = (
  filters: KeyFilters,
  languages: ReadonlyArray<SelectedLanguage>
): ReadonlyArray<KeyCondition> => {
  const conditions: Array<KeyCondition> = []
  const { filterKeyName, filterKeyId, filterNamespace, filterNoNamespace, filterTag, filterNoTag } = filters
  if (filters.search !== undefined && filters.search !== "") conditions.push({ kind: "search", text: filters.search })
  if (filterKeyName !== undefined) conditions.push({ kind: "name", names: filterKeyName })
  if (filterKeyId !== undefined) conditions.push({ kind: "id", ids: filterKeyId })
  if (filterNamespace !== undefined) conditions.push({ kind: "namespace", names: filterNamespace, isOneOf: true })
  if (filterNoNamespace !== undefined) conditions.push({ kind: "namespace", names: filterNoNamespace, isOneOf: false })
  if (filterTag !== undefined) conditions.push({ kind: "tag", names: filterTag, hasAny: true })
  if (filterNoTag !== undefined) conditions.push({ kind: "tag", names: filterNoTag, hasAny: false })
  if (filters.filterHasScreenshot) conditions.push({ kind: "screenshot", exists: true })
  if (filters.filterHasNoScreenshot) conditions.push({ kind: "screenshot", exists: false })
  if (filters.filterHasDescription) conditions.push({ kind: "description", exists: true })
  if (filters.filterHasNoDescription) conditions.push({ kind: "description", exists: false })
  if (filters.filterUntranslatedAny && languages.length > 0) conditions.push({ kind: "anyText", exists: false })
  if (filters.filterTranslatedAny) {
    conditions.push(languages.length > 0 ? { kind: "anyText", exists: true } : { kind: "nothing" })
  }
  if (filters.filterRevisionId !== undefined) conditions.push({ kind: "revision", ids: filters.filterRevisionId })
  if (filters.filterFailedKeysOfJob !== undefined) {
    conditions.push({ kind: "failedInJob", jobId: filters.filterFailedKeysOfJob })
  }
  if (filters.filterDeletedByUserId !== undefined) {
    conditions.push({ kind: "deletedBy", userIds: filters.filterDeletedByUserId })
  }
  if (filters.filterTaskNumber !== undefined) {
    const done = filters.filterTaskKeysDone ?? false
    const isDone = done === (filters.filterTaskKeysNotDone ?? false) ? null : done
    conditions.push({ kind: "task", numbers: filters.filterTaskNumber, isDone })
  }
  if (filters.filterCreatedByUserId !== undefined) {
    conditions.push({ kind: "createdBy", userIds: filters.filterCreatedByUserId })
  }
  const created = { after: filters.filterCreatedAfter ?? null, before: filters.filterCreatedBefore ?? null }
  if (created.after !== null || created.before !== null) conditions.push({ kind: "created", ...created })
  const editedBy = filters.filterEditedByUserId ?? null
  const edited = { after: filters.filterEditedAfter ?? null, before: filters.filterEditedBefore ?? null }
  if (editedBy !== null || edited.after !== null || edited.before !== null) {
    conditions.push({ kind: "edited", userIds: editedBy, ...edited })
  }
  return conditions
}

const parsePatternConditions = (
  filters: KeyFilters,
  languages: ReadonlyArray<SelectedLanguage>
): Validated<ReadonlyArray<KeyCondition>> => {
  const conditions: Array<KeyCondition> = []
  const notValid = invalid(domainError("filter_pattern_not_valid"))
  for (const [texts, field, matches] of [
    [filters.filterKeyPattern, "name", true],
    [filters.filterNoKeyPattern, "name", false],
    [filters.filterDescriptionPattern, "description", true],
    [filters.filterNoDescriptionPattern, "description", false],
    [filters.filterNamespacePattern, "namespace", true],
    [filters.filterNoNamespacePattern, "namespace", false]
  ] as const) {
    const patterns = parsePatterns(texts ?? [])
    if (patterns === null) return notValid
    conditions.push(...patterns.map((pattern) => ({ kind: "pattern", field, pattern, matches }) as const))
  }
  for (const [texts, matches] of [
    [filters.filterTranslationPattern, true],
    [filters.filterNoTranslationPattern, false]
  ] as const) {
    // A text without a comma has no pattern, which counts as an empty one.
    const entries = (texts ?? []).map((text) => (/^([^,]*),(.*)$/su.exec(text) ?? ["", text, ""]) as Array<string>)
    const patterns = parsePatterns(entries.map(([, , pattern]) => pattern ?? ""))
    if (patterns === null) return notValid
    for (const [index, [, tag]] of entries.entries()) {
      const chosen = tag === "*" ? languages : languages.filter((language) => language.tag === tag)
      if (chosen.length === 0 && tag !== "*") return invalid(domainError("filter_pattern_language_not_valid"))
      const languageIds = chosen.map(({ id }) => id)
      conditions.push({ kind: "textPattern", languageIds, pattern: patterns[index] ?? [], matches })
    }
  }
  return { ok: true, value: conditions }
}

const parseTranslationConditions = (
  filters: KeyFilters,
  languages: ReadonlyArray<SelectedLanguage>,
  checkTypes: ReadonlyArray<string>
): Validated<ReadonlyArray<KeyCondition>> => {
  const states = parsePairs(filters.filterState ?? [])
  if (!states?.every(([, state]) => isState(state))) return invalid(domainError("filter_by_value_state_not_valid"))
  const checks = parsePairs(filters.filterQaCheckType ?? [])
  const unknownTypes = checks?.map(([, type]) => type).filter((type) => !checkTypes.includes(type))
  if (!checks || unknownTypes?.length) {
    return invalid(domainError("filter_by_value_qa_check_type_not_valid", unknownTypes))
  }
  const labels = parsePairs(filters.filterLabel ?? [])
  if (!labels?.every(([, id]) => isId(id))) return invalid(domainError("filter_by_value_label_not_valid"))
  const qualities = parsePairs(filters.filterQualityBelow ?? [])
  const hasScores = qualities?.every(([, score]) => /^\d{1,3}$/.test(score)) ?? false
  const idByTag = new Map(languages.map(({ id, tag }) => [tag, id]))
  const named = validateFields(
    {
      filterState: unknownTag(
        states.map(([tag]) => tag),
        idByTag
      ),
      filterQaCheckType: unknownTag(
        checks.map(([tag]) => tag),
        idByTag
      ),
      filterLabel: unknownTag(
        labels.map(([tag]) => tag),
        idByTag
      ),
      filterQualityBelow:
        qualities === null || !hasScores
          ? "must be pairs of a language tag and a score, such as cs,70"
          : unknownTag(
              qualities.map(([tag]) => tag),
              idByTag
            ),
      ...Object.fromEntries(languageFilters.map((name) => [name, unknownTag(filters[name] ?? [], idByTag)]))
    },
    null
  )
  if (!named.ok) return named
  const idsOf = (tags: Texts) => (tags ?? []).flatMap((tag) => idByTag.get(tag) ?? [])
  const translations: ReadonlyArray<TranslationCondition> = [
    ...states.flatMap(([tag, state]) =>
      idsOf([tag]).map((languageId) => ({ languageId, kind: "state", state: state as TranslationState }) as const)
    ),
    ...idsOf(filters.filterUntranslatedInLang).map(
      (languageId) => ({ languageId, kind: "text", exists: false }) as const
    ),
    ...idsOf(filters.filterTranslatedInLang).map((languageId) => ({ languageId, kind: "text", exists: true }) as const),
    ...idsOf(filters.filterAutoTranslatedInLang).map((languageId) => ({ languageId, kind: "auto" }) as const),
    ...idsOf(filters.filterOutdatedLanguage).map(
      (languageId) => ({ languageId, kind: "outdated", isOutdated: true }) as const
    ),
    ...idsOf(filters.filterNotOutdatedLanguage).map(
      (languageId) => ({ languageId, kind: "outdated", isOutdated: false }) as const
    ),
    ...idsOf(filters.filterHasCommentsInLang).map(
      (languageId) => ({ languageId, kind: "comment", isUnresolved: false }) as const
    ),
    ...idsOf(filters.filterHasUnresolvedCommentsInLang).map(
      (languageId) => ({ languageId, kind: "comment", isUnresolved: true }) as const
    ),
    ...idsOf(filters.filterHasSuggestionsInLang).map(
      (languageId) => ({ languageId, kind: "suggestion", exists: true }) as const
    ),
    ...idsOf(filters.filterHasNoSuggestionsInLang).map(
      (languageId) => ({ languageId, kind: "suggestion", exists: false }) as const
    ),
    ...idsOf(filters.filterHasQaIssuesInLang).map(
      (languageId) => ({ languageId, kind: "qualityIssue", type: null }) as const
    ),
    ...checks.flatMap(([tag, type]) =>
      idsOf([tag]).map((languageId) => ({ languageId, kind: "qualityIssue", type }) as const)
    ),
    ...idsOf(filters.filterQaChecksStaleInLang).map((languageId) => ({ languageId, kind: "staleChecks" }) as const),
    ...labels.flatMap(([tag, id]) =>
      idsOf([tag]).map((languageId) => ({ languageId, kind: "label", labelId: Number(id) }) as const)
    ),
    ...(qualities ?? []).flatMap(([tag, score]) =>
      idsOf([tag]).map((languageId) => ({ languageId, kind: "qualityBelow", score: Number(score) }) as const)
    )
  ]
  return { ok: true, value: translations.length > 0 ? [{ kind: "anyOf", translations }] : [] }
}

const languageFilters = [
  "filterUntranslatedInLang",
  "filterTranslatedInLang",
  "filterAutoTranslatedInLang",
  "filterOutdatedLanguage",
  "filterNotOutdatedLanguage",
  "filterHasCommentsInLang",
  "filterHasUnresolvedCommentsInLang",
  "filterHasSuggestionsInLang",
  "filterHasNoSuggestionsInLang",
  "filterHasQaIssuesInLang",
  "filterQaChecksStaleInLang"
] as const

/** A message about the first tag that names no language; an empty tag asks for nothing. */
const unknownTag = (tags: ReadonlyArray<string>, idByTag: ReadonlyMap<string, number>): string | null => {
  const unknown = tags.find((tag) => tag !== "" && !idByTag.has(tag))
  return unknown === undefined ? null : `must be the tag of a language of the project: ${unknown.slice(0, 50)}`
}

/** `["en,A", "de,B"]`, or the same as it arrives when it was split on its commas; null: one has no partner. */
const parsePairs = (texts: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> | null => {
  const values = texts.flatMap((text) => text.split(","))
  if (values.length % 2 === 1) return null
  return values.flatMap((value, index) => (index % 2 === 0 ? [[value, values[index + 1] ?? ""] as const] : []))
}

const isId = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))

const isState = (text: string): text is TranslationState => (translationStates as ReadonlyArray<string>).includes(text)

/**
 * The parts between the stars: a text matches when it begins with the first part, ends with the last one and has the
 * others in between, in this order. Letters of both cases are the same. `["", "x", ""]`: contains `x`.
 */
export type TextPattern = ReadonlyArray<string>

/** Limits of one parameter. Source of the figures: docs/reference/limits.md#filters. */
const patternsMax = 20
const patternMaxUtf16Units = 500
const starsMax = 5

/** null: too many patterns, or one that is empty, too long or has too many stars. */
const parsePatterns = (texts: ReadonlyArray<string>): ReadonlyArray<TextPattern> | null => {
  if (texts.length > patternsMax) return null
  const patterns = texts.map(parsePattern)
  return patterns.every((pattern) => pattern !== null) ? patterns : null
}

/** null: it is empty, too long or has too many stars. */
export const parsePattern = (text: string): TextPattern | null => {
  if (text === "" || text.length > patternMaxUtf16Units) return null
  const parts = text.split("*")
  if (parts.length > starsMax + 1) return null
  return parts.length === 1 ? ["", text, ""] : parts
}
