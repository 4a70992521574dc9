import type { Ref } from "react"
import type { TextIssue, TextRange } from "./check-message.ts"
import type { TextPlace } from "./text-part.ts"

/** The props of every field for one text: `CodeEditor`, and `PlainTextEditor` until that is loaded. */
export interface TextEditorProps {
  /** State that fields keep for their return, by the id of their text: the undo history. */
  readonly memory: Map<string, unknown>
  readonly textId: string
  /** Whether the field takes the focus when it appears. */
  readonly takesFocus: boolean
  /** The text at the time it came into the field; later changes are the field's own. */
  readonly initialText: string
  /** The context in which placeholders are chips; null: the text is shown as written. */
  readonly chipsIn: TextPlace | null
  /** The places of issues, underlined in the field. */
  readonly marks: ReadonlyArray<IssueMark>
  readonly languageTag: string
  /** The accessible name of the field. */
  readonly label: string
  readonly onChange: (text: string) => void
  readonly onAction: (action: EditorAction) => void
  readonly ref?: Ref<TextEditorHandle>
}

/** The place of an issue in the text. */
export interface IssueMark extends TextRange {
  readonly severity: TextIssue["severity"]
}

export interface TextEditorHandle {
  /** Puts a text at the caret, in place of what is selected, and the focus into the field. */
  readonly insert: (text: string) => void
  readonly focus: () => void
  /** Selects a part of the text, and takes the focus. */
  readonly select: (range: TextRange) => void
  /** Replaces a part of the text, as a step of its own for undo, and takes the focus. */
  readonly replace: (range: TextRange, text: string) => void
}

export type EditorAction =
  | "save"
  | "saveAndNext"
  | "saveReviewed"
  | "close"
  | "nextText"
  | "previousText"
  | "nextForm"
  | "previousForm"
  | "placeholders"
  | "raw"
  | "nextIssue"
  | "fix"
  | "suggestion1"
  | "suggestion2"
  | "suggestion3"
  | "accept1"
  | "accept2"
  | "accept3"
  | "machine1"
  | "machine2"
  | "machine3"
  | "ignore"
  | TermAction

/** Inserts one of the terms of the base text, from 1. */
export type TermAction = `term${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`

export interface EditorKey {
  readonly key: string
  /** The place of the key: with Shift, `key` is another character on each keyboard. */
  readonly code: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The command of a pressed key in an editor; null leaves it to the field or the browser. */
export const editorAction = (event: EditorKey): EditorAction | null => {
  // Enter of an input method ends half a word; some say so by key code 229 alone.
  if (event.isComposing || event.keyCode === compositionKeyCode) return null
  const isControl = event.ctrlKey || event.metaKey
  if (event.key === "Escape") return "close"
  if (event.key === "F2") return "raw"
  if (event.key === "F8") return "nextIssue"
  if (event.key === " " && event.ctrlKey) return "placeholders"
  if (event.ctrlKey && event.shiftKey && !event.altKey) {
    const taken = suggestionActions[event.code]
    if (taken !== undefined) return taken
  }
  if (event.altKey && event.shiftKey && event.key === "Enter") return isControl ? null : "ignore"
  if (event.altKey && event.shiftKey && !isControl) {
    const inserted = /^Digit([1-9])$/.exec(event.code)?.[1]
    if (inserted !== undefined) return `term${inserted}` as TermAction
  }
  if (event.altKey) return isControl ? null : (altActions[event.key] ?? null)
  if (event.key !== "Enter") return null
  if (isControl) return event.shiftKey ? "saveReviewed" : "saveAndNext"
  return event.shiftKey ? null : "save"
}

const altActions: Readonly<Record<string, EditorAction>> = {
  PageDown: "nextForm",
  PageUp: "previousForm",
  ArrowDown: "nextText",
  ArrowUp: "previousText",
  Enter: "fix"
}

const suggestionActions: Readonly<Record<string, EditorAction>> = {
  Digit1: "suggestion1",
  Digit2: "suggestion2",
  Digit3: "suggestion3",
  Digit4: "accept1",
  Digit5: "accept2",
  Digit6: "accept3",
  Digit7: "machine1",
  Digit8: "machine2",
  Digit9: "machine3"
}

/** The actions of all terms, by their place in the list. */
export const termActions = (insert: (index: number) => void): Readonly<Record<TermAction, () => void>> => ({
  term1: () => insert(0),
  term2: () => insert(1),
  term3: () => insert(2),
  term4: () => insert(3),
  term5: () => insert(4),
  term6: () => insert(5),
  term7: () => insert(6),
  term8: () => insert(7),
  term9: () => insert(8)
})

const compositionKeyCode = 229
