import { useQuery } from "@tanstack/react-query"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { labelsQuery } from "../../feature/label/label-queries.ts"
import {
  memberNamesQuery,
  projectStatsQuery,
  tagNamesQuery,
  usedNamespacesQuery
} from "../../feature/project/project-queries.ts"
import { checkTypeName } from "../../feature/quality-check/check-type-name.ts"
import { issueCountsQuery } from "../../feature/quality-check/quality-check-queries.ts"
import { qualitySettingQuery } from "../../feature/quality-estimate/quality-setting-query.ts"
import { useUser } from "../../feature/session/session.ts"
import type { DayRange } from "../../widget/ui/filter-form.tsx"
import {
  type ListSearch,
  no,
  parseDays,
  parseLanguages,
  parseNames,
  parseQualities,
  printDays,
  printNames,
  printQualities,
  yes
} from "./list-search.ts"
import { stateText } from "./state-mark.tsx"

/** One value that keys are filtered by. */
export interface FilterValue {
  /** Unique in its criterion. */
  readonly id: string
  readonly label: string
  /** Number of texts or keys of the branch that have it, whatever else is filtered; absent: unknown. */
  readonly count?: number | undefined
  readonly isSet: boolean
  /** The change that sets the value, or takes it away. */
  readonly toggled: Partial<ListSearch>
}

/** A property of keys or texts that the list can be filtered by. */
export interface FilterCriterion {
  readonly id: string
  readonly title: string
  readonly values: ReadonlyArray<FilterValue>
  /** A time: two days take the place of the values. */
  readonly days?: { readonly range: DayRange; readonly change: (range: DayRange) => Partial<ListSearch> }
}

const offeredStates = ["UNTRANSLATED", "TRANSLATED", "REVIEWED"] as const

interface FilterCriteriaPlace {
  readonly project: ProjectModel
  readonly shown: ReadonlyArray<LanguageModel>
  readonly search: ListSearch
}

/** Reads all criteria of the list with their values. */
export const useFilterCriteria = ({ project, shown, search }: FilterCriteriaPlace): ReadonlyArray<FilterCriterion> => {
  const t = useText()
  const user = useUser()
  const projectId = project.id
  const seesMembers = project.computedPermission.scopes.includes("members.view")
  const { data: namespaces = [] } = useQuery(usedNamespacesQuery(projectId))
  const { data: tagNames = [] } = useQuery(tagNamesQuery(projectId))
  const { data: labels = [] } = useQuery(labelsQuery(projectId))
  const { data: quality } = useQuery(qualitySettingQuery(projectId))
  const { data: stats } = useQuery(projectStatsQuery(projectId, search.branch))
  const { data: members } = useQuery({ ...memberNamesQuery(projectId), enabled: seesMembers })
  const languageIds = shown.map(({ id }) => id)
  const { data: issueCounts } = useQuery({
    ...issueCountsQuery(projectId, search.branch, languageIds),
    enabled: project.useQaChecks
  })

  const statsOf = (language: LanguageModel) => stats?.languageStats.find(({ languageId }) => languageId === language.id)
  const named = (language: LanguageModel) => languageName(language.tag, t.language)
  /** Values of a parameter that lists them: `cs,de`. */
  const listed = (name: keyof ListSearch, values: ReadonlyArray<Pick<FilterValue, "id" | "label" | "count">>) => {
    const set = parseLanguages(search[name])
    return values.map((value): FilterValue => {
      const isSet = set.includes(value.id)
      const next = isSet ? set.filter((other) => other !== value.id) : [...set, value.id]
      return { ...value, isSet, toggled: { [name]: next.join(",") || undefined } }
    })
  }
  const inLanguages = (
    name: keyof ListSearch,
    countOf: (language: LanguageModel) => number | undefined = () => undefined
  ) =>
    listed(
      name,
      shown.map((language) => ({ id: language.tag, label: named(language), count: countOf(language) }))
    )
  const whether = (name: "screenshots" | "description"): ReadonlyArray<FilterValue> =>
    [yes, no].map((id) => ({
      id,
      label: t(id === yes ? "filter.yes" : "filter.no"),
      isSet: search[name] === id,
      toggled: { [name]: search[name] === id ? undefined : id }
    }))
  const names = (name: "ns" | "tag", values: ReadonlyArray<string>, none: string): ReadonlyArray<FilterValue> => {
    const { included, excluded } = parseNames(search[name])
    return ["", ...values].map((value) => {
      const isSet = included.includes(value)
      const others = included.filter((other) => other !== value)
      const next = {
        included: isSet ? others : [...included, value],
        excluded: excluded.filter((one) => one !== value)
      }
      return { id: `name:${value}`, label: value || none, isSet, toggled: { [name]: printNames(next) || undefined } }
    })
  }
  const days = (name: "created" | "edited") => ({
    range: parseDays(search[name]),
    change: (range: DayRange) => ({ [name]: printDays(range) || undefined })
  })
  const people = (members ?? [user]).map(({ id, name, username }) => ({ id: String(id), label: name || username }))
  const qualities = parseQualities(search.quality)

  const criteria: ReadonlyArray<FilterCriterion | false> = [
    {
      id: "state",
      title: t("filter.state"),
      values: listed(
        "state",
        shown.flatMap((language) =>
          offeredStates.map((state) => {
            const counts = statsOf(language)
            const count = {
              UNTRANSLATED: counts?.untranslatedKeyCount,
              TRANSLATED: counts?.translatedKeyCount,
              REVIEWED: counts?.reviewedKeyCount
            }[state]
            const label = t("filter.state-in", { state: t(stateText(state)), language: named(language) })
            return { id: `${language.tag}:${state}`, label, count }
          })
        )
      )
    },
    { id: "outdated", title: t("translations.outdated"), values: inLanguages("outdated") },
    project.useQaChecks && {
      id: "issues",
      title: t("filter.issues"),
      values: listed(
        "issues",
        shown.flatMap((language) => {
          const counts = Object.entries(issueCounts?.get(language.id) ?? {}).filter(([, count]) => count > 0)
          return [
            { id: language.tag, label: named(language), count: statsOf(language)?.qaIssueCount },
            ...counts.map(([type, count]) => ({
              id: `${language.tag}:${type}`,
              label: t("filter.with", { title: checkTypeName(type, t), name: named(language) }),
              count
            }))
          ]
        })
      )
    },
    { id: "comments", title: t("filter.comments"), values: inLanguages("comments") },
    project.suggestionsMode !== "DISABLED" && {
      id: "suggestions",
      title: t("suggestion.title"),
      values: inLanguages("suggestions", (language) => statsOf(language)?.activeSuggestionCount)
    },
    { id: "auto", title: t("filter.auto"), values: inLanguages("auto") },
    quality !== undefined &&
      quality.mode !== "OFF" && {
        id: "quality",
        title: t("filter.quality"),
        values: shown.map((language): FilterValue => {
          const isSet = qualities.has(language.tag)
          const others = [...qualities].filter(([tag]) => tag !== language.tag)
          const next = isSet ? others : [...others, [language.tag, String(quality.threshold)] as const]
          const toggled = { quality: printQualities(new Map(next)) || undefined }
          return { id: language.tag, label: named(language), isSet, toggled }
        })
      },
    labels.length > 0 && {
      id: "labels",
      title: t("label.title"),
      values: listed(
        "label",
        shown.flatMap((language) =>
          labels.map(({ id, name }) => ({
            id: `${language.tag}:${id}`,
            label: t("filter.with", { title: name, name: named(language) }),
            count: stats && (statsOf(language)?.labels.find((label) => label.id === id)?.translationCount ?? 0)
          }))
        )
      )
    },
    namespaces.some(({ name }) => Boolean(name)) && {
      id: "namespace",
      title: t("filter.namespace"),
      values: names(
        "ns",
        namespaces.flatMap(({ name }) => name || []),
        t("filter.no-namespace")
      )
    },
    tagNames.length > 0 && { id: "tag", title: t("filter.tag"), values: names("tag", tagNames, t("filter.no-tag")) },
    { id: "screenshots", title: t("screenshot.title"), values: whether("screenshots") },
    { id: "description", title: t("filter.description"), values: whether("description") },
    { id: "created-by", title: t("filter.created-by"), values: listed("created-by", people) },
    { id: "created", title: t("filter.created"), values: [], days: days("created") },
    { id: "edited-by", title: t("filter.edited-by"), values: listed("edited-by", people) },
    { id: "edited", title: t("filter.edited"), values: [], days: days("edited") }
  ]
  return criteria.filter((criterion) => criterion !== false)
}

/** Counts the values of a criterion that are set. */
export const setCount = ({ values, days }: FilterCriterion): number =>
  days === undefined
    ? values.filter(({ isSet }) => isSet).length
    : Number(days.range.from !== undefined || days.range.to !== undefined)
