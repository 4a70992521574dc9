import styles from "./command-block.module.css"
import { CopyButton } from "./copy-button.tsx"

interface CommandBlockProps {
  readonly text: string
  /** Accessible name of the button. */
  readonly copyLabel: string
}

/** A command or a piece of code to copy, left-to-right in every language. */
export const CommandBlock = ({ text, copyLabel }: CommandBlockProps) => (
  <div className={styles["command"]}>
    <code dir="ltr">{text}</code>
    <CopyButton text={text} label={copyLabel} />
  </div>
)
