import { useQueryClient } from "@tanstack/react-query"
import { BookA, Plus, RefreshCw, SearchX } from "lucide-react"
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from "react"
import { currentPreferences } from "../../base/preference/preference.ts"
import { directionOf, useText } from "../../base/texts/text.ts"
import { type ListedTerm, refreshGlossaries } from "../../feature/glossary/glossary-queries.ts"
import { useShortcuts } from "../../widget/shortcut/shortcut.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import { keyColumn, useColumnWidths } from "../translation-list/column-widths.ts"
import barStyles from "../translation-list/filter-bar.module.css"
import { gridCommand } from "../translation-list/grid-command.ts"
import { cellId, type GridPosition, moveInGrid, moveInTable, nextText } from "../translation-list/grid-position.ts"
import { useKeySelection } from "../translation-list/key-selection.ts"
import statusStyles from "../translation-list/list-status.module.css"
import { rowHeightMin } from "../translation-list/row-window.ts"
import gridStyles from "../translation-list/translation-grid.module.css"
import { useGridFocus } from "../translation-list/use-grid-focus.ts"
import styles from "./glossary.module.css"
import type { GlossaryFacts } from "./glossary-queries.ts"
import type { AfterSave } from "./term-field.tsx"
import { useTermPages } from "./term-pages.ts"
import { TermRow } from "./term-row.tsx"
import { TermSelectionBar } from "./term-selection-bar.tsx"
import { useSaveTerm } from "./use-save-term.ts"

const ColumnHeaders = lazyPart(() => import("../translation-list/column-headers.tsx"), "ColumnHeaders")
const TermDialog = lazyDialog(() => import("./term-dialog.tsx"), "TermDialog")

interface TermGridProps {
  readonly slug: string
  readonly glossary: GlossaryFacts
  /** The languages of the columns, without the base. */
  readonly tags: ReadonlyArray<string>
  readonly search: string
  /** One column for each language; else they stand under each other. */
  readonly isTable: boolean
  /** Why the glossary cannot be changed; null: it can. */
  readonly obstacle: string | null
  /** Above the rows. */
  readonly controls: ReactNode
  readonly onClearSearch: () => void
}

/** The terms of a glossary: any number of rows, one tab stop, one open field; the keys are those of the list of translations. */
export const TermGrid = ({ slug, glossary, tags, search, isTable, obstacle, ...props }: TermGridProps) => {
  const t = useText()
  const client = useQueryClient()
  const scroller = useRef<HTMLDivElement>(null)
  const place = { slug, glossaryId: glossary.id }
  const pages = useTermPages({ ...place, search, tags }, glossary.baseLanguageTag)
  const selection = useKeySelection(JSON.stringify([glossary.id, search]), pages.idsBetween)
  const widths = useColumnWidths()
  const saveText = useSaveTerm(place)
  const [open, setOpen] = useState<{ readonly termId: number; readonly tag: string } | null>(null)
  const [dialog, setDialog] = useState<ListedTerm | "new" | null>(null)
  const total = pages.total ?? 0
  const rowHeight = Math.max(rowHeightMin, (isTable ? 1 : tags.length) * 41 + 1)
  const focus = useGridFocus({ scroller, total, rowHeight, isTable, onShow: pages.show })
  const { virtualizer, start, focusCell } = focus
  // A column may be gone.
  const active = { row: focus.active.row, column: Math.min(focus.active.column, tags.length) }

  const openCell = ({ row, column }: GridPosition) => {
    const term = pages.termAt(row)
    const tag = tags[column - 1]
    if (term === null || obstacle !== null) return
    focus.setActive({ row, column })
    if (tag === undefined) setDialog(term)
    else if (!term.flagNonTranslatable) setOpen({ termId: term.id, tag })
  }
  const closeCell = (position: GridPosition) => {
    setOpen(null)
    focusCell(position)
  }
  /** Closes a text unless another one is open by now. The focus stays where it is. */
  const leaveCell = (term: ListedTerm, tag: string) =>
    setOpen((shown) => (shown?.termId === term.id && shown.tag === tag ? null : shown))
  const move = (position: GridPosition, by: 1 | -1) => {
    const next = nextText(position, total, by)
    if (next === null) return closeCell(position)
    const term = pages.termAt(next.row)
    focus.reveal(next)
    const tag = tags[next.column - 1]
    if (term === null || tag === undefined || term.flagNonTranslatable) return closeCell(next)
    setOpen({ termId: term.id, tag })
  }
  const save = async (position: GridPosition, text: string, after: AfterSave) => {
    const term = pages.termAt(position.row)
    const tag = tags[position.column - 1]
    if (term === null || tag === undefined) return true
    const isSaved = await saveText(term, tag, text)
    if (isSaved && after === "next") move(position, 1)
    if (isSaved && after === "close") closeCell(position)
    if (isSaved && after === "leave") leaveCell(term, tag)
    return isSaved
  }
  const select = (row: number, isRange: boolean) => {
    const term = pages.termAt(row)
    if (isRange) selection.extendTo(row, row)
    else if (term !== null) selection.toggle(row, term.id)
  }
  const extendSelection = (by: 1 | -1) => {
    const row = Math.min(total - 1, Math.max(0, active.row + by))
    selection.extendTo(row, active.row)
    focusCell({ row, column: active.column })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.currentTarget.contains(event.target as Node)) return
    const command = gridCommand(event, {
      isOnCell: event.target === document.getElementById(cellId(active)),
      isKey: active.column === 0,
      hasSelection: selection.ids.size > 0,
      hasSingleKeys: currentPreferences().singleKeys
    })
    if (command === null || command === "undo" || command === "review") return
    if (command === "move") {
      const rowsPerScreen = Math.max(1, focus.last - focus.first - 1)
      const size = { rows: total, columns: tags.length + 1, rowsPerScreen }
      const next = (isTable ? moveInTable : moveInGrid)(active, event.key, size, {
        isRightToLeft: directionOf(t.language) === "rtl"
      })
      if (next === null) return
      event.preventDefault()
      return focusCell(next)
    }
    event.preventDefault()
    if (command === "open") openCell(active)
    if (command === "select") select(active.row, false)
    if (command === "clear") selection.clear()
    if (command === "extendDown") extendSelection(1)
    if (command === "extendUp") extendSelection(-1)
  }
  useShortcuts([
    { keys: "n", title: "glossary.add-term", place: "list", run: () => setDialog(obstacle === null ? "new" : null) }
  ])

  return (
    <div className={`${gridStyles["list"]} ${styles["list"]}`}>
      <search className={`${barStyles["bar"]} ${styles["bar"]}`}>
        <div className={barStyles["controls"]}>
          {props.controls}
          <div className={barStyles["actions"]}>
            <Button icon={<Plus aria-hidden />} disabledReason={obstacle} onPress={() => setDialog("new")}>
              {t("glossary.add-term")}
            </Button>
          </div>
        </div>
        {selection.ids.size > 0 && (
          <TermSelectionBar
            place={place}
            termIds={selection.ids}
            total={total}
            obstacle={obstacle}
            onSelectAll={async () => selection.replace(await pages.allIds())}
            onClear={() => {
              selection.clear()
              focusCell(active)
            }}
          />
        )}
      </search>
      {pages.total === null || pages.total === 0 ? (
        <NoTerms
          isSearch={search !== ""}
          isEmpty={pages.total === 0}
          error={pages.error}
          onRetry={pages.retry}
          onClearSearch={props.onClearSearch}
        />
      ) : (
        <>
          <div ref={scroller} className={`${gridStyles["scroller"]} ${isTable ? gridStyles["table"] : ""}`}>
            <div
              role="grid"
              aria-label={t("glossary.terms")}
              aria-multiselectable="true"
              aria-rowcount={total + (isTable ? 1 : 0)}
              aria-colcount={tags.length + 1}
              className={gridStyles["rows"]}
              style={{
                blockSize: virtualizer.getTotalSize(),
                ...(isTable ? columnsStyle([keyColumn, ...tags].map(widths.widthOf)) : {})
              }}
              onKeyDown={onKeyDown}
            >
              {isTable && (
                <ColumnHeaders first={t("glossary.term")} languages={tags.map((tag) => ({ tag }))} widths={widths} />
              )}
              {virtualizer.getVirtualItems().map(({ index, start: top }) => {
                const row = start + index
                const term = pages.termAt(row)
                return (
                  <div
                    key={row}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    role="row"
                    aria-rowindex={row + (isTable ? 2 : 1)}
                    aria-selected={term !== null && selection.ids.has(term.id)}
                    className={gridStyles["row"]}
                    style={{ insetBlockStart: top }}
                  >
                    {term === null ? (
                      <div role="gridcell" tabIndex={-1} aria-busy="true">
                        <Skeleton height={`${rowHeightMin}px`} />
                      </div>
                    ) : (
                      <TermRow
                        index={row}
                        term={term}
                        baseLanguageTag={glossary.baseLanguageTag}
                        tags={tags}
                        isTable={isTable}
                        isSelected={selection.ids.has(term.id)}
                        obstacle={obstacle}
                        activeColumn={active.row === row ? active.column : null}
                        openTag={open?.termId === term.id ? open.tag : null}
                        onActivate={focus.setActive}
                        onSelect={select}
                        onOpen={openCell}
                        onSave={save}
                        onMove={move}
                        onClose={closeCell}
                        onLeave={leaveCell}
                      />
                    )}
                  </div>
                )
              })}
            </div>
          </div>
          <footer className={statusStyles["status"]}>
            <span>{t("glossary.count", { count: total })}</span>
            <span className={statusStyles["hint"]}>{t("translations.hint")}</span>
            <Button kind="quiet" icon={<RefreshCw aria-hidden />} onPress={() => void refreshGlossaries(client)}>
              {t("translations.refresh")}
            </Button>
          </footer>
        </>
      )}
      {dialog !== null && (
        <TermDialog
          place={place}
          term={dialog === "new" ? null : dialog}
          baseLanguageTag={glossary.baseLanguageTag}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

/** The columns of the table, for its header and its rows. */
const columnsStyle = (widths: ReadonlyArray<number>): CSSProperties =>
  ({
    "--columns": widths.map((width) => `${width}px`).join(" "),
    "--key-column": `${widths[0]}px`,
    inlineSize: widths.reduce((sum, width) => sum + width, 0)
  }) as CSSProperties

interface NoTermsProps {
  readonly isSearch: boolean
  /** false: it is not known yet. */
  readonly isEmpty: boolean
  readonly error: unknown
  readonly onRetry: () => void
  readonly onClearSearch: () => void
}

/** Takes the place of the rows while there are none. */
const NoTerms = ({ isSearch, isEmpty, error, onRetry, onClearSearch }: NoTermsProps) => {
  const t = useText()
  if (!isEmpty && error !== null) return <ErrorState error={error} onRetry={onRetry} />
  if (!isEmpty) {
    return (
      <div className={gridStyles["loading"]} aria-busy="true">
        <Skeleton height="320px" />
      </div>
    )
  }
  return isSearch ? (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t("memory.no-match")}
      action={<Button onPress={onClearSearch}>{t("filter.clear-search")}</Button>}
    />
  ) : (
    <EmptyState icon={<BookA aria-hidden />} title={t("glossary.no-terms")} hint={t("glossary.no-terms-hint")} />
  )
}
