import { useQuery } from "@tanstack/react-query"
import { X } from "lucide-react"
import { languageName, useText } from "../../base/texts/text.ts"
import { labelsQuery } from "../../feature/label/label-queries.ts"
import { checkTypeName } from "../../feature/quality-check/check-type-name.ts"
import { Button } from "../../widget/ui/button.tsx"
import styles from "./filter-bar.module.css"
import {
  clearedFilters,
  type ListSearch,
  parseIssues,
  parseLabels,
  parseLanguages,
  parseNames,
  parseQualities,
  parseStates,
  printIssues,
  printLabels,
  printNames,
  printQualities,
  printStates
} from "./list-search.ts"
import { stateText } from "./state-mark.tsx"

interface FilterChipsProps {
  readonly projectId: number
  readonly search: ListSearch
  readonly onChange: (changes: Partial<ListSearch>) => void
}

interface Chip {
  readonly id: string
  readonly text: string
  readonly onRemove: () => void
  /** Turns "with" into "without" and back; absent: there is no opposite. */
  readonly onInvert?: () => void
}

/** The filters that are set: each can be removed, names can be excluded instead. */
export const FilterChips = ({ projectId, search, onChange }: FilterChipsProps) => {
  const t = useText()
  const states = parseStates(search.state)
  const nameChips = (parameter: "ns" | "tag", title: string, none: string): ReadonlyArray<Chip> => {
    const { included, excluded } = parseNames(search[parameter])
    const set = (names: { readonly included: ReadonlyArray<string>; readonly excluded: ReadonlyArray<string> }) =>
      onChange({ [parameter]: printNames(names) })
    const without = (names: ReadonlyArray<string>, name: string) => names.filter((other) => other !== name)
    return [
      ...included.map((name) => ({
        id: `${parameter}+${name}`,
        text: t("filter.with", { title, name: name || none }),
        onRemove: () => set({ included: without(included, name), excluded }),
        onInvert: () => set({ included: without(included, name), excluded: [...excluded, name] })
      })),
      ...excluded.map((name) => ({
        id: `${parameter}-${name}`,
        text: t("filter.without", { title, name: name || none }),
        onRemove: () => set({ included, excluded: without(excluded, name) }),
        onInvert: () => set({ included: [...included, name], excluded: without(excluded, name) })
      }))
    ]
  }
  const languageChips = (parameter: "outdated" | "comments" | "suggestions", title: string): ReadonlyArray<Chip> => {
    const tags = parseLanguages(search[parameter])
    return tags.map((tag) => ({
      id: `${parameter} ${tag}`,
      text: t("filter.with", { title, name: languageName(tag, t.language) }),
      onRemove: () => onChange({ [parameter]: tags.filter((other) => other !== tag).join(",") || undefined })
    }))
  }
  const issues = parseIssues(search.issues)
  const issueChips = issues.map((filter) => ({
    id: `issues ${filter.languageTag} ${filter.type}`,
    text: t("filter.with", {
      title: filter.type === null ? t("filter.issues") : checkTypeName(filter.type, t),
      name: languageName(filter.languageTag, t.language)
    }),
    onRemove: () => onChange({ issues: printIssues(issues.filter((other) => other !== filter)) || undefined })
  }))
  const labels = parseLabels(search.label)
  const { data: known = [] } = useQuery({ ...labelsQuery(projectId), enabled: labels.length > 0 })
  const labelChips = labels.map((filter) => ({
    id: `label ${filter.languageTag} ${filter.labelId}`,
    text: t("filter.with", {
      title: known.find(({ id }) => id === filter.labelId)?.name ?? `${t("label.title")} ${filter.labelId}`,
      name: languageName(filter.languageTag, t.language)
    }),
    onRemove: () => onChange({ label: printLabels(labels.filter((other) => other !== filter)) || undefined })
  }))
  const qualities = parseQualities(search.quality)
  const qualityChips = [...qualities.keys()].map((tag) => ({
    id: `quality ${tag}`,
    text: t("filter.with", { title: t("filter.quality"), name: languageName(tag, t.language) }),
    onRemove: () => {
      const others = [...qualities].filter(([other]) => other !== tag)
      onChange({ quality: printQualities(new Map(others)) || undefined })
    }
  }))
  const idChips = (parameter: "revision" | "failed-job" | "id", title: string): ReadonlyArray<Chip> => {
    const ids = search[parameter]
    const onRemove = () => onChange({ [parameter]: undefined })
    return ids === undefined ? [] : [{ id: parameter, text: t("filter.with", { title, name: ids }), onRemove }]
  }
  const chips: ReadonlyArray<Chip> = [
    ...states.map((filter) => ({
      id: `${filter.languageTag}:${filter.state}`,
      text: t("filter.state-in", {
        state: t(stateText(filter.state)),
        language: languageName(filter.languageTag, t.language)
      }),
      onRemove: () => onChange({ state: printStates(states.filter((other) => other !== filter)) })
    })),
    ...nameChips("ns", t("filter.namespace"), t("filter.no-namespace")),
    ...nameChips("tag", t("filter.tag"), t("filter.no-tag")),
    ...languageChips("outdated", t("translations.outdated")),
    ...languageChips("comments", t("filter.comments")),
    ...languageChips("suggestions", t("suggestion.title")),
    ...issueChips,
    ...labelChips,
    ...qualityChips,
    ...idChips("revision", t("activity.revision")),
    ...idChips("failed-job", t("filter.failed-job")),
    ...idChips("id", t("key.id"))
  ]
  if (chips.length === 0) return null
  return (
    <ul className={styles["chips"]} aria-label={t("filter.active")}>
      {chips.map(({ id, text, onRemove, onInvert }) => (
        <li key={id} className={styles["chip"]}>
          {onInvert === undefined ? (
            <span>{text}</span>
          ) : (
            <button type="button" onClick={onInvert} title={t("filter.invert")}>
              {text}
            </button>
          )}
          <button type="button" onClick={onRemove} aria-label={t("filter.remove", { filter: text })}>
            <X aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button kind="quiet" onPress={() => onChange({ ...clearedFilters, q: search.q, in: search.in })}>
          {t("translations.clear-filters")}
        </Button>
      </li>
    </ul>
  )
}
