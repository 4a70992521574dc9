import { Search, X } from "lucide-react"
import { type ReactNode, useRef } from "react"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { usePausedText } from "../../widget/form/paused-text.ts"
import { useShortcuts } from "../../widget/shortcut/shortcut.ts"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import styles from "./filter-bar.module.css"
import { FilterChips } from "./filter-chips.tsx"
import type { ListSearch } from "./list-search.ts"
import { menusSkeleton } from "./menus-skeleton.tsx"

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
export const FilterBar = ({ search, isListRead, onChange, actions, ...menus }: FilterBarProps) => (
  <search className={styles["bar"]}>
    <div className={styles["controls"]}>
      <SearchField value={search.q ?? ""} onChange={(q) => onChange({ q })} />
      {isListRead ? <FilterMenus search={search} onChange={onChange} {...menus} /> : menusSkeleton}
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
    </div>
    <FilterChips projectId={menus.project.id} search={search} onChange={onChange} />
  </search>
)

const SearchField = ({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) => {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = usePausedText(value, onChange)
  useShortcuts([{ keys: "/", title: "shortcuts.search", place: "list", run: () => field.current?.focus() }])
  return (
    <div className={styles["search"]}>
      <Search aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={t("filter.search")}
        placeholder={t("filter.search")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed !== "" && (
        <button type="button" aria-label={t("filter.clear-search")} onClick={() => setTyped("")}>
          <X aria-hidden />
        </button>
      )}
    </div>
  )
}
