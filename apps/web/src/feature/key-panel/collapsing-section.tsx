import { ChevronRight, type LucideIcon } from "lucide-react"
import { type ReactNode, useId } from "react"
import { useText } from "../../base/texts/text.ts"
import styles from "./key-panel.module.css"
import type { PanelSection } from "./panel-section.ts"

export interface SectionOfPanel {
  readonly id: PanelSection
  readonly title: string
  readonly Icon: LucideIcon
  /** Shown beside the title, also while the section is closed; absent: nothing to count. */
  readonly count?: number
  /** Drawn while the section is open, so that a closed one asks the server for nothing. */
  readonly content: () => ReactNode
}

interface CollapsingSectionProps extends SectionOfPanel {
  readonly isOpen: boolean
  /** The address names it, so F6 leads to it. */
  readonly isCurrent: boolean
  readonly onToggle: (id: PanelSection) => void
}

/** A heading that opens and closes what is below it. */
export const CollapsingSection = (props: CollapsingSectionProps) => {
  const { id, title, Icon, count = 0, content, isOpen, isCurrent, onToggle } = props
  const t = useText()
  const bodyId = useId()
  return (
    <section className={styles["section"]} data-section={id} data-current={isCurrent || undefined}>
      <h2 className={styles["heading"]}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={() => onToggle(id)}
        >
          <Icon aria-hidden />
          <span className={styles["sectionTitle"]}>{title}</span>
          {count > 0 && (
            <>
              <span className="visually-hidden"> ({count})</span>
              <span className={styles["count"]} aria-hidden>
                {new Intl.NumberFormat(t.language).format(count)}
              </span>
            </>
          )}
          <ChevronRight aria-hidden className={styles["chevron"]} />
        </button>
      </h2>
      {isOpen && (
        <div id={bodyId} className={styles["body"]}>
          {content()}
        </div>
      )}
    </section>
  )
}
