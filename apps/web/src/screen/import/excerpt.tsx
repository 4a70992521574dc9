import styles from "./excerpt.module.css"

interface ExcerptProps {
  readonly text: string
  /** Columns of a terminal before the place. */
  readonly caret: number
}

/** A line of a file with a caret under the place, as a terminal shows it: always left-to-right. */
export const Excerpt = ({ text, caret }: ExcerptProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <pre className={styles["excerpt"]} dir="ltr" tabIndex={0}>
    {text}
    {"\n"}
    <span aria-hidden className={styles["caret"]}>
      {" ".repeat(caret)}^
    </span>
  </pre>
)
