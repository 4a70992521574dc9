import { useLayoutEffect, useRef, useState } from "react"
import { directionOf } from "../../base/texts/text.ts"
import { editorAction } from "../../feature/translation-editor/text-editor.ts"
import styles from "./glossary.module.css"

/** `leave`: the focus is elsewhere already. */
export type AfterSave = "close" | "next" | "leave"

interface TermFieldProps {
  readonly label: string
  readonly languageTag: string
  readonly text: string
  /** Returns whether the text was saved. */
  readonly onSave: (text: string, after: AfterSave) => Promise<boolean>
  readonly onMove: (by: 1 | -1) => void
  readonly onClose: () => void
  /** The focus is elsewhere, and nothing has to be saved. */
  readonly onLeave: () => void
}

/** The open text of a term. Enter saves, Escape does not; leaving it saves, so that nothing typed is lost. */
export const TermField = ({ label, languageTag, text, onSave, onMove, onClose, onLeave }: TermFieldProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(text)
  /** The text that is stored, or on its way; null: Escape gave the typed one up. */
  const stored = useRef<string | null>(text)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const save = async (after: AfterSave) => {
    const before = stored.current
    if (before === null || (typed === before && after === "leave")) return
    stored.current = typed
    if (!(await onSave(typed.trim(), after))) stored.current = before
  }
  const leave = (next: () => void) => {
    void save("leave")
    next()
  }
  return (
    <textarea
      ref={field}
      className={styles["field"]}
      aria-label={label}
      lang={languageTag}
      dir={directionOf(languageTag)}
      rows={1}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={({ target }) => {
        // Another window has the focus, and gives it back.
        if (document.activeElement === target) return
        if (stored.current === null || typed === stored.current) onLeave()
        else void save("leave")
      }}
      onKeyDown={(event) => {
        // Keys of the field are not keys of the list.
        event.stopPropagation()
        const action = editorAction(event.nativeEvent)
        if (action === null) return
        if (action === "save") void save("close")
        else if (action === "saveAndNext") void save("next")
        else if (action === "nextText") leave(() => onMove(1))
        else if (action === "previousText") leave(() => onMove(-1))
        else if (action === "close") {
          stored.current = null
          onClose()
        } else return
        event.preventDefault()
      }}
    />
  )
}
