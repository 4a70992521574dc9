import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual"
import { KeyRound, RefreshCw, SearchX } from "lucide-react"
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { announce } from "../announcement/announcement.ts"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../api/contract.ts"
import { currentPreferences } from "../preference/preference.ts"
import { useShortcuts } from "../shortcut/shortcut.ts"
import { directionOf, languageName, useText } from "../texts/text.ts"
import { useIdleEditor } from "../translation-editor/load-code-editor.ts"
import type { SavedText } from "../translation-editor/translation-editor.tsx"
import { Button } from "../ui/button.tsx"
import { EmptyState, ErrorState } from "../ui/states.tsx"
import { editObstacle, stateObstacle } from "./edit-permission.ts"
import { cellId, type GridPosition, moveInGrid, nextText } from "./grid-position.ts"
import { useKeyPages } from "./key-pages.ts"
import { KeyRow, type RowActions, rowHeightMin, SkeletonRow } from "./key-row.tsx"
import { useListChanges } from "./list-changes.ts"
import { isFiltered, type ListSearch, parseOpenKey } from "./list-search.ts"
import { useSaveText } from "./save-text.ts"
import { useSetState } from "./set-state.ts"
import styles from "./translation-grid.module.css"
import { useOpenKey } from "./use-open-key.ts"

interface TranslationGridProps {
  readonly project: ProjectModel
  /** Shown ones, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly search: ListSearch
  readonly userId: number
  /** `42:cs` opens an editor, undefined closes it. */
  readonly onOpen: (key: string | undefined) => void
  /** The first keys are there, or will not come. */
  readonly onRead: () => void
  readonly onClearFilters: () => void
}

/** Rows that are drawn beyond the visible ones. */
const overscanRows = 6

/** The keys of the project with their texts: any number of rows, one tab stop, one open editor. */
export const TranslationGrid = ({
  project,
  languages,
  search,
  userId,
  onOpen,
  onRead,
  onClearFilters
}: TranslationGridProps) => {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const pages = useKeyPages({ projectId: project.id, search, languages: languages.map(({ tag }) => tag) })
  const { save, undoLast, statusOf, isOwnText } = useSaveText(project.id)
  const { changedBy, isStale, isLive, markFresh } = useListChanges(project.id, userId, { statusOf, isOwnText })
  const setReviewed = useSetState(project.id)
  useIdleEditor()
  const [active, setActive] = useState<GridPosition>({ row: 0, column: 1 })
  const wantsFocus = useRef(false)
  const [openKey, setOpenKey] = useOpenKey(search.key, onOpen)
  const open = parseOpenKey(openKey)
  const total = pages.total ?? 0
  const columns = languages.length + 1

  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => Math.max(rowHeightMin, languages.length * 41 + 1),
    overscan: overscanRows,
    // The active row stays: the focus, or the open editor, is in it.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const rows = defaultRangeExtractor(range)
        if (active.row >= total || rows.includes(active.row)) return rows
        return [...rows, active.row].toSorted((one, other) => one - other)
      },
      [active.row, total]
    )
  })
  const first = virtualizer.range?.startIndex ?? 0
  const last = virtualizer.range?.endIndex ?? 0
  useEffect(() => pages.show({ first, last }))
  const isRead = pages.total !== null || pages.error !== null
  useEffect(() => {
    if (isRead) onRead()
  }, [isRead, onRead])

  const reveal = (position: GridPosition) => {
    setActive(position)
    virtualizer.scrollToIndex(position.row, { align: "auto" })
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
    wantsFocus.current = document.activeElement !== cell
  })

  // A link to an open text of the first page leads to its row.
  const openKeyId = open?.keyId ?? null
  useEffect(() => {
    if (openKeyId === null || total === 0) return
    if (pages.keyAt(active.row)?.keyId === openKeyId) return
    for (let row = 0; row < Math.min(total, 100); row++) {
      if (pages.keyAt(row)?.keyId !== openKeyId) continue
      const column = languages.findIndex(({ tag }) => tag === open?.languageTag) + 1
      return reveal({ row, column: Math.max(1, column) })
    }
  })

  const openCell = (position: GridPosition) => {
    const key = pages.keyAt(position.row)
    const language = languages[position.column - 1]
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
    void save(key, language, saved, place, { offersUndo: !goesOn, onConflict })
    const next = goesOn ? nextText(position, total) : null
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
  }
  const toggleReviewed = ({ row, column }: GridPosition) => {
    const key = pages.keyAt(row)
    const language = languages[column - 1]
    if (key === null || language === undefined) return
    const obstacle = stateObstacle(project, language)
    if (obstacle !== null) return announce(t(obstacle), "assertive")
    void setReviewed(key, language.tag)
  }

  const actions = useStableActions({ activate: setActive, open: openCell, save: saveText, move: moveOn, close })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      return void undoLast()
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
      if (!(event.ctrlKey && (event.key === "Home" || event.key === "End"))) return
    }
    if (event.key === "Enter" || event.key === "F2" || event.key === "e") {
      if (event.target !== document.getElementById(cellId(active))) return
      event.preventDefault()
      return openCell(active)
    }
    if (event.key === "r" && currentPreferences().singleKeys) return toggleReviewed(active)
    const size = { rows: total, columns, rowsPerScreen: Math.max(1, last - first - 1) }
    const next = moveInGrid(active, event.key, size, { isRightToLeft: directionOf(t.language) === "rtl" })
    if (next === null) return
    event.preventDefault()
    focusCell(next)
  }
  useShortcuts([
    { keys: "Enter", title: "shortcuts.edit" },
    { keys: "Esc", title: "shortcuts.close" },
    { keys: "Ctrl Enter", title: "shortcuts.save-next" },
    { keys: "Ctrl Shift Enter", title: "shortcuts.save-reviewed" },
    { keys: "Alt PageDown", title: "shortcuts.next-form" },
    { keys: "Alt ↓", title: "shortcuts.next-text" },
    { keys: "Ctrl Space", title: "shortcuts.placeholders" },
    { keys: "F8", title: "shortcuts.raw" },
    { keys: "r", title: "shortcuts.reviewed" },
    { keys: "Ctrl Z", title: "shortcuts.undo" },
    { keys: "End", title: "shortcuts.last" }
  ])

  if (pages.error !== null && pages.total === null) return <ErrorState error={pages.error} onRetry={pages.retry} />
  if (pages.total === 0) {
    return isFiltered(search) ? (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t("translations.no-match")}
        action={<Button onPress={onClearFilters}>{t("translations.clear-filters")}</Button>}
      />
    ) : (
      <EmptyState icon={<KeyRound aria-hidden />} title={t("translations.empty")} hint={t("translations.empty-hint")} />
    )
  }
  if (pages.total === null) {
    return (
      <div className={styles["loading"]} aria-busy="true">
        {skeletonRows.map((row) => (
          <SkeletonRow key={row} languages={languages} />
        ))}
      </div>
    )
  }
  return (
    <>
      <div ref={scroller} className={styles["scroller"]}>
        <div
          role="grid"
          aria-label={t("translations.title")}
          aria-rowcount={total}
          aria-colcount={columns}
          className={styles["rows"]}
          style={{ blockSize: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const key = pages.keyAt(index)
            return (
              <div
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 1}
                className={styles["row"]}
                style={{ insetBlockStart: start }}
              >
                {key === null ? (
                  <div role="gridcell" tabIndex={-1} aria-busy="true">
                    <SkeletonRow languages={languages} />
                  </div>
                ) : (
                  <KeyRow
                    index={index}
                    listedKey={key}
                    namespaceHeading={namespaceHeading(key, pages.keyAt(index - 1))}
                    project={project}
                    languages={languages}
                    userId={userId}
                    activeColumn={active.row === index ? active.column : null}
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
      <footer className={styles["status"]}>
        <span>{t("translations.count", { count: total })}</span>
        <span className={styles["hint"]}>{t("translations.hint")}</span>
        <span data-live-state={isLive}>{t(isLive ? "translations.live" : "translations.reconnecting")}</span>
        <Button
          kind={isStale ? "secondary" : "quiet"}
          icon={<RefreshCw aria-hidden />}
          onPress={() => {
            markFresh()
            void pages.refresh()
          }}
        >
          {t(isStale ? "translations.stale" : "translations.refresh")}
        </Button>
      </footer>
    </>
  )
}

/** Rows of the skeleton: more than a screen has. */
const skeletonRows = Array.from({ length: 16 }, (_, row) => row)

/** Functions that stay the same and call the present ones. */
const useStableActions = (present: RowActions): RowActions => {
  const latest = useRef(present)
  latest.current = present
  const [stable] = useState<RowActions>(() => ({
    activate: (...args) => latest.current.activate(...args),
    open: (...args) => latest.current.open(...args),
    save: (...args) => latest.current.save(...args),
    move: (...args) => latest.current.move(...args),
    close: (...args) => latest.current.close(...args)
  }))
  return stable
}

/** The namespace where it changes; null: the same as above. */
const namespaceHeading = (key: ListedKeyModel, above: ListedKeyModel | null): string | null =>
  key.keyNamespace === (above?.keyNamespace ?? null) ? null : key.keyNamespace
