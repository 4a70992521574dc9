import { Check, ChevronLeft, ChevronRight, Search, X } from "lucide-react"
import { useState } from "react"
import { Autocomplete, Input, Menu, MenuItem, MenuSection, SearchField } from "react-aria-components"
import { useText } from "../../base/texts/text.ts"
import { IconButton } from "../../widget/ui/button.tsx"
import { DayRangeFields } from "../../widget/ui/filter-form.tsx"
import menuStyles from "../../widget/ui/menu.module.css"
import { type FilterCriterion, type FilterValue, setCount, useFilterCriteria } from "./filter-criteria.ts"
import styles from "./filter-panel.module.css"
import type { FilterMenusProps } from "./filter-props.ts"
import type { ListSearch } from "./list-search.ts"

interface FilterPanelProps extends Pick<FilterMenusProps, "project" | "shown" | "search" | "onChange"> {
  /** Has a button that closes it: a phone has no Escape. */
  readonly isSheet: boolean
  readonly onClose: () => void
}

/** Values of one criterion that a search lists. */
const foundMax = 50

/** The criteria of the list: one opens its values, and typing finds values of all of them. */
export const FilterPanel = ({ isSheet, onChange, onClose, ...place }: FilterPanelProps) => {
  const t = useText()
  const criteria = useFilterCriteria(place)
  const [openId, setOpenId] = useState<string | null>(null)
  const [input, setInput] = useState("")
  const open = criteria.find(({ id }) => id === openId)
  const show = (id: string | null) => {
    setOpenId(id)
    setInput("")
  }
  const header = (open !== undefined || isSheet) && (
    <div className={styles["header"]}>
      {open !== undefined && (
        <IconButton
          label={t("action.back")}
          icon={<ChevronLeft aria-hidden className="mirrored" />}
          autoFocus={open.days !== undefined}
          onPress={() => show(null)}
        />
      )}
      <h2>{open?.title ?? t("filter.title")}</h2>
      {isSheet && <IconButton label={t("action.close")} icon={<X aria-hidden />} onPress={onClose} />}
    </div>
  )
  if (open?.days !== undefined) {
    const { range, change } = open.days
    return (
      <div className={styles["panel"]}>
        {header}
        <div className={styles["days"]}>
          <DayRangeFields range={range} onChange={(changes) => onChange(change({ ...range, ...changes }))} />
        </div>
      </div>
    )
  }
  const sections = found(open === undefined ? criteria : [open], input, t.language)
  return (
    <div className={styles["panel"]}>
      {header}
      <Autocomplete inputValue={input} onInputChange={setInput}>
        <SearchField
          aria-label={t("filter.find")}
          autoFocus
          className={styles["field"] ?? ""}
          onKeyDown={(event) => {
            if (event.key === "Escape") return open === undefined ? onClose() : show(null)
            if (event.key === "Backspace" && input === "" && open !== undefined) return show(null)
            event.continuePropagation()
          }}
        >
          <Search aria-hidden />
          <Input className={styles["input"] ?? ""} placeholder={t("filter.find")} />
        </SearchField>
        <Menu
          key={openId}
          shouldCloseOnSelect={false}
          aria-label={open?.title ?? t("filter.title")}
          className={styles["list"] ?? ""}
          renderEmptyState={() => <p className={styles["empty"]}>{t("palette.no-match")}</p>}
        >
          {open === undefined && input === ""
            ? criteria.map((criterion) => (
                <MenuItem
                  key={criterion.id}
                  id={criterion.id}
                  textValue={criterion.title}
                  className={menuStyles["item"] ?? ""}
                  onAction={() => show(criterion.id)}
                >
                  <span className={menuStyles["text"]}>{criterion.title}</span>
                  {setCount(criterion) > 0 && <span className={styles["count"]}>{setCount(criterion)}</span>}
                  <ChevronRight aria-hidden className="mirrored" />
                </MenuItem>
              ))
            : sections.map((criterion) => (
                <ValueSection
                  key={criterion.id}
                  criterion={criterion}
                  isTitled={open === undefined}
                  onChange={onChange}
                />
              ))}
        </Menu>
      </Autocomplete>
    </div>
  )
}

interface ValueSectionProps {
  readonly criterion: FilterCriterion
  /** The title stands above the values. */
  readonly isTitled: boolean
  readonly onChange: (changes: Partial<ListSearch>) => void
}

const ValueSection = ({ criterion, isTitled, onChange }: ValueSectionProps) => {
  const { id, title, values } = criterion
  const idOf = (value: FilterValue) => `${id} ${value.id}`
  const selected = new Set<string>(values.filter(({ isSet }) => isSet).map(idOf))
  return (
    <MenuSection
      aria-label={title}
      className={menuStyles["section"] ?? ""}
      selectionMode="multiple"
      selectedKeys={selected}
      onSelectionChange={(next) => {
        const changed = values.find((value) => next !== "all" && next.has(idOf(value)) !== value.isSet)
        if (changed !== undefined) onChange(changed.toggled)
      }}
    >
      {values.map((value) => (
        <MenuItem
          key={value.id}
          id={idOf(value)}
          textValue={isTitled ? `${title}: ${value.label}` : value.label}
          className={menuStyles["item"] ?? ""}
        >
          <span className={menuStyles["mark"]}>{value.isSet && <Check aria-hidden />}</span>
          <span className={menuStyles["text"]}>
            {isTitled && <span className={styles["criterion"]}>{title}: </span>}
            <bdi>{value.label}</bdi>
          </span>
          {value.count !== undefined && <Count count={value.count} />}
        </MenuItem>
      ))}
    </MenuSection>
  )
}

const Count = ({ count }: { readonly count: number }) => {
  const t = useText()
  return <span className={styles["count"]}>{new Intl.NumberFormat(t.language).format(count)}</span>
}

/** The criteria with those of their values that have the text, in their name or in the one of the criterion. */
const found = (
  criteria: ReadonlyArray<FilterCriterion>,
  text: string,
  language: string
): ReadonlyArray<FilterCriterion> => {
  const sought = text.trim().toLocaleLowerCase(language)
  return criteria
    .map((criterion) => ({
      ...criterion,
      values: criterion.values
        .filter(({ label }) => `${criterion.title}: ${label}`.toLocaleLowerCase(language).includes(sought))
        .slice(0, sought === "" ? undefined : foundMax)
    }))
    .filter(({ values }) => values.length > 0)
}
