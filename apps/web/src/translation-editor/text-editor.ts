/**
 * What every editor of one text gets: the seam between the list and the field. A richer editor takes the same properties and
 * replaces `PlainTextEditor` in `translation-editor.tsx`.
 */
export interface TextEditorProps {
  /** As it was when the editor opened; later changes are the editor's own. */
  readonly initialText: string
  readonly languageTag: string
  /** The accessible name of the field. */
  readonly label: string
  readonly onChange: (text: string) => void
  readonly onSave: () => void
  readonly onSaveAndNext: () => void
  readonly onClose: () => void
}

/** What a key means in the field of an editor; null: the field's own matter. */
export const editorAction = (event: {
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}): "save" | "saveAndNext" | "close" | null => {
  // Enter of an input method ends half a word; some say so by key code 229 alone.
  if (event.isComposing || event.keyCode === compositionKeyCode) return null
  if (event.key === "Escape") return "close"
  if (event.key !== "Enter" || event.shiftKey || event.altKey) return null
  return event.ctrlKey || event.metaKey ? "saveAndNext" : "save"
}

const compositionKeyCode = 229
