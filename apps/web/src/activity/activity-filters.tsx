import { activityTypes } from "@dragoman/domain/activity"
import { useQuery } from "@tanstack/react-query"
import { call } from "../api/call.ts"
import { languagesQuery, projectQuery } from "../project/project-queries.ts"
import { useUser } from "../session/session.ts"
import { languageName, useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { MultiSelect } from "../ui/multi-select.tsx"
import { TextField } from "../ui/text-field.tsx"
import styles from "./activity-screen.module.css"
import { type ActivitySearch, isFilteredActivity, partsOf } from "./activity-search.ts"
import { activityText } from "./activity-text.ts"

interface ActivityFiltersProps {
  readonly projectId: number
  readonly search: ActivitySearch
  readonly onChange: (changes: ActivitySearch) => void
  readonly onClear: () => void
}

/** Members that the filter offers; others are found through the address. */
const offeredMembersMax = 200

/** Who, what, in which language, and when. */
export const ActivityFilters = ({ projectId, search, onChange, onClear }: ActivityFiltersProps) => {
  const t = useText()
  const user = useUser()
  const project = useQuery(projectQuery(projectId))
  const languages = useQuery(languagesQuery(projectId))
  const seesMembers = project.data?.computedPermission.scopes.includes("members.view") ?? false
  const members = useQuery({
    queryKey: ["project", projectId, "members", "names"],
    queryFn: async ({ signal }) => {
      const sort = [{ property: "name", direction: "asc" }] as const
      const request = { params: { projectId }, query: { size: offeredMembersMax, sort } }
      return (await call("member", "list", request, { signal }))._embedded?.users ?? []
    },
    enabled: seesMembers
  })
  const people = members.data ?? [user]
  const types = activityTypes
    .map((type) => ({ value: type, label: activityText(type, t) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, t.language))
  return (
    <search className={styles["filters"]} aria-label={t("activity.filters")}>
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
      <TextField
        type="date"
        label={t("activity.from")}
        value={search.from ?? ""}
        onChange={(from) => onChange({ from: from || undefined })}
      />
      <TextField
        type="date"
        label={t("activity.to")}
        value={search.to ?? ""}
        onChange={(to) => onChange({ to: to || undefined })}
      />
      {isFilteredActivity(search) && (
        <Button kind="quiet" onPress={onClear}>
          {t("translations.clear-filters")}
        </Button>
      )}
    </search>
  )
}
