import { useText } from "../../base/texts/text.ts"
import type { TermFlags } from "./glossary-queries.ts"
import styles from "./term.module.css"
import { termFlags } from "./term-flags.ts"

/** The flags that a term has, as words. */
export const TermMarks = ({ term }: { readonly term: TermFlags }) => {
  const t = useText()
  const set = termFlags.filter(([flag]) => term[flag])
  if (set.length === 0) return null
  return (
    <span className={styles["marks"]}>
      {set.map(([flag, name]) => (
        <span key={flag} className={styles["mark"]} data-flag={flag}>
          {t(name)}
        </span>
      ))}
    </span>
  )
}
