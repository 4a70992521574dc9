import type { ReactNode } from "react"
import { Toolbar } from "react-aria-components"
import { useText } from "../../base/texts/text.ts"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import styles from "./filter-bar.module.css"
import type { FilterMenusProps } from "./filter-props.ts"
import { isFiltered } from "./list-search.ts"
import { MenusSkeleton } from "./menus-skeleton.tsx"
import { SearchLineField } from "./search-line-field.tsx"

// Menus are half of what the list needs; its rows do not wait for them.
const FilterMenus = lazyPart(
  () => import("./filter-menus.tsx"),
  "FilterMenus",
  (props) => <MenusSkeleton {...props} />
)
const FilterChips = lazyPart(() => import("./filter-chips.tsx"), "FilterChips", <div className={styles["chips"]} />)

interface FilterBarProps extends FilterMenusProps {
  /** The menus are read only then, so that the first keys come sooner. */
  readonly isListRead: boolean
  /** Behind the filters. */
  readonly actions?: ReactNode
}

/** The search, a toolbar with the menus of filters, and the filters that are set. */
export const FilterBar = ({ isListRead, actions, ...menus }: FilterBarProps) => {
  const t = useText()
  const { search, onChange } = menus
  return (
    <search className={styles["bar"]}>
      <div className={styles["controls"]}>
        <SearchLineField
          shown={menus.shown}
          languages={menus.languages}
          value={search.search ?? ""}
          onChange={(line) => onChange({ search: line })}
        />
        <Toolbar aria-label={t("filter.tools")} className={styles["tools"] ?? ""}>
          {isListRead ? <FilterMenus {...menus} /> : <MenusSkeleton {...menus} />}
          {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
        </Toolbar>
      </div>
      {isFiltered({ ...search, search: undefined }) && (
        <FilterChips projectId={menus.project.id} search={search} onChange={onChange} />
      )}
    </search>
  )
}
