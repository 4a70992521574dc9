import { activityTypes } from "@dragoman/domain/activity"
import { useQuery } from "@tanstack/react-query"
import { languageName, useText } from "../../base/texts/text.ts"
import { activityText } from "../../feature/activity/activity-text.ts"
import { languagesQuery, memberNamesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { useUser } from "../../feature/session/session.ts"
import { DayRangeFields, FilterForm } from "../../widget/ui/filter-form.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { type ActivitySearch, isFilteredActivity, partsOf } from "./activity-search.ts"

interface ActivityFiltersProps {
  readonly projectId: number
  readonly search: ActivitySearch
  readonly onChange: (changes: ActivitySearch) => void
  readonly onClear: () => void
}

/** Filters by author, type, language and time. */
export const ActivityFilters = ({ projectId, search, onChange, onClear }: ActivityFiltersProps) => {
  const t = useText()
  const user = useUser()
  const project = useQuery(projectQuery(projectId))
  const languages = useQuery(languagesQuery(projectId))
  const seesMembers = project.data?.computedPermission.scopes.includes("members.view") ?? false
  const members = useQuery({ ...memberNamesQuery(projectId), enabled: seesMembers })
  const people = members.data ?? [user]
  const types = activityTypes
    .map((type) => ({ value: type, label: activityText(type, t) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, t.language))
  return (
    <FilterForm label={t("activity.filters")} isFiltered={isFilteredActivity(search)} onClear={onClear}>
      <MultiSelect
        label={t("activity.filter-author")}
        none={t("activity.anybody")}
        options={people.map(({ id, name, username }) => ({ value: String(id), label: name || username }))}
        values={partsOf(search.author)}
        onChange={(values) => onChange({ author: values.join(",") || undefined })}
      />
      <MultiSelect
        label={t("activity.filter-type")}
        none={t("activity.everything")}
        options={types}
        values={partsOf(search.type)}
        onChange={(values) => onChange({ type: values.join(",") || undefined })}
      />
      <MultiSelect
        label={t("filter.languages")}
        none={t("activity.any-language")}
        options={(languages.data ?? []).map(({ tag }) => ({ value: tag, label: languageName(tag, t.language) }))}
        values={partsOf(search.language)}
        onChange={(values) => onChange({ language: values.join(",") || undefined })}
      />
      <DayRangeFields range={search} onChange={onChange} />
    </FilterForm>
  )
}
