import { ChevronDown, Table2 } from "lucide-react"
import { languageName, useText } from "../../base/texts/text.ts"
import { ViewMenu } from "../../feature/saved-view/view-menu.tsx"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { Menu, MenuItem } from "../../widget/ui/menu.tsx"
import styles from "./filter-bar.module.css"
import { FilterButton } from "./filter-button.tsx"
import type { FilterMenusProps } from "./filter-props.ts"
import { parseListSearch, tableView } from "./list-search.ts"
import { builtInViews, clearedView, viewOf } from "./list-view.ts"
import { languagesShownFirst } from "./shown-languages.ts"

/** The shown languages, the filter, the views and the layout. `menus-skeleton.tsx` has their places. */
export const FilterMenus = ({ project, languages, shown, search, onChange, onLanguages }: FilterMenusProps) => {
  const t = useText()
  return (
    <>
      <Menu
        aria-label={t("filter.languages")}
        selectionMode="multiple"
        disallowEmptySelection
        selectedKeys={shown.map(({ tag }) => tag)}
        disabledKeys={languages.filter(({ base }) => base).map(({ tag }) => tag)}
        onSelectionChange={(selected) =>
          onLanguages(
            languages
              .filter(({ tag, base }) => base || selected === "all" || selected.has(tag))
              .map(({ tag }) => tag)
              .join(",")
          )
        }
        trigger={
          <Button>
            {t("filter.languages")} <span className={styles["count"]}>{shown.length}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {languages.map(({ tag }) => (
          <MenuItem key={tag} id={tag} textValue={languageName(tag, t.language)}>
            {languageName(tag, t.language)} <bdi className={styles["tag"]}>{tag}</bdi>
          </MenuItem>
        ))}
      </Menu>
      <FilterButton project={project} shown={shown} search={search} onChange={onChange} />
      <ViewMenu
        projectId={project.id}
        builtIn={builtInViews(project, shown, languagesShownFirst(project, languages), t)}
        search={viewOf(search)}
        shownAs={(view) => viewOf(parseListSearch(view).search)}
        onOpen={(view) => onChange({ ...clearedView, ...view })}
      />
      <div className={styles["layout"]}>
        <IconButton
          label={t("table.show")}
          icon={<Table2 aria-hidden />}
          aria-pressed={search.view === tableView}
          onPress={() => onChange({ view: search.view === tableView ? undefined : tableView })}
        />
      </div>
    </>
  )
}
