import { useEffect, useState } from "react"
import { whenIdle } from "../../widget/ui/when-idle.ts"

const loadParts = async () => {
  const [{ CodeEditor, warmUp }, { FormTabs }, { BeneathField, findIssues }] = await Promise.all([
    import("./code-editor.tsx"),
    import("./form-tabs.tsx"),
    import("./beneath-field.tsx")
  ])
  return { CodeEditor, warmUp, FormTabs, BeneathField, findIssues }
}

/** The parts of the editor that are not read with the list: the field with chips, the tabs of forms, and what stands beneath the field. */
type EditorParts = Awaited<ReturnType<typeof loadParts>>

let loaded: EditorParts | null = null

const load = async (): Promise<EditorParts> => {
  loaded ??= await loadParts()
  return loaded
}

/** Reads the parts of the editor when the page has nothing else to do, and uses them once, so that the first text opens at once. */
export const useIdleEditor = (): void => {
  useEffect(() => {
    let cancel = whenIdle(() => {
      load().then(
        ({ warmUp }) => {
          cancel = whenIdle(warmUp)
        },
        () => undefined
      )
    })
    return () => cancel()
  }, [])
}

export interface EditorPartsState {
  /** null: they are on their way, or cannot be read; then a plain field serves. */
  readonly parts: EditorParts | null
  readonly isLoading: boolean
}

export const useEditorParts = (): EditorPartsState => {
  const [state, setState] = useState<EditorPartsState>({ parts: loaded, isLoading: loaded === null })
  const { isLoading } = state
  useEffect(() => {
    if (!isLoading) return
    load().then(
      (parts) => setState({ parts, isLoading: false }),
      () => setState({ parts: null, isLoading: false })
    )
  }, [isLoading])
  return state
}
