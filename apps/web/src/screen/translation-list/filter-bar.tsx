import type { ReactNode } from "react"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import styles from "./filter-bar.module.css"
import { FilterChips } from "./filter-chips.tsx"
import type { ListSearch } from "./list-search.ts"
import { menusSkeleton } from "./menus-skeleton.tsx"
import { SearchField } from "./search-field.tsx"

// Menus are half of what the list needs; its rows do not wait for them.
const FilterMenus = lazyPart(() => import("./filter-menus.tsx"), "FilterMenus", menusSkeleton)

interface FilterBarProps {
  readonly project: ProjectModel
  /** The languages of the project, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly shown: ReadonlyArray<LanguageModel>
  readonly search: ListSearch
  /** The menus are read only then, so that the first keys come sooner. */
  readonly isListRead: boolean
  readonly onChange: (changes: Partial<ListSearch>) => void
  /** The user has chosen the shown languages: `en,cs`. */
  readonly onLanguages: (languages: string) => void
  /** Behind the filters. */
  readonly actions?: ReactNode
}

/** Search, the menus of filters, and the filters that are set. */
export const FilterBar = ({ search, isListRead, onChange, actions, ...menus }: FilterBarProps) => {
  const t = useText()
  return (
    <search className={styles["bar"]}>
      <div className={styles["controls"]}>
        <SearchField label={t("filter.search")} value={search.q ?? ""} onChange={(q) => onChange({ q })} />
        {isListRead ? <FilterMenus search={search} onChange={onChange} {...menus} /> : menusSkeleton}
        {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
      </div>
      <FilterChips projectId={menus.project.id} search={search} onChange={onChange} />
    </search>
  )
}
