import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { ImportFileIssueModel } from "../../base/api/contract.ts"
import { errorTextsQuery } from "../../base/api/error-texts-query.ts"
import { useText } from "../../base/texts/text.ts"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { withoutIsolates } from "../../widget/ui/measured.ts"
import { Select } from "../../widget/ui/select.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { readIssues } from "./import-queries.ts"
import { issueSentence } from "./issue-sentence.ts"
import styles from "./issue-step.module.css"
import { useResultPages } from "./result-pages.ts"
import { VirtualList } from "./virtual-list.tsx"

interface IssueStepProps {
  readonly projectId: number
  /** Those with issues or warnings. */
  readonly files: ReadonlyArray<IssueFile>
}

export interface IssueFile {
  readonly id: number
  readonly name: string
  readonly issueCount: number
  readonly noticeCount: number
}

/** Pixels of an issue with its excerpt. */
const issueHeight = 118

/** Lists the issues of the files, each with its place. */
export const IssueStep = ({ projectId, files }: IssueStepProps) => {
  const t = useText()
  const [chosen, setChosen] = useState<number | null>(null)
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const file = files.find(({ id }) => id === chosen) ?? files[0]
  const fileId = file?.id ?? 0
  const pages = useResultPages<ImportFileIssueModel>({
    queryKey: ["project", projectId, "import", "issues", fileId],
    readPage: async (page, size, signal) => {
      const { _embedded, page: facts } = await readIssues(projectId, fileId, page, size, signal)
      return { rows: _embedded.importFileIssues, total: facts.totalElements }
    },
    visible
  })
  if (file === undefined) return null
  return (
    <>
      {files.length > 1 && (
        <div className={styles["choice"]}>
          <Select
            label={t("import.file")}
            value={String(file.id)}
            options={files.map(({ id, name, issueCount, noticeCount }) => ({
              value: String(id),
              label: `${name} (${issueCount + noticeCount})`
            }))}
            onChange={(id) => setChosen(Number(id))}
          />
        </div>
      )}
      {pages.error !== null ? (
        <ErrorState error={pages.error} onRetry={pages.retry} />
      ) : pages.total === null ? (
        <Skeleton height="118px" />
      ) : (
        <VirtualList
          key={file.id}
          label={t("import.issues-of", { file: file.name })}
          count={pages.total}
          rowHeight={issueHeight}
          onVisible={setVisible}
        >
          {(index) => {
            const issue = pages.rowAt(index)
            return issue === null ? <Skeleton height="80px" /> : <Issue fileName={file.name} issue={issue} />
          }}
        </VirtualList>
      )}
    </>
  )
}

const Issue = ({ fileName, issue }: { readonly fileName: string; readonly issue: ImportFileIssueModel }) => {
  const t = useText()
  const { data: texts } = useQuery(errorTextsQuery(t.language))
  // Empty for as long as the sentences are on their way.
  const sentence = texts === undefined ? "" : issueSentence(texts, t.language, issue)
  const place = [fileName, issue.line, issue.column].filter((part) => part !== null).join(":")
  // The sentences of issues name the key themselves.
  const keyName = issue.type === "NOTICE" ? issue.params.find(({ type }) => type === "KEY_NAME")?.value : null
  const named = keyName == null ? "" : `${keyName}: `
  const lines = [`${place}: ${named}${withoutIsolates(sentence)}`]
  if (issue.excerpt !== null) lines.push(issue.excerpt.text, `${" ".repeat(issue.excerpt.caret)}^`)
  return (
    <article className={styles["issue"]}>
      <header className={styles["header"]}>
        <bdi className={styles["place"]}>{place}</bdi>
        <CopyButton text={lines.join("\n")} />
      </header>
      <p>
        {keyName != null && <bdi>{keyName}: </bdi>}
        <bdi>{sentence}</bdi>
      </p>
      {issue.excerpt !== null && <Excerpt {...issue.excerpt} />}
    </article>
  )
}

interface ExcerptProps {
  readonly text: string
  /** Columns of a terminal before the place. */
  readonly caret: number
}

/** A line of a file with a caret under the place, as a terminal shows it: always left-to-right. */
const Excerpt = ({ text, caret }: ExcerptProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <pre className={styles["excerpt"]} dir="ltr" tabIndex={0}>
    {text}
    {"\n"}
    <span aria-hidden className={styles["caret"]}>
      {" ".repeat(caret)}^
    </span>
  </pre>
)
