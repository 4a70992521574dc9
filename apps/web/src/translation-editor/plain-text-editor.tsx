import { useEffect, useRef } from "react"
import { directionOf } from "../texts/text.ts"
import { editorAction, type TextEditorProps } from "./text-editor.ts"
import styles from "./translation-editor.module.css"

/** A text as it is stored, in a field that grows with it. */
export const PlainTextEditor = ({
  initialText,
  languageTag,
  label,
  onChange,
  onSave,
  onSaveAndNext,
  onClose
}: TextEditorProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    if (current === null) return
    current.focus({ preventScroll: true })
    current.setSelectionRange(current.value.length, current.value.length)
    // An editor at the lower edge would be cut off.
    current.scrollIntoView({ block: "nearest" })
  }, [])
  const actions = { save: onSave, saveAndNext: onSaveAndNext, close: onClose }
  return (
    <textarea
      ref={field}
      className={styles["field"]}
      defaultValue={initialText}
      aria-label={label}
      lang={languageTag}
      dir={directionOf(languageTag)}
      spellCheck
      rows={1}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        // Keys of the editor are not keys of the list.
        event.stopPropagation()
        const action = editorAction(event.nativeEvent)
        if (action === null) return
        event.preventDefault()
        actions[action]()
      }}
    />
  )
}
