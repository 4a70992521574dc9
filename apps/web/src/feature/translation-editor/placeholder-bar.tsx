import type { Ref } from "react"
import { Toolbar } from "react-aria-components"
import { useText } from "../../base/texts/text.ts"
import { type Placeholder, shownName } from "./placeholder.ts"
import styles from "./translation-editor.module.css"

interface PlaceholderBarProps {
  readonly ref: Ref<HTMLDivElement>
  /** The placeholders of the base text, each once. */
  readonly placeholders: ReadonlyArray<Placeholder>
  /** Names of those that the text lacks. */
  readonly missing: ReadonlySet<string>
  readonly onInsert: (source: string) => void
  readonly onClose: () => void
}

/** The placeholders of the base text, to put at the caret: by click, or by Ctrl+Space, arrows and Enter. */
export const PlaceholderBar = ({ ref, placeholders, missing, onInsert, onClose }: PlaceholderBarProps) => {
  const t = useText()
  if (placeholders.length === 0) return <span className={styles["space"]} />
  return (
    <Toolbar ref={ref} aria-label={t("editor.placeholders")} className={styles["placeholders"] ?? ""}>
      {placeholders.map((placeholder) => (
        <button
          key={placeholder.source}
          type="button"
          className={styles["placeholder"]}
          data-missing={missing.has(shownName(placeholder))}
          title={placeholder.source}
          // The caret stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(placeholder.source)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return
            event.preventDefault()
            onClose()
          }}
        >
          <bdi dir="ltr">{placeholder.label}</bdi>
        </button>
      ))}
    </Toolbar>
  )
}
