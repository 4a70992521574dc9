import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { currentPreferences } from "../../base/preference/preference.ts"
import { directionOf, languageName, useText } from "../../base/texts/text.ts"
import type { PanelTab } from "../../feature/key-panel/panel-tab.ts"
import { useIdleEditor } from "../../feature/translation-editor/load-code-editor.ts"
import type { SavedText } from "../../feature/translation-editor/translation-editor.tsx"
import { announce } from "../../widget/announcement/announcement.ts"
import { useShortcuts } from "../../widget/shortcut/shortcut.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { whenIdle } from "../../widget/ui/when-idle.ts"
import { useAreaKeys } from "./area-keys.ts"
import { useBesideGrid } from "./beside-grid.tsx"
import { keyColumn, useColumnWidths } from "./column-widths.ts"
import { editObstacle, stateObstacle } from "./edit-permission.ts"
import { type GridCommand, gridCommand } from "./grid-command.ts"
import { cellId, type GridPosition, moveInGrid, moveInTable, nextText } from "./grid-position.ts"
import { gridShortcuts } from "./grid-shortcuts.ts"
import { useGridWindow } from "./grid-window.ts"
import type { ListedNeighbours } from "./key-neighbours.ts"
import { useKeyPages } from "./key-pages.ts"
import { KeyRow, rowHeightMin, SkeletonRow } from "./key-row.tsx"
import { useKeySelection } from "./key-selection.ts"
import { useListChanges } from "./list-changes.ts"
import { filtersOf, isFiltered, type ListSearch, parseOpenKey, toListQuery } from "./list-search.ts"
import { ListStatus } from "./list-status.tsx"
import { NoRows } from "./no-rows.tsx"
import { useStableActions } from "./row-actions.ts"
import { useSaveText } from "./save-text.ts"
import styles from "./translation-grid.module.css"
import { useUnmatchedKeys } from "./unmatched-keys.ts"
import { useOpenKey } from "./use-open-key.ts"

const ColumnHeaders = lazyPart(() => import("./column-headers.tsx"), "ColumnHeaders")
const SelectionBar = lazyPart(() => import("../selection/selection-bar.tsx"), "SelectionBar")

const EmptyProject = lazyPart(() => import("./empty-project.tsx"), "EmptyProject")

interface TranslationGridProps {
  readonly project: ProjectModel
  /** Shown ones, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly search: ListSearch
  /** One column for each language. */
  readonly isTable: boolean
  readonly userId: number
  /** `42:cs` opens an editor, undefined closes it. */
  readonly onOpen: (key: string | undefined) => void
  /** The first keys are there, or will not come. */
  readonly onRead?: () => void
  /** Opens a tab of the panel; undefined closes it. */
  readonly onPanel: (tab: PanelTab | undefined) => void
  /** The keys around the ones of the list, where it shows a part of another list; absent: there are none. */
  readonly outerNeighbours?: ListedNeighbours
  /** Opens the text after the last one, or before the first one; false: there is none. */
  readonly onBeyond?: (by: 1 | -1, languageTag: string) => boolean
  readonly onClearFilters: () => void
}

/** The keys of the project with their texts: any number of rows, one tab stop, one open editor. */
export const TranslationGrid = ({
  project,
  languages,
  search,
  isTable,
  userId,
  onOpen,
  onRead,
  onPanel,
  outerNeighbours,
  onBeyond,
  onClearFilters
}: TranslationGridProps) => {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const tags = languages.map(({ tag }) => tag)
  const pages = useKeyPages({ projectId: project.id, search, languages: tags })
  const { save, undoLast, statusOf, isOwnText } = useSaveText(project.id)
  const { unmatched, check, forget } = useUnmatchedKeys(project.id, search, tags)
  const own = { statusOf, isOwnText }
  const { changedBy, isStale, isLive, markFresh, markStale } = useListChanges(project.id, userId, own, check)
  const selection = useKeySelection(JSON.stringify([project.id, filtersOf(search)]), pages.idsBetween)
  const widths = useColumnWidths()
  useIdleEditor()
  useIdleUnsavedBar()
  const [active, setActive] = useState<GridPosition>({ row: 0, column: 1 })
  const wantsFocus = useRef(false)
  const [openKey, setOpenKey] = useOpenKey(search.key, onOpen)
  const open = parseOpenKey(openKey)
  const total = pages.total ?? 0
  const columns = languages.length + 1
  // The list may have become shorter.
  if (total > 0 && active.row >= total) setActive({ ...active, row: total - 1 })

  const rowHeight = Math.max(rowHeightMin, (isTable ? 1 : languages.length) * 41 + 1)
  const {
    virtualizer,
    start,
    first,
    last,
    reveal: revealRow
  } = useGridWindow({
    scroller,
    total,
    rowHeight,
    activeRow: active.row,
    isTable,
    onShow: pages.show
  })
  const isRead = pages.total !== null || pages.error !== null
  useEffect(() => {
    if (isRead) onRead?.()
  }, [isRead, onRead])

  const reveal = (position: GridPosition) => {
    // Another object each time: the active cell may have to get the focus once more.
    setActive({ ...position })
    revealRow(position.row)
  }
  const focusCell = (position: GridPosition) => {
    wantsFocus.current = true
    reveal(position)
  }
  // A cell far away is drawn only after the list has scrolled there.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const cell = document.getElementById(cellId(active))
    if (cell === null) return
    cell.focus({ preventScroll: true })
    if (isTable) cell.scrollIntoView({ block: "nearest", inline: "nearest" })
    wantsFocus.current = document.activeElement !== cell
  })

  // A link to an open text of the first page leads to its row.
  const revealed = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (search.key === revealed.current) return
    const rows = [active.row, ...Array.from({ length: Math.min(total, 100) }, (_, row) => row)]
    const row = open === null ? undefined : rows.find((index) => pages.keyAt(index)?.keyId === open.keyId)
    if (open !== null && row === undefined) return
    revealed.current = search.key
    const column = languages.findIndex(({ tag }) => tag === open?.languageTag) + 1
    if (row !== undefined) reveal({ row, column: Math.max(1, column) })
  })

  const beside = useBesideGrid(
    {
      project,
      userId,
      languages,
      isEditorOpen: open !== null,
      active: { key: pages.keyAt(active.row), column: active.column, cellId: cellId(active) },
      neighbours: {
        before: pages.keyAt(active.row - 1) ?? outerNeighbours?.before ?? null,
        after: pages.keyAt(active.row + 1) ?? outerNeighbours?.after ?? null
      },
      writes: { save, statusOf },
      onPanel,
      onCloseEditor: () => close(active),
      onLeave: () => focusCell(active)
    },
    search.panel
  )

  const openCell = (position: GridPosition) => {
    const key = pages.keyAt(position.row)
    const language = languages[position.column - 1]
    if (key !== null && position.column === 0) return beside.run("details", key, null)
    if (key === null || language === undefined) return
    const obstacle = editObstacle(project, language, key.translations[language.tag])
    if (obstacle !== null) return announce(t(obstacle), "assertive")
    reveal(position)
    setOpenKey(`${key.keyId}:${language.tag}`)
  }
  const close = (position: GridPosition) => {
    setOpenKey(undefined)
    focusCell(position)
  }
  const saveText = (position: GridPosition, saved: SavedText, goesOn: boolean) => {
    const key = pages.keyAt(position.row)
    const language = languages[position.column - 1]
    if (key === null || language === undefined) return
    const place = { userId, projectId: project.id, keyId: key.keyId, languageTag: language.tag }
    const onConflict = () => {
      announce(t("conflict.changed"), "assertive")
      setOpenKey(`${key.keyId}:${language.tag}`)
      reveal(position)
    }
    void save(key, language, saved, place, { offersUndo: !goesOn, onConflict }).then(() => check([key.keyId]))
    const next = goesOn ? nextText(position, total) : null
    if (goesOn && next === null && onBeyond?.(1, language.tag) === true) return announce(t("editor.saved"))
    const nextKey = next === null ? null : pages.keyAt(next.row)
    if (next === null || nextKey === null) {
      announce(t("editor.saved"))
      return close(position)
    }
    announce(t("editor.saved-next", { key: nextKey.keyName, language: languageName(language.tag, t.language) }))
    openCell(next)
  }

  const moveOn = (position: GridPosition, by: 1 | -1) => {
    const next = nextText(position, total, by)
    if (next !== null && pages.keyAt(next.row) !== null) openCell(next)
    const language = languages[position.column - 1]
    if (next === null && language !== undefined) onBeyond?.(by, language.tag)
  }
  const toggleReviewed = ({ row, column }: GridPosition) => {
    const key = pages.keyAt(row)
    const language = languages[column - 1]
    if (key === null || language === undefined) return
    const obstacle = stateObstacle(project, language)
    if (obstacle !== null) return announce(t(obstacle), "assertive")
    beside.run(key.translations[language.tag]?.state === "REVIEWED" ? "unreview" : "review", key, language)
  }
  const select = (row: number, isRange: boolean) => {
    const key = pages.keyAt(row)
    if (isRange) selection.extendTo(row, row)
    else if (key !== null) selection.toggle(row, key.keyId)
  }
  const extendSelection = (by: 1 | -1) => {
    const row = Math.min(total - 1, Math.max(0, active.row + by))
    selection.extendTo(row, active.row)
    focusCell({ row, column: active.column })
  }
  const selectAll = async () => {
    try {
      const request = { params: { projectId: project.id }, query: toListQuery(search, tags) }
      selection.replace((await call("translationList", "selectAll", request)).ids)
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
  // A job ends later, when the list may have other filters. Rows do not move under an open editor.
  const afterJob = useRef(() => {})
  afterJob.current = () => {
    if (open !== null) return markStale()
    forget()
    markFresh()
    void pages.readAgain()
  }

  const actions = useStableActions({
    activate: setActive,
    select,
    open: openCell,
    openMenu: (position, trigger) => {
      setActive(position)
      beside.openMenu(trigger)
    },
    save: saveText,
    move: moveOn,
    close
  })

  const onMoveKey = (event: KeyboardEvent) => {
    const size = { rows: total, columns, rowsPerScreen: Math.max(1, last - first - 1) }
    const next = (isTable ? moveInTable : moveInGrid)(active, event.key, size, {
      isRightToLeft: directionOf(t.language) === "rtl"
    })
    if (next === null) return
    event.preventDefault()
    focusCell(next)
  }
  const commands: Readonly<Record<GridCommand, (event: KeyboardEvent) => void>> = {
    undo: () => void undoLast(),
    extendDown: () => extendSelection(1),
    extendUp: () => extendSelection(-1),
    open: () => openCell(active),
    review: () => toggleReviewed(active),
    select: () => select(active.row, false),
    clear: selection.clear,
    move: onMoveKey
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Menus over the list are not in it, though React tells of their keys.
    if (!event.currentTarget.contains(event.target as Node)) return
    const command = gridCommand(event, {
      isOnCell: event.target === document.getElementById(cellId(active)),
      isKey: active.column === 0,
      hasSelection: selection.ids.size > 0,
      hasSingleKeys: currentPreferences().singleKeys
    })
    if (command === null) return
    // One that moves nothing stays the browser's.
    if (command !== "move") event.preventDefault()
    commands[command](event)
  }
  useShortcuts(gridShortcuts)
  useAreaKeys(() => focusCell(active))

  if (pages.total === 0 && !isFiltered(search)) {
    return (
      <EmptyProject
        project={project}
        base={languages.find(({ base }) => base)}
        onCreated={async (keyId) => {
          await pages.refresh()
          const next = languages.find(
            (language) => !language.base && editObstacle(project, language, undefined) === null
          )
          if (next !== undefined) setOpenKey(`${keyId}:${next.tag}`)
        }}
      />
    )
  }
  if (pages.total === null || pages.total === 0) {
    return (
      <NoRows
        languages={languages}
        isFiltered={isFiltered(search)}
        isEmpty={pages.total === 0}
        error={pages.error}
        onRetry={pages.retry}
        onClearFilters={onClearFilters}
      />
    )
  }
  return (
    <>
      {selection.ids.size > 0 && (
        <SelectionBar
          project={project}
          shown={languages}
          keyIds={selection.ids}
          total={total}
          onSelectAll={selectAll}
          onClear={() => {
            selection.clear()
            focusCell(active)
          }}
          onJobEnd={() => afterJob.current()}
        />
      )}
      <div className={styles["body"]}>
        <div className={styles["list"]}>
          <div ref={scroller} className={`${styles["scroller"]} ${isTable ? styles["table"] : ""}`}>
            <div
              role="grid"
              aria-label={t("translations.title")}
              aria-multiselectable="true"
              aria-rowcount={total + (isTable ? 1 : 0)}
              aria-colcount={columns}
              className={styles["rows"]}
              style={{
                blockSize: virtualizer.getTotalSize(),
                ...(isTable ? columnsStyle([keyColumn, ...tags].map(widths.widthOf)) : {})
              }}
              onKeyDown={onKeyDown}
            >
              {isTable && <ColumnHeaders languages={languages} widths={widths} />}
              {virtualizer.getVirtualItems().map(({ index, start: top }) => {
                const row = start + index
                const key = pages.keyAt(row)
                return (
                  <div
                    key={row}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    role="row"
                    aria-rowindex={row + (isTable ? 2 : 1)}
                    aria-selected={key !== null && selection.ids.has(key.keyId)}
                    className={styles["row"]}
                    style={{ insetBlockStart: top }}
                  >
                    {key === null ? (
                      <div role="gridcell" tabIndex={-1} aria-busy="true">
                        <SkeletonRow languages={languages} isTable={isTable} />
                      </div>
                    ) : (
                      <KeyRow
                        index={row}
                        listedKey={key}
                        namespaceHeading={namespaceHeading(key, pages.keyAt(row - 1))}
                        project={project}
                        languages={languages}
                        userId={userId}
                        isTable={isTable}
                        isSelected={selection.ids.has(key.keyId)}
                        isUnmatched={unmatched.has(key.keyId)}
                        activeColumn={active.row === row ? active.column : null}
                        openLanguageTag={open?.keyId === key.keyId ? open.languageTag : null}
                        statusOf={statusOf}
                        changedBy={changedBy}
                        actions={actions}
                      />
                    )}
                  </div>
                )
              })}
            </div>
          </div>
          <ListStatus
            total={total}
            isLive={isLive}
            isStale={isStale}
            onRefresh={() => {
              forget()
              markFresh()
              void pages.refresh()
            }}
          />
        </div>
        {beside.element}
      </div>
    </>
  )
}

/** Loads the bar of unsaved texts before it is needed: the server may be out of reach by then. */
const useIdleUnsavedBar = () =>
  useEffect(() => whenIdle(() => void Promise.all([import("./unsaved-bar.tsx"), import("./unsaved-dialog.tsx")])), [])

/** The columns of the table, for its header and its rows. */
const columnsStyle = (widths: ReadonlyArray<number>): CSSProperties =>
  ({
    "--columns": widths.map((width) => `${width}px`).join(" "),
    "--key-column": `${widths[0]}px`,
    inlineSize: widths.reduce((sum, width) => sum + width, 0)
  }) as CSSProperties

/** The namespace where it changes; null: the same as above. */
const namespaceHeading = (key: ListedKeyModel, above: ListedKeyModel | null): string | null =>
  key.keyNamespace === (above?.keyNamespace ?? null) ? null : key.keyNamespace
