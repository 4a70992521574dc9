import { createHash } from "node:crypto"
import {
  type CheckFinding,
  type CheckSeverity,
  type CheckType,
  checkText,
  checkTypes,
  defaultSeverity
} from "@dragoman/formats/check"
import {
  type CheckedKeyRow,
  QualityCheckRepository,
  type QualityIssueRow,
  type QualitySettingRow
} from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"

/** Severities by type. */
export type Severities = Readonly<Record<CheckType, CheckSeverity>>

/** Returns the severities of the project, or of one of its languages. */
export const severitiesOf = (settings: ReadonlyArray<QualitySettingRow>, languageId: number | null): Severities => {
  const own = settings.find((setting) => setting.languageId === languageId)?.severities ?? {}
  const shared = settings.find((setting) => setting.languageId === null)?.severities ?? {}
  const severity = (type: CheckType) => (own[type] ?? shared[type] ?? defaultSeverity(type)) as CheckSeverity
  return Object.fromEntries(checkTypes.map((type) => [type, severity(type)])) as Severities
}

export const isLanguageEnabled = (settings: ReadonlyArray<QualitySettingRow>, languageId: number): boolean =>
  settings.find((setting) => setting.languageId === languageId)?.isEnabled ?? true

/** Finds the problems of one text; `base` null = the text is the base text, or there is none. */
export type TextCheck = (
  key: CheckedKeyRow,
  languageId: number,
  text: string,
  base: string | null
) => ReadonlyArray<CheckFinding>

/** Makes the check of a project's texts by its settings; null: the project has switched checks off. */
export const makeTextCheck = Effect.fnUntraced(function* (project: ContentProject) {
  const repository = yield* QualityCheckRepository
  if (!(yield* repository.isUsed(project.projectId))) return null
  const settings = yield* repository.listSettings(project.projectId)
  const baseTag = project.languages.find(({ base }) => base)?.tag
  const languages = new Map(
    project.languages
      .filter(({ id }) => isLanguageEnabled(settings, id))
      .map((language) => [language.id, { ...language, types: activeTypes(severitiesOf(settings, language.id)) }])
  )
  const check: TextCheck = (key, languageId, text, base) => {
    const language = languages.get(languageId)
    if (language === undefined) return []
    const compared =
      base === null || baseTag === undefined || language.base ? null : { text: base, languageTag: baseTag }
    return checkText(
      {
        text,
        languageTag: language.tag,
        base: compared,
        isPlural: key.isPlural,
        isIcu: project.icuPlaceholders || key.isPlural,
        maxCharLimit: key.maxCharLimit
      },
      language.types
    )
  }
  return check
})

const activeTypes = (severities: Severities): ReadonlySet<CheckType> =>
  new Set(checkTypes.filter((type) => severities[type] !== "OFF"))

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
    const issue = {
      translationId,
      type: finding.type,
      message: finding.message,
      params: finding.params,
      replacement: finding.replacement,
      positionStart: finding.start,
      positionEnd: finding.end,
      pluralVariant: finding.form,
      identity: digestOf(finding.identity)
    }
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
