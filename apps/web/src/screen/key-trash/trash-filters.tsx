import { useQuery } from "@tanstack/react-query"
import { useText } from "../../base/texts/text.ts"
import { namespacesQuery, projectQuery, tagNamesQuery } from "../../feature/project/project-queries.ts"
import { usePausedText } from "../../widget/form/paused-text.ts"
import { FilterForm } from "../../widget/ui/filter-form.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { parseNames } from "../translation-list/list-search.ts"
import { deletersQuery } from "./key-trash-queries.ts"
import { isFilteredTrash, printChosenNames, type TrashSearch, userIds } from "./trash-search.ts"

interface TrashFiltersProps {
  readonly projectId: number
  readonly search: TrashSearch
  readonly onChange: (changes: TrashSearch) => void
  readonly onClear: () => void
}

/** Search, who deleted, namespace and tag. */
export const TrashFilters = ({ projectId, search, onChange, onClear }: TrashFiltersProps) => {
  const t = useText()
  const project = useQuery(projectQuery(projectId))
  const deleters = useQuery(deletersQuery(projectId, search.branch))
  const namespaces = useQuery(namespacesQuery(projectId))
  const tags = useQuery(tagNamesQuery(projectId))
  const [typed, setTyped] = usePausedText(search.q ?? "", (q) => onChange({ q: q || undefined }))
  const named = (names: ReadonlyArray<string>, none: string) =>
    ["", ...names].map((name) => ({ value: name, label: name || none }))
  return (
    <FilterForm label={t("activity.filters")} isFiltered={isFilteredTrash(search)} onClear={onClear}>
      <TextField type="search" label={t("filter.search")} value={typed} onChange={setTyped} />
      <MultiSelect
        label={t("trash.deleted-by")}
        none={t("activity.anybody")}
        options={(deleters.data ?? []).map(({ id, name, username }) => ({
          value: String(id),
          label: name || username
        }))}
        values={userIds(search.by)}
        onChange={(ids) => onChange({ by: ids.join(",") || undefined })}
      />
      {project.data?.useNamespaces === true && (
        <MultiSelect
          label={t("filter.namespace")}
          none={t("export.all-namespaces")}
          options={named(namespaces.data?.map(({ name }) => name) ?? [], t("filter.no-namespace"))}
          values={parseNames(search.ns).included}
          onChange={(names) => onChange({ ns: printChosenNames(names) })}
        />
      )}
      <MultiSelect
        label={t("filter.tag")}
        none={t("webhook.any")}
        options={named(tags.data ?? [], t("filter.no-tag"))}
        values={parseNames(search.tag).included}
        onChange={(names) => onChange({ tag: printChosenNames(names) })}
      />
    </FilterForm>
  )
}
