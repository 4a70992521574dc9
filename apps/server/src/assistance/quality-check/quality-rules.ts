import { createHash } from "node:crypto"
import {
  type CheckedText,
  type CheckFinding,
  type CheckSeverity,
  type CheckType,
  checkText,
  checkTypes,
  defaultSeverity,
  proseCheckTypes
} from "@dragoman/formats/check"
import {
  type CheckedKeyRow,
  QualityCheckRepository,
  type QualityIssueRow,
  type QualitySettingRow
} from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { TermIndexes } from "../term-index/term-indexes.ts"

/** The types of all checks, in the order in which clients get them. */
export const allCheckTypes: ReadonlyArray<CheckType> = [...checkTypes, ...proseCheckTypes]

/** Severities by type. */
export type Severities = Readonly<Record<CheckType, CheckSeverity>>

/** Returns the severities of the project, or of one of its languages. */
export const severitiesOf = (settings: ReadonlyArray<QualitySettingRow>, languageId: number | null): Severities => {
  const own = settings.find((setting) => setting.languageId === languageId)?.severities ?? {}
  const shared = settings.find((setting) => setting.languageId === null)?.severities ?? {}
  const severity = (type: CheckType) => (own[type] ?? shared[type] ?? defaultSeverity(type)) as CheckSeverity
  return Object.fromEntries(allCheckTypes.map((type) => [type, severity(type)])) as Severities
}

export const isLanguageEnabled = (settings: ReadonlyArray<QualitySettingRow>, languageId: number): boolean =>
  settings.find((setting) => setting.languageId === languageId)?.isEnabled ?? true

/** Finds the problems of one text; `base` null = the text is the base text, or there is none. */
export interface TextCheck {
  (key: Omit<CheckedKeyRow, "id">, languageId: number, text: string, base: string | null): ReadonlyArray<CheckFinding>
  /** Returns the text as checks read it; null: its language is not checked. */
  readonly read: (...text: Parameters<TextCheck>) => CheckedText | null
  /** Returns the types that are on in a language. */
  readonly typesIn: (languageId: number) => ReadonlySet<CheckType>
}

/** Makes the check of a project's texts by its settings; null: the project has switched checks off. */
export const makeTextCheck = Effect.fnUntraced(function* (
  project: Pick<ContentProject, "projectId" | "languages" | "icuPlaceholders">
) {
  const repository = yield* QualityCheckRepository
  if (!(yield* repository.isUsed(project.projectId))) return null
  const settings = yield* repository.listSettings(project.projectId)
  const terms = yield* (yield* TermIndexes).get(project.projectId)
  const baseTag = project.languages.find(({ base }) => base)?.tag
  const languages = new Map(
    project.languages
      .filter(({ id }) => isLanguageEnabled(settings, id))
      .map((language) => [language.id, { ...language, types: activeTypes(severitiesOf(settings, language.id)) }])
  )
  const read: TextCheck["read"] = (key, languageId, text, base) => {
    const language = languages.get(languageId)
    if (language === undefined) return null
    const compared =
      base === null || baseTag === undefined || language.base ? null : { text: base, languageTag: baseTag }
    return {
      text,
      languageTag: language.tag,
      base: compared,
      isPlural: key.isPlural,
      isIcu: project.icuPlaceholders || key.isPlural,
      maxCharLimit: key.maxCharLimit,
      ...(terms === null || baseTag === undefined
        ? {}
        : { terms: terms.forChecks({ baseLanguageTag: baseTag, languageTag: language.tag }) })
    }
  }
  const check = (...text: Parameters<TextCheck>) => {
    const checked = read(...text)
    return checked === null ? [] : checkText(checked, typesIn(text[1]))
  }
  const typesIn: TextCheck["typesIn"] = (languageId) => languages.get(languageId)?.types ?? new Set()
  return Object.assign(check, { read, typesIn }) satisfies TextCheck
})

const activeTypes = (severities: Severities): ReadonlySet<CheckType> =>
  new Set(allCheckTypes.filter((type) => severities[type] !== "OFF"))

/** The fields of an issue that clients name it by. */
type IssuePlace = Pick<
  QualityIssueRow,
  "type" | "message" | "replacement" | "positionStart" | "positionEnd" | "pluralVariant"
>

/** Prints the place of an issue, by which a problem of a preview is found again in the text that is stored afterwards. */
export const placeOf = (issue: IssuePlace): string =>
  JSON.stringify([
    issue.type,
    issue.message,
    issue.replacement,
    issue.positionStart,
    issue.positionEnd,
    issue.pluralVariant
  ])

/** Fields of an issue that its text decides alone. */
const shownIssue = (finding: CheckFinding) => ({
  type: finding.type,
  message: finding.message,
  params: finding.params,
  replacement: finding.replacement,
  positionStart: finding.start,
  positionEnd: finding.end,
  pluralVariant: finding.form
})

/** Returns the issues of a text that is not stored; those that people have dismissed in the stored text are ignored. */
export const previewIssues = (findings: ReadonlyArray<CheckFinding>, stored: ReadonlyArray<QualityIssueRow>) => {
  const ignored = stored.filter(({ state }) => state === "IGNORED")
  const identities = new Set(ignored.map(({ identity }) => identity))
  const places = new Set(ignored.map(placeOf))
  return findings.map((finding) => {
    const issue = shownIssue(finding)
    const isIgnored = identities.has(digestOf(finding.identity)) || places.has(placeOf(issue))
    return { ...issue, state: isIgnored ? ("IGNORED" as const) : ("OPEN" as const) }
  })
}

/**
 * Compares the problems of a text with its stored issues. Issues that stay as they are keep their ids; one that moved or
 * changed keeps its state.
 */
export const compareIssues = (
  translationId: number,
  findings: ReadonlyArray<CheckFinding>,
  stored: ReadonlyArray<QualityIssueRow>
) => {
  const byIdentity = new Map(stored.map((issue) => [issue.identity, issue]))
  const ignoredPlaces = new Set(stored.filter(({ state }) => state === "IGNORED").map(placeOf))
  const kept = new Set<number>()
  const added = findings.flatMap((finding) => {
    const issue = { ...shownIssue(finding), translationId, identity: digestOf(finding.identity) }
    const before = byIdentity.get(issue.identity)
    if (before !== undefined && placeOf(before) === placeOf(issue)) {
      kept.add(before.id)
      return []
    }
    const isIgnored = before?.state === "IGNORED" || ignoredPlaces.has(placeOf(issue))
    return [{ ...issue, state: isIgnored ? ("IGNORED" as const) : ("OPEN" as const) }]
  })
  return { removedIds: stored.filter(({ id }) => !kept.has(id)).map(({ id }) => id), added }
}

/** Shortens an identity, which contains a part of the text, so that it fits into an index. */
export const digestOf = (identity: string): string => createHash("sha256").update(identity).digest("hex").slice(0, 32)
