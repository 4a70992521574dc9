import { useQuery } from "@tanstack/react-query"
import { ChevronDown, Table2 } from "lucide-react"
import { type ComponentProps, createContext, type ReactElement, useContext } from "react"
import type { LabelModel, LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { LabelChip } from "../../feature/label/label-chip.tsx"
import { labelsQuery } from "../../feature/label/label-queries.ts"
import { tagNamesQuery, usedNamespacesQuery } from "../../feature/project/project-queries.ts"
import { qualitySettingQuery } from "../../feature/quality-estimate/quality-setting-query.ts"
import { ViewMenu } from "../../feature/saved-view/view-menu.tsx"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { Menu, MenuItem, MenuSection, Submenu } from "../../widget/ui/menu.tsx"
import styles from "./filter-bar.module.css"
import {
  type LabelFilter,
  type ListSearch,
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
  type StateFilter,
  tableView
} from "./list-search.ts"
import { builtInViews, clearedView, viewOf } from "./list-view.ts"
import { menusSkeleton } from "./menus-skeleton.tsx"
import { SearchScopeMenu } from "./search-scope-menu.tsx"
import { languagesShownFirst } from "./shown-languages.ts"
import { stateText } from "./state-mark.tsx"

interface FilterMenusProps {
  readonly project: ProjectModel
  /** The languages of the project, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly shown: ReadonlyArray<LanguageModel>
  readonly search: ListSearch
  readonly onChange: (changes: Partial<ListSearch>) => void
  /** The user has chosen the shown languages: `en,cs`. */
  readonly onLanguages: (languages: string) => void
}

/** The menus of filters, each under its button. */
export const FilterMenus = ({ project, languages, shown, search, onChange, onLanguages }: FilterMenusProps) => {
  const t = useText()
  const projectId = project.id
  const { data: namespaces = [], isPending: awaitsNamespaces } = useQuery(usedNamespacesQuery(projectId))
  const { data: tagNames = [], isPending: awaitsTags } = useQuery(tagNamesQuery(projectId))
  const { data: labels = [], isPending: awaitsLabels } = useQuery(labelsQuery(projectId))
  const { data: quality, isPending: awaitsQuality } = useQuery(qualitySettingQuery(projectId))
  const namespaceNames = namespaces.map(({ name }) => name ?? "")
  // All menus at once: none moves under the pointer.
  if (awaitsNamespaces || awaitsTags || awaitsLabels || awaitsQuality) return menusSkeleton
  return (
    <>
      <SearchScopeMenu shown={shown} value={search.in} onChange={(scope) => onChange({ in: scope })} />
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
      <StateMenu shown={shown} search={search} onChange={onChange} />
      <OptionalMenus
        menus={[
          project.suggestionsMode !== "DISABLED" && (
            <LanguageMenu
              key="suggestions"
              title={t("suggestion.title")}
              shown={shown}
              chosen={parseLanguages(search.suggestions)}
              onChange={(tags) => onChange({ suggestions: tags.join(",") })}
            />
          ),
          project.useQaChecks && <IssueMenu key="issues" shown={shown} search={search} onChange={onChange} />,
          quality !== undefined && quality.mode !== "OFF" && (
            <LanguageMenu
              key="quality"
              title={t("filter.quality")}
              shown={shown}
              chosen={[...parseQualities(search.quality).keys()]}
              onChange={(tags) =>
                onChange({ quality: printQualities(new Map(tags.map((tag) => [tag, String(quality.threshold)]))) })
              }
            />
          ),
          labels.length > 0 && (
            <LabelFilterMenu key="labels" labels={labels} shown={shown} search={search} onChange={onChange} />
          ),
          namespaceNames.some((name) => name !== "") && (
            <NameMenu
              key="namespaces"
              title={t("filter.namespace")}
              noneTitle={t("filter.no-namespace")}
              names={["", ...namespaceNames.filter((name) => name !== "")]}
              value={search.ns}
              onChange={(ns) => onChange({ ns })}
            />
          ),
          tagNames.length > 0 && (
            <NameMenu
              key="tags"
              title={t("filter.tag")}
              noneTitle={t("filter.no-tag")}
              names={["", ...tagNames]}
              value={search.tag}
              onChange={(tag) => onChange({ tag })}
            />
          )
        ].filter((menu) => menu !== false)}
      />
      <ViewMenu
        projectId={projectId}
        builtIn={builtInViews(project, shown, languagesShownFirst(project, languages), t)}
        search={viewOf(search)}
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

/** Shows the only menu beside the others, and several as parts of one menu: the bar has one line for any of them. */
const OptionalMenus = ({ menus }: { readonly menus: ReadonlyArray<ReactElement> }) => {
  const t = useText()
  if (menus.length <= 1) return menus
  return (
    <IsSubmenu value={true}>
      <Menu
        aria-label={t("filter.more")}
        trigger={
          <Button>
            {t("filter.more")}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {menus}
      </Menu>
    </IsSubmenu>
  )
}

/** Whether the menus of filters are parts of another menu. */
const IsSubmenu = createContext(false)

interface FilterMenuProps extends Omit<ComponentProps<typeof Submenu>, "title"> {
  readonly title: string
}

/** The values of one filter: under a button, or beside an entry of the menu around it. */
const FilterMenu = ({ title, ...props }: FilterMenuProps) => {
  const isSubmenu = useContext(IsSubmenu)
  if (isSubmenu) return <Submenu {...props} title={title} aria-label={title} selectionMode="multiple" />
  return (
    <Menu
      {...props}
      aria-label={title}
      selectionMode="multiple"
      trigger={
        <Button>
          {title}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  )
}

const offeredStates = ["UNTRANSLATED", "TRANSLATED", "REVIEWED"] as const

const StateMenu = ({ shown, search, onChange }: Pick<FilterMenusProps, "shown" | "search" | "onChange">) => {
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

/** Texts with open issues by language; a filter by the type of the check comes from the screen of checks and stays. */
const IssueMenu = ({ shown, search, onChange }: Pick<FilterMenusProps, "shown" | "search" | "onChange">) => {
  const t = useText()
  const filters = parseIssues(search.issues)
  return (
    <LanguageMenu
      title={t("filter.issues")}
      shown={shown}
      chosen={filters.flatMap(({ languageTag, type }) => (type === null ? [languageTag] : []))}
      onChange={(tags) => {
        const ofTypes = filters.filter(({ type }) => type !== null)
        onChange({ issues: printIssues([...tags.map((languageTag) => ({ languageTag, type: null })), ...ofTypes]) })
      }}
    />
  )
}

interface LanguageMenuProps {
  readonly title: string
  readonly shown: ReadonlyArray<LanguageModel>
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (tags: ReadonlyArray<string>) => void
}

/** Some of the shown languages. */
const LanguageMenu = ({ title, shown, chosen, onChange }: LanguageMenuProps) => {
  const t = useText()
  return (
    <FilterMenu
      title={title}
      selectedKeys={chosen}
      onSelectionChange={(tags) =>
        onChange(shown.filter(({ tag }) => tags === "all" || tags.has(tag)).map(({ tag }) => tag))
      }
    >
      {shown.map(({ tag }) => (
        <MenuItem key={tag} id={tag}>
          {languageName(tag, t.language)}
        </MenuItem>
      ))}
    </FilterMenu>
  )
}

interface LabelFilterMenuProps extends Pick<FilterMenusProps, "shown" | "search" | "onChange"> {
  readonly labels: ReadonlyArray<LabelModel>
}

/** Texts with a label, by language. */
const LabelFilterMenu = ({ labels, shown, search, onChange }: LabelFilterMenuProps) => {
  const t = useText()
  const idOf = (filter: LabelFilter) => printLabels([filter])
  return (
    <FilterMenu
      title={t("label.title")}
      selectedKeys={parseLabels(search.label).map(idOf)}
      onSelectionChange={(ids) =>
        onChange({ label: ids === "all" ? "" : printLabels(parseLabels([...ids].join(","))) })
      }
    >
      {shown.map(({ tag }) => (
        <MenuSection key={tag} title={languageName(tag, t.language)}>
          {labels.map((label) => (
            <MenuItem key={label.id} id={idOf({ languageTag: tag, labelId: label.id })} textValue={label.name}>
              <LabelChip label={label} />
            </MenuItem>
          ))}
        </MenuSection>
      ))}
    </FilterMenu>
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
    <FilterMenu
      title={title}
      selectedKeys={filter.included.map(idOf)}
      onSelectionChange={(ids) => {
        const included = names.filter((name) => ids === "all" || ids.has(idOf(name)))
        onChange(printNames({ included, excluded: filter.excluded.filter((name) => !included.includes(name)) }))
      }}
    >
      {names.map((name) => (
        <MenuItem key={name} id={idOf(name)}>
          {name === "" ? noneTitle : name}
        </MenuItem>
      ))}
    </FilterMenu>
  )
}
