import { useEffect, useRef, useState } from "react"
import { type DraftPlace, discardDraft, keepDraft, readDraft } from "../draft/draft.ts"
import { languageName, useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { PlainTextEditor } from "./plain-text-editor.tsx"
import styles from "./translation-editor.module.css"

interface TranslationEditorProps {
  readonly place: DraftPlace
  readonly keyName: string
  /** As it is stored. */
  readonly text: string
  readonly onSave: (text: string) => void
  readonly onSaveAndNext: (text: string) => void
  /** The draft is kept by then. */
  readonly onClose: () => void
}

/** Typing pauses this long before the draft is written. */
const draftPauseMillis = 500

/** The open text: its field, its actions and its draft. Closing keeps what was typed; only "Discard draft" drops it. */
export const TranslationEditor = ({ place, keyName, text, onSave, onSaveAndNext, onClose }: TranslationEditorProps) => {
  const t = useText()
  const [initial] = useState(() => readDraft(localStorage, place, Date.now())?.text ?? text)
  const [typed, setTyped] = useState(initial)
  const [discards, setDiscards] = useState(0)
  // Only what still has to be written: a text that was saved or discarded is no draft any more.
  const unwritten = useRef<string | null>(null)

  const writeDraft = () => {
    if (unwritten.current === null) return
    if (unwritten.current === text) discardDraft(localStorage, place)
    else keepDraft(localStorage, place, { text: unwritten.current, at: Date.now() })
    unwritten.current = null
  }
  const latestWrite = useRef(writeDraft)
  latestWrite.current = writeDraft

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the pause again
  useEffect(() => {
    const timer = setTimeout(() => latestWrite.current(), draftPauseMillis)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const write = () => latestWrite.current()
    window.addEventListener("pagehide", write)
    return () => {
      window.removeEventListener("pagehide", write)
      write()
    }
  }, [])

  const change = (next: string) => {
    unwritten.current = next
    setTyped(next)
  }
  const discard = () => {
    unwritten.current = null
    discardDraft(localStorage, place)
    setTyped(text)
    setDiscards(discards + 1)
  }
  /** The caller keeps the text from here on. */
  const handOver = (save: (text: string) => void) => () => {
    unwritten.current = null
    save(typed)
  }
  const isChanged = typed !== text
  const language = languageName(place.languageTag, t.language)
  return (
    <fieldset className={styles["editor"]}>
      <legend className="visually-hidden">{t("editor.title", { key: keyName, language })}</legend>
      <PlainTextEditor
        key={discards}
        initialText={discards === 0 ? initial : text}
        languageTag={place.languageTag}
        label={t("editor.field", { key: keyName, language })}
        onChange={change}
        onSave={handOver(onSave)}
        onSaveAndNext={handOver(onSaveAndNext)}
        onClose={onClose}
      />
      <div className={styles["actions"]}>
        {isChanged && (
          <Button kind="quiet" onPress={discard}>
            {t("editor.discard")}
          </Button>
        )}
        <span className={styles["space"]} />
        <Button kind="quiet" onPress={onClose}>
          {t("action.close")} <kbd>Esc</kbd>
        </Button>
        <Button onPress={handOver(onSaveAndNext)}>
          {t("editor.save-and-next")} <kbd>Ctrl ↵</kbd>
        </Button>
        <Button kind="primary" onPress={handOver(onSave)}>
          {t("action.save")} <kbd>↵</kbd>
        </Button>
      </div>
    </fieldset>
  )
}
