import { useEffect, useRef, useState } from "react"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import type { PanelSection } from "../../feature/key-panel/panel-section.ts"
import { takeIntoField } from "../../feature/translation-editor/open-field.ts"
import { useLatest } from "../../widget/ui/use-latest.ts"
import type { ListedNeighbours } from "./key-neighbours.ts"
import { LabelMenu } from "./label-menu.tsx"
import type { useSaveText } from "./save-text.ts"
import { SidePanel } from "./side-panel.tsx"
import { useTextActions } from "./text-actions.tsx"
import { type TextAction, TextMenu } from "./text-menu.tsx"

export interface BesideGridPlace {
  readonly project: ProjectModel
  readonly userId: number
  /** Shown ones, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly isEditorOpen: boolean
  /** The active cell: column 0 is that of the key; null: its key is on its way. */
  readonly active: { readonly key: ListedKeyModel | null; readonly column: number; readonly cellId: string }
  readonly neighbours: ListedNeighbours
  readonly writes: Pick<ReturnType<typeof useSaveText>, "save" | "statusOf">
  /** undefined closes the panel. */
  readonly onPanel: (section: PanelSection | undefined) => void
  readonly onCloseEditor: () => void
  /** The focus goes back to the active cell. */
  readonly onLeave: () => void
}

/** Something that is done to a text or a key. */
export interface TextRequest {
  readonly action: TextAction
  readonly key: ListedKeyModel
  /** null: the key itself. */
  readonly language: LanguageModel | null
}

interface TextToolsProps extends BesideGridPlace {
  /** null: the panel is closed. */
  readonly section: PanelSection | null
  /** The anchor of the menu; null: it is closed. */
  readonly trigger: Element | null
  readonly request: TextRequest | null
  readonly wantsFocus: PanelSection | null
  readonly onFocused: () => void
  readonly onHandled: () => void
  readonly onSelect: (section: PanelSection) => void
  /** Opens a section and puts the focus into it. */
  readonly onShow: (section: PanelSection) => void
  readonly onMenuClose: () => void
}

/** The panel, the menu of the active cell, and the dialogs of both. */
export const TextTools = ({
  project,
  userId,
  languages,
  active,
  writes,
  section,
  request,
  ...props
}: TextToolsProps) => {
  const { key, column, cellId } = active
  const base = languages.find((language) => language.base) ?? null
  const cellLanguage = languages[column - 1] ?? null
  // A key alone has no text: the panel shows the one of the base.
  const panelLanguage = cellLanguage ?? languages[0] ?? null
  const leave = () => {
    if (!props.isEditorOpen || !focusField(cellId)) props.onLeave()
  }
  const afterClosing = useAfterClosing(props.isEditorOpen, props.onCloseEditor)
  const [labelled, setLabelled] = useState<{ readonly keyId: number; readonly language: LanguageModel } | null>(null)
  const actions = useTextActions({
    project,
    userId,
    base,
    save: writes.save,
    afterClosing,
    onLabels: ({ keyId }, language) => setLabelled({ keyId, language }),
    onPanel: props.onShow
  })
  const cell = document.getElementById(cellId)
  const run = useLatest(actions.run)
  const { onHandled } = props
  useEffect(() => {
    if (request === null) return
    onHandled()
    run.current(request.action, request.key, request.language)
  }, [request, onHandled])
  return (
    <>
      {section !== null && key !== null && panelLanguage !== null && (
        <SidePanel
          project={project}
          listedKey={key}
          language={panelLanguage}
          base={base}
          userId={userId}
          section={section}
          wantsFocus={props.wantsFocus}
          onFocused={props.onFocused}
          neighbours={props.neighbours}
          isSaving={writes.statusOf(key.keyId, panelLanguage.tag) === "saving"}
          onSelect={props.onSelect}
          onClose={() => {
            props.onPanel(undefined)
            leave()
          }}
          onLeave={leave}
          onEditKey={() => actions.run("details", key, null)}
          onRestore={(text) => actions.write(key, panelLanguage, text)}
          onUse={(text) => {
            if (!takeIntoField(key.keyId, panelLanguage.tag, text)) actions.write(key, panelLanguage, text)
          }}
        />
      )}
      {props.trigger !== null && key !== null && (
        <TextMenu
          project={project}
          listedKey={key}
          language={cellLanguage}
          base={base}
          trigger={props.trigger}
          onAction={(action) => actions.run(action, key, cellLanguage)}
          onClose={props.onMenuClose}
        />
      )}
      {labelled !== null && key?.keyId === labelled.keyId && cell !== null && (
        <LabelMenu
          project={project}
          listedKey={key}
          language={labelled.language}
          trigger={cell}
          onClose={() => {
            setLabelled(null)
            leave()
          }}
        />
      )}
      {actions.dialogs}
    </>
  )
}

/** Puts the focus into the open editor of a cell; false: there is none. */
const focusField = (cellId: string): boolean => {
  const cell = document.getElementById(cellId)
  const chips = cell?.querySelector("[data-editor=chips]")?.shadowRoot
  const field = chips?.querySelector<HTMLElement>("[contenteditable]") ?? cell?.querySelector("textarea")
  field?.focus()
  return field !== null && field !== undefined
}

/** Does something once no editor is open: at once, or when the open one has closed and kept what was typed. */
const useAfterClosing = (isOpen: boolean, close: () => void) => {
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (isOpen || waiting.current === null) return
    const run = waiting.current
    waiting.current = null
    run()
  }, [isOpen])
  return (run: () => void) => {
    if (!isOpen) return run()
    waiting.current = run
    close()
  }
}
