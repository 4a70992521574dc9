import { useEffect, useState } from "react"
import type { ConsoleLanguage } from "../../base/texts/console-language.ts"
import { loadCheckTexts } from "../../base/texts/load-texts.ts"
import { useText } from "../../base/texts/text.ts"
import { whenIdle } from "../../widget/ui/when-idle.ts"
import type { TextIssue } from "./check-message.ts"

const loadParts = async (language: ConsoleLanguage) => {
  const [{ CodeEditor, warmUp }, { FormTabs }, { BeneathField, checkMessage, matchStored, issueSentence }, checkTexts] =
    await Promise.all([
      import("./code-editor.tsx"),
      import("./form-tabs.tsx"),
      import("./beneath-field.tsx"),
      loadCheckTexts(language)
    ])
  const sentenceOf = (issue: TextIssue): string => issueSentence(checkTexts, language, issue)
  return { CodeEditor, warmUp, FormTabs, BeneathField, checkMessage, matchStored, sentenceOf }
}

/** The parts of the editor that are not read with the list: the field with chips, the tabs of forms, and what stands beneath the field. */
type EditorParts = Awaited<ReturnType<typeof loadParts>>

const loaded = new Map<ConsoleLanguage, EditorParts>()

const load = async (language: ConsoleLanguage): Promise<EditorParts> => {
  const parts = loaded.get(language) ?? (await loadParts(language))
  loaded.set(language, parts)
  return parts
}

/** Reads the parts of the editor when the page has nothing else to do, and uses them once, so that the first text opens at once. */
export const useIdleEditor = (): void => {
  const { language } = useText()
  useEffect(() => {
    let cancel = whenIdle(() => {
      load(language).then(
        ({ warmUp }) => {
          cancel = whenIdle(warmUp)
        },
        () => undefined
      )
    })
    return () => cancel()
  }, [language])
}

export interface EditorPartsState {
  /** null: they are on their way, or cannot be read; then a plain field serves. */
  readonly parts: EditorParts | null
  readonly isLoading: boolean
}

export const useEditorParts = (): EditorPartsState => {
  const { language } = useText()
  const [state, setState] = useState<EditorPartsState>(() => {
    const parts = loaded.get(language) ?? null
    return { parts, isLoading: parts === null }
  })
  const { isLoading } = state
  useEffect(() => {
    if (!isLoading) return
    load(language).then(
      (parts) => setState({ parts, isLoading: false }),
      () => setState({ parts: null, isLoading: false })
    )
  }, [isLoading, language])
  return state
}
