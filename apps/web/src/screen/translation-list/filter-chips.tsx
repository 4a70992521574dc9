import { useQuery } from "@tanstack/react-query"
import { ChevronDown, X } from "lucide-react"
import { languageName, useText } from "../../base/texts/text.ts"
import { labelsQuery } from "../../feature/label/label-queries.ts"
import { memberNamesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { checkTypeName } from "../../feature/quality-check/check-type-name.ts"
import { useUser } from "../../feature/session/session.ts"
import { Button } from "../../widget/ui/button.tsx"
import { dayStart } from "../../widget/ui/day.ts"
import { Menu, MenuItem, MenuSection } from "../../widget/ui/menu.tsx"
import styles from "./filter-bar.module.css"
import {
  clearedFilters,
  type ListSearch,
  no,
  parseDays,
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
  printStates,
  yes
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
  /** Turns "is" into "is not" and back; absent: there is no opposite. */
  readonly inversion?: { readonly isExcluded: boolean; readonly onInvert: () => void }
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
        inversion: {
          isExcluded: false,
          onInvert: () => set({ included: without(included, name), excluded: [...excluded, name] })
        }
      })),
      ...excluded.map((name) => ({
        id: `${parameter}-${name}`,
        text: t("filter.without", { title, name: name || none }),
        onRemove: () => set({ included, excluded: without(excluded, name) }),
        inversion: {
          isExcluded: true,
          onInvert: () => set({ included: [...included, name], excluded: without(excluded, name) })
        }
      }))
    ]
  }
  const languageChips = (
    parameter: "outdated" | "comments" | "suggestions" | "auto",
    title: string
  ): ReadonlyArray<Chip> => {
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
  const whetherChips = (parameter: "screenshots" | "description", title: string): ReadonlyArray<Chip> => {
    const value = search[parameter]
    if (value === undefined) return []
    const isExcluded = value === no
    return [
      {
        id: parameter,
        text: t("filter.with", { title, name: t(isExcluded ? "filter.no" : "filter.yes") }),
        onRemove: () => onChange({ [parameter]: undefined }),
        inversion: { isExcluded, onInvert: () => onChange({ [parameter]: isExcluded ? yes : no }) }
      }
    ]
  }
  const people = useNames(projectId, search["created-by"] !== undefined || search["edited-by"] !== undefined)
  const peopleChips = (parameter: "created-by" | "edited-by", title: string): ReadonlyArray<Chip> => {
    const ids = parseLanguages(search[parameter])
    return ids.map((id) => ({
      id: `${parameter} ${id}`,
      text: t("filter.with", { title, name: people.get(id) ?? id }),
      onRemove: () => onChange({ [parameter]: ids.filter((other) => other !== id).join(",") || undefined })
    }))
  }
  const dayChips = (parameter: "created" | "edited", title: string): ReadonlyArray<Chip> => {
    const { from, to } = parseDays(search[parameter])
    if (from === undefined && to === undefined) return []
    const format = new Intl.DateTimeFormat(t.language, { dateStyle: "medium" })
    const [first, last] = [from, to].map((day) => (day === undefined ? "" : format.format(dayStart(day) ?? 0)))
    const text = t("filter.with", { title, name: `${first} – ${last}`.trim() })
    return [{ id: parameter, text, onRemove: () => onChange({ [parameter]: undefined }) }]
  }
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
    ...languageChips("auto", t("filter.auto")),
    ...whetherChips("screenshots", t("screenshot.title")),
    ...whetherChips("description", t("filter.description")),
    ...peopleChips("created-by", t("filter.created-by")),
    ...dayChips("created", t("filter.created")),
    ...peopleChips("edited-by", t("filter.edited-by")),
    ...dayChips("edited", t("filter.edited")),
    ...idChips("revision", t("activity.revision")),
    ...idChips("failed-job", t("filter.failed-job")),
    ...idChips("id", t("key.id"))
  ]
  if (chips.length === 0) return null
  return (
    <ul className={styles["chips"]} aria-label={t("filter.active")}>
      {chips.map((chip) => (
        <li key={chip.id} className={styles["chip"]}>
          <ChipMenu {...chip} />
          <button type="button" onClick={chip.onRemove} aria-label={t("filter.remove", { filter: chip.text })}>
            <X aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button kind="quiet" onPress={() => onChange({ ...clearedFilters, search: search.search })}>
          {t("translations.clear-filters")}
        </Button>
      </li>
    </ul>
  )
}

/** Changes a filter that is set: keys that have the value, keys that do not, or no such filter. */
const ChipMenu = ({ text, onRemove, inversion }: Chip) => {
  const t = useText()
  return (
    <Menu
      aria-label={text}
      onAction={(action) => {
        if (action === "remove") onRemove()
      }}
      trigger={
        <Button kind="quiet">
          {text}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {inversion !== undefined && (
        <MenuSection
          aria-label={text}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[inversion.isExcluded ? "is-not" : "is"]}
          onSelectionChange={(keys) => {
            if (keys !== "all" && keys.has("is") === inversion.isExcluded) inversion.onInvert()
          }}
        >
          <MenuItem id="is">{t("filter.is")}</MenuItem>
          <MenuItem id="is-not">{t("filter.is-not")}</MenuItem>
        </MenuSection>
      )}
      <MenuItem id="remove">{t("filter.remove-this")}</MenuItem>
    </Menu>
  )
}

/** The names of members by id, for those who may see them. */
const useNames = (projectId: number, isNeeded: boolean): ReadonlyMap<string, string> => {
  const user = useUser()
  const { data: project } = useQuery(projectQuery(projectId))
  const seesMembers = project?.computedPermission.scopes.includes("members.view") === true
  const { data: members } = useQuery({ ...memberNamesQuery(projectId), enabled: isNeeded && seesMembers })
  return new Map((members ?? [user]).map(({ id, name, username }) => [String(id), name || username]))
}
