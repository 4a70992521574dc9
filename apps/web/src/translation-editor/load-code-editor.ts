import { useEffect, useState } from "react"

const loadParts = async () => {
  const [{ CodeEditor }, { FormTabs }, { BeneathField, findIssues }] = await Promise.all([
    import("./code-editor.tsx"),
    import("./form-tabs.tsx"),
    import("./beneath-field.tsx")
  ])
  return { CodeEditor, FormTabs, BeneathField, findIssues }
}

/** The parts of the editor that are not read with the list: the field with chips, the tabs of forms, and what stands beneath the field. */
type EditorParts = Awaited<ReturnType<typeof loadParts>>

let loaded: EditorParts | null = null

const load = async (): Promise<EditorParts> => {
  loaded ??= await loadParts()
  return loaded
}

/** Reads the parts of the editor when the page has nothing else to do, so that the first text opens at once. */
export const useIdleEditor = (): void => {
  useEffect(() => {
    const read = () => void load().catch(() => undefined)
    // Safari has no idle callbacks.
    if (window.requestIdleCallback === undefined) {
      const timer = window.setTimeout(read, fallbackWaitMillis)
      return () => window.clearTimeout(timer)
    }
    const handle = window.requestIdleCallback(read)
    return () => window.cancelIdleCallback(handle)
  }, [])
}

const fallbackWaitMillis = 200

/** The parts of the editor; null while they are on their way, and for good where they cannot be read: then a plain field serves. */
export const useEditorParts = (): EditorParts | null => {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (parts === null) load().then(setParts, () => undefined)
  }, [parts])
  return parts
}
