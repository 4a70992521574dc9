import { useQueryClient } from "@tanstack/react-query"
import { type CSSProperties, useEffect, useMemo, useRef } from "react"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, ListedKeyModel, ProjectModel, TaskModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { mayAddTerms } from "../../feature/glossary/glossary-queries.ts"
import type { PanelSection } from "../../feature/key-panel/panel-section.ts"
import { useUser } from "../../feature/session/session.ts"
import { useIdleEditor } from "../../feature/translation-editor/load-code-editor.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { useLatest } from "../../widget/ui/use-latest.ts"
import { whenIdle } from "../../widget/ui/when-idle.ts"
import { useBesideGrid } from "./beside-grid.tsx"
import { keyColumn, useColumnWidths } from "./column-widths.ts"
import { useSuggestions } from "./decide-suggestions.ts"
import { editObstacle, textRemark } from "./edit-permission.ts"
import { cellId, type GridPosition } from "./grid-position.ts"
import type { ListedNeighbours } from "./key-neighbours.ts"
import { patchTranslation, useKeyPages } from "./key-pages.ts"
import { KeyRow, type ShownTask, SkeletonRow } from "./key-row.tsx"
import { useKeySelection } from "./key-selection.ts"
import { useListChanges } from "./list-changes.ts"
import { filtersOf, isFiltered, isOnlyTask, type ListSearch, toListQuery } from "./list-search.ts"
import { ListStatus } from "./list-status.tsx"
import { NoRows } from "./no-rows.tsx"
import { useStableActions } from "./row-actions.ts"
import { rowHeightMin } from "./row-window.ts"
import { useSaveText } from "./save-text.ts"
import { stateText } from "./state-mark.tsx"
import styles from "./translation-grid.module.css"
import { useUnmatchedKeys } from "./unmatched-keys.ts"
import { useGridCommands } from "./use-grid-commands.ts"
import { useGridFocus } from "./use-grid-focus.ts"
import { useOpenEditor } from "./use-open-editor.ts"
import { isDoneInTask, useTaskKeys } from "./use-task-keys.ts"

const ColumnHeaders = lazyPart(() => import("./column-headers.tsx"), "ColumnHeaders")
const SelectionBar = lazyPart(() => import("../selection/selection-bar.tsx"), "SelectionBar")

const AddTerm = lazyPart(() => import("../../feature/glossary/add-term.tsx"), "AddTerm")
const EmptyProject = lazyPart(() => import("./empty-project.tsx"), "EmptyProject")

interface TranslationGridProps {
  readonly project: ProjectModel
  /** Shown ones, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly search: ListSearch
  /** The task whose keys are shown; null, or absent: none. */
  readonly task?: TaskModel | null
  /** One column for each language. */
  readonly isTable: boolean
  readonly userId: number
  /** `42:cs` opens an editor, undefined closes it. */
  readonly onOpen: (key: string | undefined) => void
  /** The first keys are there, or will not come. */
  readonly onRead?: () => void
  /** Opens a section of the panel; undefined closes it. */
  readonly onPanel: (section: PanelSection | undefined) => void
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
  task = null,
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
  const client = useQueryClient()
  const isServerAdmin = useUser().globalServerRole === "ADMIN"
  const scroller = useRef<HTMLDivElement>(null)
  const tags = languages.map(({ tag }) => tag)
  const pages = useKeyPages({ projectId: project.id, search, languages: tags })
  const { save, undoLast, statusOf, isOwnText } = useSaveText(project.id)
  const suggestions = useSuggestions(project.id)
  const { unmatched, check, forget } = useUnmatchedKeys(project.id, search, tags)
  const own = { statusOf, isOwnText }
  const taskKeys = useTaskKeys(project, task, userId, () => pages.keyAt(focus.active.row))
  const { changedBy, isStale, isLive, markFresh, markStale } = useListChanges(project.id, userId, own, (keyIds) => {
    check(keyIds)
    taskKeys.onChange(keyIds)
  })
  const selection = useKeySelection(JSON.stringify([project.id, filtersOf(search)]), pages.idsBetween)
  const widths = useColumnWidths()
  useIdleEditor()
  useIdleUnsavedBar()
  const total = pages.total ?? 0
  const rowHeight = Math.max(rowHeightMin, (isTable ? 1 : languages.length) * 41 + 1)
  const focus = useGridFocus({ scroller, total, rowHeight, isTable, onShow: pages.show })
  const { active, setActive, focusCell, virtualizer, start } = focus
  const isRead = pages.total !== null || pages.error !== null
  useEffect(() => {
    if (isRead) onRead?.()
  }, [isRead, onRead])

  const keyInAddress = search.key
  const editor = useOpenEditor({
    project,
    languages,
    userId,
    pages,
    focus,
    keyInAddress,
    onOpen,
    save,
    suggest: suggestions.suggest,
    onSaved: (key, language, saved, goesOn) => void taskKeys.onSaved(key, language, saved, goesOn),
    isSkipped: (key) => isDoneInTask(key, task?.number) === true,
    check,
    onBeyond
  })
  const { open } = editor
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
      onCloseEditor: () => editor.close(active),
      onLeave: () => focusCell(active)
    },
    search.panel
  )
  const { openText } = editor
  const runAction = beside.run
  const commands = useGridCommands({
    project,
    languages,
    pages,
    focus,
    isTable,
    selection,
    openText,
    runAction,
    undoLast
  })
  const shownTask = useShownTask(task, taskKeys.mayWork)
  const textAt = ({ row, column }: GridPosition) => ({ key: pages.keyAt(row), language: languages[column - 1] })
  const actions = useStableActions({
    activate: setActive,
    select: commands.select,
    open: commands.openCell,
    openMenu: (position, trigger) => {
      setActive(position)
      beside.openMenu(trigger)
    },
    save: editor.save,
    issueCount: (position, qaIssueCount) => {
      const keyId = pages.keyAt(position.row)?.keyId
      const tag = tags[position.column - 1]
      if (keyId === undefined || tag === undefined) return
      patchTranslation(client, project.id, keyId, tag, (shown) => ({ ...shown, qaIssueCount }))
    },
    accept: (position, suggestion, declinesOthers) => {
      const { key, language } = textAt(position)
      if (key === null || language === undefined) return
      // The text changes: an open field would show that as a conflict.
      editor.close(position)
      void suggestions.accept(key, language, suggestion, declinesOthers).then(() => check([key.keyId]))
    },
    decline: (position, suggestion) => {
      const { key, language } = textAt(position)
      if (key !== null && language !== undefined) void suggestions.decline(key.keyId, language, suggestion)
    },
    withdraw: (position, suggestion) => {
      const { key, language } = textAt(position)
      if (key !== null && language !== undefined) void suggestions.withdraw(key.keyId, language, suggestion)
    },
    markDone: (position, done) => {
      const { key } = textAt(position)
      if (key !== null) taskKeys.mark(key, done)
    },
    move: editor.move,
    close: editor.close
  })
  const remarkOf = ({ key, language }: ReturnType<typeof textAt>): string | null => {
    if (key === null || language === undefined) return null
    const translation = key.translations[language.tag]
    const remark = textRemark(project, language, translation, key.tasks, t)
    // Rows of the table have no place for the word.
    const state = isTable ? t(stateText(translation?.state ?? "UNTRANSLATED")) : null
    return [state, remark].filter((part) => part !== null).join(" · ") || null
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
  const afterJob = useLatest(() => {
    if (open !== null) return markStale()
    forget()
    markFresh()
    void pages.readAgain()
  })

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
          if (next !== undefined) editor.setOpenKey(`${keyId}:${next.tag}`)
        }}
      />
    )
  }
  if (pages.total === null || pages.total === 0) {
    return (
      <NoRows
        languages={languages}
        isFiltered={isFiltered(search)}
        isTaskDone={task !== null && isOnlyTask(search) && search.done === undefined}
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
            <NamespaceOfView name={pages.keyAt(focus.first)?.keyNamespace ?? null} />
            <div
              role="grid"
              aria-label={t("translations.title")}
              aria-multiselectable="true"
              aria-rowcount={total + (isTable ? 1 : 0)}
              aria-colcount={languages.length + 1}
              className={styles["rows"]}
              style={{
                blockSize: virtualizer.getTotalSize(),
                ...(isTable ? columnsStyle([keyColumn, ...tags].map(widths.widthOf)) : {})
              }}
              onKeyDown={commands.onKeyDown}
            >
              {isTable && <ColumnHeaders first={t("table.key")} languages={languages} widths={widths} />}
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
                        // A key that is done in the task has a sign of its own.
                        isUnmatched={unmatched.has(key.keyId) && isDoneInTask(key, task?.number) !== true}
                        task={shownTask}
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
            remark={remarkOf(textAt(active))}
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
        {mayAddTerms(project, isServerAdmin) && (
          <AddTerm
            project={project}
            targetTag={open?.languageTag ?? languages.find(({ base }) => !base)?.tag ?? null}
          />
        )}
      </div>
    </>
  )
}

/** The part of a task that rows show; the same object while nothing of it changes, so that rows are not drawn again. */
const useShownTask = (task: TaskModel | null, mayWork: boolean): ShownTask | null => {
  const number = task?.number
  const languageTag = task?.language.tag
  return useMemo(
    () => (number === undefined || languageTag === undefined ? null : { number, languageTag, mayWork }),
    [number, languageTag, mayWork]
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

/** Keeps the namespace of the first visible key in sight. Rows read it by their own headings. */
const NamespaceOfView = ({ name }: { readonly name: string | null }) =>
  name === null ? null : (
    <div aria-hidden className={styles["namespace"]}>
      <bdi>{name}</bdi>
    </div>
  )

/** The namespace where it changes; null: the same as above. */
const namespaceHeading = (key: ListedKeyModel, above: ListedKeyModel | null): string | null =>
  key.keyNamespace === (above?.keyNamespace ?? null) ? null : key.keyNamespace
