import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useEffect, useState } from "react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { projectGlossariesQuery } from "./glossary-queries.ts"
import styles from "./term.module.css"

const CreateTermDialog = lazyDialog(() => import("./create-term-dialog.tsx"), "CreateTermDialog")

interface AddTermProps {
  readonly project: ProjectModel
  /** The language that the term may get a translation in; null: none. */
  readonly targetTag: string | null
}

/** Offers to make a term of words that are selected in a base text, beside the selection. */
export const AddTerm = ({ project, targetTag }: AddTermProps) => {
  const t = useText()
  const selected = useSelectedWords()
  const [text, setText] = useState<string | null>(null)
  const glossaries = useQuery({ ...projectGlossariesQuery(project.id), enabled: selected !== null })
  return (
    <>
      {selected !== null && (glossaries.data?.length ?? 0) > 0 && (
        <div className={styles["add"]} style={{ top: selected.bottom, left: selected.left }}>
          <Button icon={<Plus aria-hidden />} preventFocusOnPress onPress={() => setText(selected.text)}>
            {t("glossary.add-term")}
          </Button>
        </div>
      )}
      {text !== null && (
        <CreateTermDialog project={project} text={text} targetTag={targetTag} onClose={() => setText(null)} />
      )}
    </>
  )
}

interface SelectedWords {
  readonly text: string
  /** In px of the window. */
  readonly bottom: number
  readonly left: number
}

/** The words that are selected in a base text; null: none. Scrolling ends it: the words are elsewhere then. */
const useSelectedWords = (): SelectedWords | null => {
  const [selected, setSelected] = useState<SelectedWords | null>(null)
  useEffect(() => {
    const onSelection = () => setSelected(readSelection())
    const onScroll = () => setSelected(null)
    document.addEventListener("selectionchange", onSelection)
    document.addEventListener("scroll", onScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener("selectionchange", onSelection)
      document.removeEventListener("scroll", onScroll, { capture: true })
    }
  }, [])
  return selected
}

const readSelection = (): SelectedWords | null => {
  const selection = window.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const text = selection.toString().trim()
  if (text === "" || baseTextOf(range.startContainer) === null) return null
  if (baseTextOf(range.startContainer) !== baseTextOf(range.endContainer)) return null
  const { bottom, left } = range.getBoundingClientRect()
  return { text, bottom, left: Math.max(0, Math.min(left, window.innerWidth - buttonWidth)) }
}

/** Room for the button in px, so that it stays in the window. */
const buttonWidth = 160

const baseTextOf = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest("[data-base-text]") ?? null
