import { type TranslationState, translationStates } from "@dragoman/domain/translation"
import type { Request } from "../../base/api/contract.ts"
import { isPanelSection } from "../../feature/key-panel/panel-section.ts"
import { dayEnd, dayStart } from "../../widget/ui/day.ts"
import type { DayRange } from "../../widget/ui/filter-form.tsx"

/** The search parameters of the list as they stand in the address. Absent: no such filter. */
export interface ListSearch {
  /** The branch of the keys; absent: the default one. */
  readonly branch?: string | undefined
  /** A search line: `cart key:checkout.* -de:Korb`. */
  readonly search?: string | undefined
  /** A text that is searched as it is, in links: the list makes a search line of it. */
  readonly q?: string | undefined
  /** Scope of `q`: `names`, or a language tag; absent: everywhere. */
  readonly in?: string | undefined
  /** `cs:UNTRANSLATED,de:TRANSLATED`: a key matches when one of them does. */
  readonly state?: string | undefined
  /** `web,-legacy`; `none`: the default namespace. */
  readonly ns?: string | undefined
  /** `ios,-old`; `none`: keys without a tag. */
  readonly tag?: string | undefined
  /** Keys with an outdated text in one of these languages: `cs,de`. */
  readonly outdated?: string | undefined
  /** Keys with an unresolved comment in one of these languages: `cs,de`. */
  readonly comments?: string | undefined
  /** Keys with a suggestion that waits for a decision in one of these languages: `cs,de`. */
  readonly suggestions?: string | undefined
  /** Keys with an open issue in one of these languages: `cs,de`; of one type of check: `cs:MISSING_NUMBERS`. */
  readonly issues?: string | undefined
  /** Keys whose text in a language has a label, by its id: `cs:14,de:14`. */
  readonly label?: string | undefined
  /** Keys with a text of a machine whose estimated quality is below a score: `cs:70,de:70`. */
  readonly quality?: string | undefined
  /** Keys with a text by a machine or the memory in one of these languages: `cs,de`. */
  readonly auto?: string | undefined
  /** Keys with a screenshot, `yes`, or without one, `no`. */
  readonly screenshots?: string | undefined
  /** Keys with a description, `yes`, or without one, `no`. */
  readonly description?: string | undefined
  /** Keys that these users created, by id: `12,40`. */
  readonly "created-by"?: string | undefined
  /** Keys that were created from one day to another, both included: `2026-08-01..2026-08-31`, `2026-08-01..`. */
  readonly created?: string | undefined
  /** Keys with a text that these users changed, by id: `12,40`. */
  readonly "edited-by"?: string | undefined
  /** Keys with a text that was changed from one day to another, as for `created`. */
  readonly edited?: string | undefined
  /** Keys that one of these revisions changed: `812`. */
  readonly revision?: string | undefined
  /** Keys that a batch job could not change, or left when it was cancelled: `31`. */
  readonly "failed-job"?: string | undefined
  /** The keys of a task in its language, by its number: `12`. */
  readonly task?: string | undefined
  /** The keys of the task that are shown: `done` or `all`; absent: those that are not done. */
  readonly done?: string | undefined
  /** `table`: one column for each language; absent: languages under each other. */
  readonly view?: string | undefined
  /** Keys with these ids: `42`. */
  readonly id?: string | undefined
  /** Shown languages: `en,cs`; absent: the base and the next ones. */
  readonly languages?: string | undefined
  /** The open editor: `42:cs`; `first:cs` opens the first text of the list. */
  readonly key?: string | undefined
  /** The section that the panel opens with: `comments`; absent: the panel is closed. */
  readonly panel?: string | undefined
}

export interface StateFilter {
  readonly languageTag: string
  readonly state: TranslationState
}

/** Names to include and to leave out; `""` stands for "none". */
export interface NameFilter {
  readonly included: ReadonlyArray<string>
  readonly excluded: ReadonlyArray<string>
}

const searchNames = [
  "branch",
  "search",
  "q",
  "in",
  "state",
  "ns",
  "tag",
  "outdated",
  "comments",
  "suggestions",
  "issues",
  "label",
  "quality",
  "auto",
  "screenshots",
  "description",
  "created-by",
  "created",
  "edited-by",
  "edited",
  "revision",
  "failed-job",
  "id",
  "task",
  "done",
  "view",
  "languages",
  "key",
  "panel"
] as const satisfies ReadonlyArray<keyof ListSearch>

/** The value of `view` for one column for each language. */
export const tableView = "table"

const idPattern = /^[1-9]\d{0,14}$/

/** A language tag, then the id of a label. */
const labelPattern = /^[^:]+:[1-9]\d{0,14}$/

/** A language tag, then a score. */
const qualityPattern = /^[^:]+:\d{1,3}$/

/** A language tag, then a type of check. */
const issuePattern = /^[^:]+(:[A-Z_]+)?$/

const openKeyPattern = /^(first|[1-9]\d*):[^:,]+$/

/**
 * Parses the search parameters, and returns the names of unknown ones: those are dropped, with a notification,
 * never an error. `q` and `in` become a search line.
 */
export const parseListSearch = (
  raw: Readonly<Record<string, unknown>>
): { readonly search: ListSearch; readonly dropped: ReadonlyArray<string> } => {
  const search: { -readonly [Name in keyof ListSearch]: ListSearch[Name] } = {}
  const dropped: Array<string> = []
  for (const [name, value] of Object.entries(raw)) {
    const isKnown = (searchNames as ReadonlyArray<string>).includes(name)
    if (!isKnown || typeof value !== "string" || value === "") {
      if (value !== "" && value !== undefined) dropped.push(name)
      continue
    }
    const kept = validPart(name as keyof ListSearch, value)
    if (kept !== value) dropped.push(name)
    if (kept !== "") search[name as keyof ListSearch] = kept
  }
  const { q, in: scope, ...others } = search
  return { search: q === undefined ? others : { search: toSearchLine(q, scope), ...others }, dropped }
}

const validPart = (name: keyof ListSearch, value: string): string => {
  if (name === "state") {
    return value
      .split(",")
      .filter((part) => isState(part.slice(part.lastIndexOf(":") + 1)) && part.lastIndexOf(":") > 0)
      .join(",")
  }
  if (name === "issues") {
    return parts(value)
      .filter((part) => issuePattern.test(part))
      .join(",")
  }
  if (name === "label") {
    return parts(value)
      .filter((part) => labelPattern.test(part))
      .join(",")
  }
  if (name === "quality") {
    return parts(value)
      .filter((part) => qualityPattern.test(part))
      .join(",")
  }
  if (name === "key") return openKeyPattern.test(value) ? value : ""
  if (name === "view") return value === tableView ? value : ""
  if (name === "done") return value === "done" || value === "all" ? value : ""
  if (name === "failed-job" || name === "task") return idPattern.test(value) ? value : ""
  if (name === "panel") return isPanelSection(value) ? value : ""
  if (name === "screenshots" || name === "description") return value === yes || value === no ? value : ""
  if (name === "created" || name === "edited") return printDays(parseDays(value))
  if (name === "revision" || name === "id" || name === "created-by" || name === "edited-by") {
    return parts(value)
      .filter((part) => idPattern.test(part))
      .join(",")
  }
  return value
}

/** A pattern has at most this many characters and stars (docs/content.md, filters). */
const patternMaxCharacters = 500
const starsMax = 5

/** Prints a search line that finds a text as it is: everywhere, in names or in the texts of a language. */
const toSearchLine = (text: string, scope: string | undefined): string =>
  scope === undefined ? quoted(text) : `${scope === "names" ? "key" : scope}:${quoted(containing(text))}`

/** Stars of the user stay wildcards as far as the server takes them. */
const containing = (text: string): string => {
  const stars = text.split("*").length - 1
  if (stars === 0 || stars > starsMax - 2) return text.replaceAll("*", "").slice(0, patternMaxCharacters) || "*"
  return `*${text.slice(0, patternMaxCharacters - 2)}*`
}

const quoted = (text: string): string =>
  /^[^\s":-][^\s":]*$/u.test(text) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`

/** Values of filters that a key fulfils or does not. */
export const yes = "yes"
export const no = "no"

/** Parses the first and the last day of a filter; an end that is no day is absent. */
export const parseDays = (days: string | undefined): DayRange => {
  const [from = "", to = ""] = (days ?? "").split("..")
  const isDay = (day: string) => dayStart(day) !== null
  return { from: isDay(from) ? from : undefined, to: isDay(to) ? to : undefined }
}

export const printDays = ({ from = "", to = "" }: DayRange): string =>
  from === "" && to === "" ? "" : `${from}..${to}`

const isState = (text: string): text is TranslationState => (translationStates as ReadonlyArray<string>).includes(text)

export const parseStates = (state: string | undefined): ReadonlyArray<StateFilter> =>
  parts(state).map((part) => {
    const colon = part.lastIndexOf(":")
    return { languageTag: part.slice(0, colon), state: part.slice(colon + 1) as TranslationState }
  })

export const printStates = (filters: ReadonlyArray<StateFilter>): string =>
  filters.map(({ languageTag, state }) => `${languageTag}:${state}`).join(",")

const none = "none"

export const parseNames = (names: string | undefined): NameFilter => {
  const nameOf = (part: string) => (part === none ? "" : part)
  return {
    included: parts(names)
      .filter((part) => !part.startsWith("-"))
      .map(nameOf),
    excluded: parts(names)
      .filter((part) => part.startsWith("-"))
      .map((part) => nameOf(part.slice(1)))
  }
}

export const printNames = ({ included, excluded }: NameFilter): string =>
  [...included.map((name) => name || none), ...excluded.map((name) => `-${name || none}`)].join(",")

/** A language with open issues, of one type of check, or of any. */
export interface IssueFilter {
  readonly languageTag: string
  /** null: any type. */
  readonly type: string | null
}

export const parseIssues = (issues: string | undefined): ReadonlyArray<IssueFilter> =>
  parts(issues).map((part) => {
    const [languageTag = "", type = null] = part.split(":")
    return { languageTag, type }
  })

export const printIssues = (filters: ReadonlyArray<IssueFilter>): string =>
  filters.map(({ languageTag, type }) => (type === null ? languageTag : `${languageTag}:${type}`)).join(",")

/** A label on the text of a language. */
export interface LabelFilter {
  readonly languageTag: string
  readonly labelId: number
}

export const parseLabels = (labels: string | undefined): ReadonlyArray<LabelFilter> =>
  parts(labels).map((part) => {
    const [languageTag = "", id] = part.split(":")
    return { languageTag, labelId: Number(id) }
  })

export const printLabels = (filters: ReadonlyArray<LabelFilter>): string =>
  filters.map(({ languageTag, labelId }) => `${languageTag}:${labelId}`).join(",")

/** Returns the tags of the languages in which texts of a low quality are sought, with the scores that they are below. */
export const parseQualities = (qualities: string | undefined): ReadonlyMap<string, string> =>
  new Map(parts(qualities).map((part) => part.split(":") as [string, string]))

export const printQualities = (scores: ReadonlyMap<string, string>): string =>
  [...scores].map(([tag, score]) => `${tag}:${score}`).join(",")

export const parseLanguages = (languages: string | undefined): ReadonlyArray<string> => parts(languages)

const parts = (text: string | undefined): ReadonlyArray<string> =>
  text === undefined ? [] : text.split(",").filter((part) => part !== "")

const firstText = "first:"

/** The language whose first text in the list is to be opened; null: none. */
export const parseFirstText = (key: string | undefined): string | null =>
  key?.startsWith(firstText) === true ? key.slice(firstText.length) : null

/** The open editor; null: none. */
export const parseOpenKey = (
  key: string | undefined
): { readonly keyId: number; readonly languageTag: string } | null => {
  if (key === undefined || parseFirstText(key) !== null) return null
  const colon = key.indexOf(":")
  return { keyId: Number(key.slice(0, colon)), languageTag: key.slice(colon + 1) }
}

export type ListQuery = Request<"translationList", "list">["query"]

/** The filters as the API takes them. */
export const toListQuery = (search: ListSearch, languages: ReadonlyArray<string>): ListQuery => {
  const namespaces = parseNames(search.ns)
  const tags = parseNames(search.tag)
  const issues = parseIssues(search.issues)
  return {
    languages,
    ...(search.branch === undefined ? {} : { branch: search.branch }),
    ...(search.search === undefined ? {} : { q: search.search }),
    ...optional(
      "filterState",
      parseStates(search.state).map(({ languageTag, state }) => `${languageTag},${state}`)
    ),
    ...optional("filterNamespace", namespaces.included),
    ...optional("filterNoNamespace", namespaces.excluded),
    ...optional("filterTag", tags.included),
    ...optional("filterNoTag", tags.excluded),
    ...optional("filterOutdatedLanguage", parts(search.outdated)),
    ...optional("filterHasUnresolvedCommentsInLang", parts(search.comments)),
    ...optional("filterHasSuggestionsInLang", parts(search.suggestions)),
    ...optional(
      "filterHasQaIssuesInLang",
      issues.flatMap(({ languageTag, type }) => (type === null ? [languageTag] : []))
    ),
    ...optional(
      "filterQaCheckType",
      issues.flatMap(({ languageTag, type }) => (type === null ? [] : [`${languageTag},${type}`]))
    ),
    ...optional(
      "filterLabel",
      parseLabels(search.label).map(({ languageTag, labelId }) => `${languageTag},${labelId}`)
    ),
    ...optional(
      "filterQualityBelow",
      [...parseQualities(search.quality)].map(([tag, score]) => `${tag},${score}`)
    ),
    ...optional("filterAutoTranslatedInLang", parts(search.auto)),
    ...(search.screenshots === yes ? { filterHasScreenshot: true } : {}),
    ...(search.screenshots === no ? { filterHasNoScreenshot: true } : {}),
    ...(search.description === yes ? { filterHasDescription: true } : {}),
    ...(search.description === no ? { filterHasNoDescription: true } : {}),
    ...people("filterCreatedByUserId", search["created-by"]),
    ...days("filterCreatedAfter", "filterCreatedBefore", search.created),
    ...people("filterEditedByUserId", search["edited-by"]),
    ...days("filterEditedAfter", "filterEditedBefore", search.edited),
    ...(search.revision === undefined ? {} : { filterRevisionId: parts(search.revision).map(Number) }),
    ...(search["failed-job"] === undefined ? {} : { filterFailedKeysOfJob: Number(search["failed-job"]) }),
    ...(search.id === undefined ? {} : { filterKeyId: parts(search.id).map(Number) }),
    ...(search.task === undefined ? {} : { filterTaskNumber: [Number(search.task)], ...doneFilter(search.done) })
  }
}

const doneFilter = (done: string | undefined): Pick<ListQuery, "filterTaskKeysDone" | "filterTaskKeysNotDone"> => {
  if (done === undefined) return { filterTaskKeysNotDone: true }
  return done === "done" ? { filterTaskKeysDone: true } : {}
}

/** The order of the list: by name, and the lowest quality first where texts of one language need a review. */
export const sortOf = (search: ListSearch, languages: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [tag, ...others] = parseQualities(search.quality).keys()
  const isByQuality = tag !== undefined && others.length === 0 && languages.includes(tag)
  return [...(isByQuality ? [`translations.${tag}.qualityScore`] : []), "keyNamespace", "keyName"]
}

const optional = (name: string, values: ReadonlyArray<string>) => (values.length === 0 ? {} : { [name]: values })

const people = (name: string, ids: string | undefined) =>
  parts(ids).length === 0 ? {} : { [name]: parts(ids).map(Number) }

const days = (after: string, before: string, value: string | undefined) => {
  const { from, to } = parseDays(value)
  return {
    ...(from === undefined ? {} : { [after]: dayStart(from) ?? 0 }),
    ...(to === undefined ? {} : { [before]: dayEnd(to) })
  }
}

/** Returns whether the list shows only a part of the keys. */
export const isFiltered = (search: ListSearch): boolean =>
  [...filterNames, "task" as const].some((name) => search[name] !== undefined && search[name] !== "")

/** Returns whether the list shows the keys of a task that no filter leaves out. */
export const isOnlyTask = (search: ListSearch): boolean =>
  search.task !== undefined && !filterNames.some((name) => search[name])

/** Names the criteria that are set, without the search. */
export const setFilterNames = (search: ListSearch): ReadonlyArray<string> =>
  filterNames.filter((name) => name !== "search" && Boolean(search[name]))

/** The filters that users set; a task is none of them, but a place to work in. */
const filterNames = [
  "search",
  "state",
  "ns",
  "tag",
  "outdated",
  "comments",
  "suggestions",
  "issues",
  "label",
  "quality",
  "auto",
  "screenshots",
  "description",
  "created-by",
  "created",
  "edited-by",
  "edited",
  "revision",
  "failed-job",
  "id"
] as const

/** The parameters that decide which keys the list has. */
export const filtersOf = (search: ListSearch): ListSearch => {
  // `done` means nothing without a task.
  const names = [...filterNames, ...(search.task ? (["task", "done"] as const) : [])]
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))
}

/** Removes every filter; the task stays. */
export const clearedFilters: ListSearch = Object.fromEntries(filterNames.map((name) => [name, undefined]))
