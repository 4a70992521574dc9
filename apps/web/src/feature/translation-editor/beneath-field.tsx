import type { Ref } from "react"
import type { EditedMessage } from "./edited-message.ts"
import { IssueList } from "./issue-list.tsx"
import { LengthCounter } from "./length-counter.tsx"
import type { Placeholder } from "./placeholder.ts"
import { PlaceholderBar } from "./placeholder-bar.tsx"
import type { TextIssue } from "./text-issue.ts"
import styles from "./translation-editor.module.css"

export { findIssues } from "./text-issue.ts"

interface BeneathFieldProps {
  readonly bar: Ref<HTMLDivElement>
  /** Those of the base text, each once. */
  readonly offered: ReadonlyArray<Placeholder>
  readonly message: EditedMessage
  readonly maxCharacters: number | null
  /** The form in the field. */
  readonly selector: string
  readonly issues: ReadonlyArray<TextIssue>
  readonly isConfirming: boolean
  readonly hasForms: boolean
  readonly onInsert: (source: string) => void
  readonly onLeaveBar: () => void
}

/** Beneath the field: placeholders to insert, the length, the issues. */
export const BeneathField = ({
  bar,
  offered,
  message,
  maxCharacters,
  selector,
  issues,
  ...props
}: BeneathFieldProps) => {
  const ofForm = issues.filter((issue) => issue.selector === selector)
  return (
    <>
      <div className={styles["below"]}>
        <PlaceholderBar
          ref={bar}
          placeholders={offered}
          missing={new Set(ofForm.map(({ args }) => args["placeholder"]))}
          onInsert={props.onInsert}
          onClose={props.onLeaveBar}
        />
        <LengthCounter message={message} maxCharacters={maxCharacters} />
      </div>
      <IssueList issues={issues} isConfirming={props.isConfirming} hasForms={props.hasForms} />
    </>
  )
}
