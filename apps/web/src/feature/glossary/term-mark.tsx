import { type ReactNode, useEffect, useRef, useState } from "react"
import { Dialog, Popover } from "react-aria-components"
import { useText } from "../../base/texts/text.ts"
import menuStyles from "../../widget/ui/menu.module.css"
import { insertIntoField } from "../translation-editor/open-field.ts"
import type { FoundTerm } from "./glossary-queries.ts"
import styles from "./term.module.css"
import { TermCard, type TermTarget } from "./term-card.tsx"

interface TermMarkProps {
  /** The organization of the glossary. */
  readonly slug: string
  readonly term: FoundTerm
  readonly target: TermTarget | null
  /** false: the mark is in a list that has one tab stop. */
  readonly isTabStop: boolean
  readonly children: ReactNode
}

/** A term in a text, underlined; a press opens its card. */
export const TermMark = ({ slug, term, target, isTabStop, children }: TermMarkProps) => {
  const t = useText()
  const mark = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [inserted, setInserted] = useState<string | null>(null)
  // The card keeps the focus while it is open.
  useEffect(() => {
    if (isOpen || inserted === null || target === null) return
    setInserted(null)
    insertIntoField(target.keyId, target.languageTag, inserted)
  }, [isOpen, inserted, target])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps presses in the card from the list around the text
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <span onClick={(event) => event.stopPropagation()}>
      <span
        ref={mark}
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={styles["term"]}
        data-forbidden={term.flagForbiddenTerm}
        onClick={() => {
          // Selecting words to copy them opens nothing.
          if (window.getSelection()?.isCollapsed !== false) setOpen(true)
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return
          event.preventDefault()
          event.stopPropagation()
          setOpen(true)
        }}
      >
        {children}
      </span>
      <Popover
        triggerRef={mark}
        isOpen={isOpen}
        offset={4}
        className={menuStyles["popover"] ?? ""}
        onOpenChange={setOpen}
      >
        <Dialog aria-label={t("glossary.term")} className={styles["dialog"] ?? ""}>
          <TermCard
            slug={slug}
            term={term}
            target={target}
            onInsert={(text) => {
              setInserted(text)
              setOpen(false)
            }}
          />
        </Dialog>
      </Popover>
    </span>
  )
}
