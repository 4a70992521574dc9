import type { Ref } from "react"
import type { TextIssue } from "./check-message.ts"
import type { EditedMessage } from "./edited-message.ts"
import { IssueList, type IssueListProps } from "./issue-list.tsx"
import { LengthCounter } from "./length-counter.tsx"
import type { Placeholder } from "./placeholder.ts"
import { PlaceholderBar } from "./placeholder-bar.tsx"
import styles from "./translation-editor.module.css"

export { checkMessage, matchStored } from "./check-message.ts"
export { issueSentence } from "./issue-sentence.ts"

interface BeneathFieldProps extends IssueListProps {
  readonly bar: Ref<HTMLDivElement>
  /** Those of the base text, each once. */
  readonly offered: ReadonlyArray<Placeholder>
  readonly message: EditedMessage
  readonly maxCharacters: number | null
  /** The form in the field. */
  readonly selector: string
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
  onInsert,
  onLeaveBar,
  ...list
}: BeneathFieldProps) => {
  const ofForm = list.issues.filter((issue) => issue.selector === selector)
  return (
    <>
      <div className={styles["below"]}>
        <PlaceholderBar
          ref={bar}
          placeholders={offered}
          missing={new Set(ofForm.flatMap(missingName))}
          onInsert={onInsert}
          onClose={onLeaveBar}
        />
        <LengthCounter message={message} maxCharacters={maxCharacters} />
      </div>
      <IssueList {...list} />
    </>
  )
}

/** The placeholder or tag that the text lacks by an issue. */
const missingName = ({ code, params }: TextIssue): ReadonlyArray<string> => {
  const param = missingParams[code]
  return param === undefined ? [] : [params[param] ?? ""]
}

const missingParams: Readonly<Record<string, string>> = {
  qa_placeholders_missing: "placeholder",
  qa_placeholders_replace: "expected",
  qa_html_tag_missing: "tag"
}
