import { useQuery } from "@tanstack/react-query"
import { ChevronDown, Search, X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { call } from "../api/call.ts"
import type { LanguageModel } from "../api/contract.ts"
import { useShortcuts } from "../shortcut/shortcut.ts"
import { languageName, useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { Menu, MenuItem, MenuSection } from "../ui/menu.tsx"
import styles from "./filter-bar.module.css"
import { FilterChips } from "./filter-chips.tsx"
import { type ListSearch, parseNames, parseStates, printNames, printStates, type StateFilter } from "./list-search.ts"
import { stateText } from "./state-mark.tsx"

interface FilterBarProps {
  readonly projectId: number
  /** Of the project, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly shown: ReadonlyArray<LanguageModel>
  readonly search: ListSearch
  /** The names of the menus are read after the first keys, which come sooner so. */
  readonly isListRead: boolean
  readonly onChange: (changes: Partial<ListSearch>) => void
}

/** Names that a menu offers at most. */
const offeredNamesMax = 1_000

/** Search, the menus of filters, and the filters that are set. */
export const FilterBar = ({ projectId, languages, shown, search, isListRead, onChange }: FilterBarProps) => {
  const t = useText()
  const namespaces = useQuery({
    queryKey: ["project", projectId, "used-namespaces"],
    queryFn: ({ signal }) => call("namespace", "listUsed", { params: { projectId } }, { signal }),
    enabled: isListRead
  })
  const tags = useQuery({
    queryKey: ["project", projectId, "tags"],
    queryFn: ({ signal }) =>
      call("tag", "list", { params: { projectId }, query: { size: offeredNamesMax } }, { signal }),
    enabled: isListRead
  })
  const namespaceNames = namespaces.data?._embedded.namespaces.map(({ name }) => name ?? "") ?? []
  const tagNames = tags.data?._embedded.tags.map(({ name }) => name) ?? []
  return (
    <search className={styles["bar"]}>
      <div className={styles["controls"]}>
        <SearchField value={search.q ?? ""} onChange={(q) => onChange({ q })} />
        <Menu
          aria-label={t("filter.languages")}
          selectionMode="multiple"
          disallowEmptySelection
          selectedKeys={shown.map(({ tag }) => tag)}
          disabledKeys={languages.filter(({ base }) => base).map(({ tag }) => tag)}
          onSelectionChange={(selected) =>
            onChange({
              languages: languages
                .filter(({ tag, base }) => base || selected === "all" || selected.has(tag))
                .map(({ tag }) => tag)
                .join(",")
            })
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
        <StateMenu shown={shown} search={search} onChange={onChange} />
        {namespaceNames.some((name) => name !== "") && (
          <NameMenu
            title={t("filter.namespace")}
            noneTitle={t("filter.no-namespace")}
            names={["", ...namespaceNames.filter((name) => name !== "")]}
            value={search.ns}
            onChange={(ns) => onChange({ ns })}
          />
        )}
        {tagNames.length > 0 && (
          <NameMenu
            title={t("filter.tag")}
            noneTitle={t("filter.no-tag")}
            names={["", ...tagNames]}
            value={search.tag}
            onChange={(tag) => onChange({ tag })}
          />
        )}
      </div>
      <FilterChips search={search} onChange={onChange} />
    </search>
  )
}

/** Typing pauses this long before the list is read. */
const searchPauseMillis = 250

const SearchField = ({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) => {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [shownValue, setShownValue] = useState(value)
  // "Clear filters" and Back change the address without the field.
  if (value !== shownValue) {
    setShownValue(value)
    setTyped(value)
  }
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => latest.current(typed), searchPauseMillis)
    return () => clearTimeout(timer)
  }, [typed, value])
  useShortcuts([{ keys: "/", title: "shortcuts.search", run: () => field.current?.focus() }])
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

const offeredStates = ["UNTRANSLATED", "TRANSLATED", "REVIEWED"] as const

const StateMenu = ({ shown, search, onChange }: Pick<FilterBarProps, "shown" | "search" | "onChange">) => {
  const t = useText()
  const selected = parseStates(search.state)
  const idOf = ({ languageTag, state }: StateFilter) => `${languageTag}:${state}`
  return (
    <Menu
      aria-label={t("filter.state")}
      selectionMode="multiple"
      selectedKeys={selected.map(idOf)}
      onSelectionChange={(ids) =>
        onChange({ state: ids === "all" ? "" : printStates(parseStates([...ids].join(","))) })
      }
      trigger={
        <Button>
          {t("filter.state")}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {shown.map(({ tag }) => (
        <MenuSection key={tag} title={languageName(tag, t.language)}>
          {offeredStates.map((state) => (
            <MenuItem key={state} id={idOf({ languageTag: tag, state })}>
              {t(stateText(state))}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
    </Menu>
  )
}

interface NameMenuProps {
  readonly title: string
  readonly noneTitle: string
  /** `""`: none. */
  readonly names: ReadonlyArray<string>
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** Includes names; the chip of a name turns it into an exclusion. */
const NameMenu = ({ title, noneTitle, names, value, onChange }: NameMenuProps) => {
  const filter = parseNames(value)
  // An empty id is no id for the menu.
  const idOf = (name: string) => `name:${name}`
  return (
    <Menu
      aria-label={title}
      selectionMode="multiple"
      selectedKeys={filter.included.map(idOf)}
      onSelectionChange={(ids) => {
        const included = names.filter((name) => ids === "all" || ids.has(idOf(name)))
        onChange(printNames({ included, excluded: filter.excluded.filter((name) => !included.includes(name)) }))
      }}
      trigger={
        <Button>
          {title}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {names.map((name) => (
        <MenuItem key={name} id={idOf(name)}>
          {name === "" ? noneTitle : name}
        </MenuItem>
      ))}
    </Menu>
  )
}
