import { Bookmark, ChevronDown, ListFilter, Table2 } from "lucide-react"
import { useText } from "../../base/texts/text.ts"
import buttonStyles from "../../widget/ui/button.module.css"
import styles from "./filter-bar.module.css"
import { FilterCount } from "./filter-count.tsx"
import type { FilterMenusProps } from "./filter-props.ts"
import { setFilterNames } from "./list-search.ts"

/** Looks like the filter menus until they are loaded: nothing in the bar moves then. */
export const MenusSkeleton = ({ shown, search }: Pick<FilterMenusProps, "shown" | "search">) => {
  const t = useText()
  const secondary = `${buttonStyles["button"]} ${buttonStyles["secondary"]}`
  return (
    <>
      <span aria-hidden className={secondary}>
        {t("filter.languages")} <span className={styles["count"]}>{shown.length}</span>
        <ChevronDown />
      </span>
      <span aria-hidden data-filter className={secondary}>
        <ListFilter />
        {t("filter.title")}
        <FilterCount count={setFilterNames(search).length} />
      </span>
      <span aria-hidden className={secondary}>
        <Bookmark />
        {t("view.title")}
        <ChevronDown />
      </span>
      <span aria-hidden className={`${buttonStyles["button"]} ${buttonStyles["icon"]} ${styles["layout"]}`}>
        <Table2 />
      </span>
    </>
  )
}
