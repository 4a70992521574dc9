import { useImperativeHandle, useLayoutEffect, useRef } from "react"
import { directionOf } from "../../base/texts/text.ts"
import { editorAction, type TextEditorProps } from "./text-editor.ts"
import styles from "./translation-editor.module.css"

/** A text as it is written, in a field that grows with it: until the editor with chips is loaded, or where it cannot be. */
export const PlainTextEditor = ({ ref, ...props }: TextEditorProps) => {
  const { takesFocus, initialText, languageTag, label, onChange, onAction } = props
  const field = useRef<HTMLTextAreaElement>(null)
  // Before the next key: what is typed until a later effect would be lost.
  useLayoutEffect(() => {
    const { current } = field
    if (current === null || !takesFocus) return
    current.focus({ preventScroll: true })
    current.setSelectionRange(current.value.length, current.value.length)
  }, [takesFocus])
  useImperativeHandle(ref, () => ({
    insert: (text) => {
      const { current } = field
      if (current === null) return
      current.setRangeText(text, current.selectionStart, current.selectionEnd, "end")
      current.focus()
      onChange(current.value)
    },
    focus: () => field.current?.focus(),
    select: ({ start, end }) => {
      field.current?.focus()
      field.current?.setSelectionRange(start, end)
    },
    replace: ({ start, end }, text) => {
      field.current?.focus()
      field.current?.setSelectionRange(start, end)
      // The only way that the field's own undo knows; it also runs `onChange`.
      document.execCommand(text === "" ? "delete" : "insertText", false, text)
    }
  }))
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
        onAction(action)
      }}
    />
  )
}
