import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { ImportFileIssueModel } from "../../base/api/contract.ts"
import { errorTextsQuery } from "../../base/api/error-texts-query.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { type IssueSearch, issuesKey, readAllIssues, readIssues } from "./import-queries.ts"
import { issueKind, issuePlace, issueSentence, noticeKey, printIssue } from "./issue-sentence.ts"
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

/** Issues of a kind that are shown before all of them are asked for. */
const firstShown = 3

/** A file with more issues has a search. */
const searchedIssuesMin = 10

/** Lists the issues of a file by kind, the first of each kind with its place. */
export const IssueStep = ({ projectId, files }: IssueStepProps) => {
  const t = useText()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<number | null>(null)
  const [search, setSearch] = useState("")
  const file = files.find(({ id }) => id === chosen) ?? files[0]
  const fileId = file?.id ?? 0
  const all: IssueSearch = { search, type: null }
  const counts = useQuery({
    queryKey: [...issuesKey(projectId, fileId, all), "counts"],
    queryFn: async ({ signal }) => (await readIssues(projectId, fileId, all, 0, 1, signal)).typeCounts ?? {},
    placeholderData: (before) => before
  })
  if (file === undefined) return null
  const copied = async () => {
    const texts = await client.ensureQueryData(errorTextsQuery(t.language))
    const issues = await readAllIssues(projectId, fileId, all)
    return issues.map((issue) => printIssue(texts, t.language, file.name, issue)).join("\n")
  }
  return (
    <>
      <div className={styles["tools"]}>
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
        {file.issueCount + file.noticeCount > searchedIssuesMin && (
          <div className={styles["choice"]}>
            <TextField label={t("import.search-issues")} value={search} onChange={setSearch} />
          </div>
        )}
        <CopyButton text={copied} label={t("import.copy-all")} />
      </div>
      <QueryState query={counts} skeleton="118px">
        {(types) =>
          Object.keys(types).length === 0 ? (
            <p>{t("import.no-such-issue")}</p>
          ) : (
            Object.entries(types).map(([type, count]) => (
              <IssueKind
                key={`${file.id} ${type}`}
                projectId={projectId}
                file={file}
                search={{ search, type: type as ImportFileIssueModel["type"] }}
                count={count}
              />
            ))
          )
        }
      </QueryState>
    </>
  )
}

interface IssueKindProps {
  readonly projectId: number
  readonly file: IssueFile
  readonly search: IssueSearch
  readonly count: number
}

const IssueKind = ({ projectId, file, search, count }: IssueKindProps) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { data: texts } = useQuery(errorTextsQuery(t.language))
  const first = useQuery({
    queryKey: [...issuesKey(projectId, file.id, search), "first"],
    queryFn: async ({ signal }) =>
      (await readIssues(projectId, file.id, search, 0, firstShown, signal))._embedded.importFileIssues
  })
  const id = `issues-${file.id}-${search.type}`
  // Empty for as long as the names are on their way.
  const name = texts === undefined ? "" : issueKind(texts, search.type ?? "")
  return (
    <section className={styles["kind"]} aria-labelledby={id}>
      <header className={styles["header"]}>
        <h3 id={id}>
          {name} <span className={styles["count"]}>{new Intl.NumberFormat(t.language).format(count)}</span>
        </h3>
        {count > firstShown && (
          <Button kind="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? t("import.show-fewer") : t("import.show-all", { count })}
          </Button>
        )}
      </header>
      {isOpen ? (
        <AllIssues projectId={projectId} file={file} search={search} label={name} />
      ) : (
        <QueryState query={first} skeleton="118px">
          {(issues) => (
            <ul className={styles["issues"]}>
              {issues.map((issue) => (
                <li key={issue.id}>
                  <Issue fileName={file.name} issue={issue} />
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      )}
    </section>
  )
}

/** Pixels of an issue with its excerpt. */
const issueHeight = 118

interface AllIssuesProps extends Omit<IssueKindProps, "count"> {
  readonly label: string
}

const AllIssues = ({ projectId, file, search, label }: AllIssuesProps) => {
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const pages = useResultPages<ImportFileIssueModel>({
    queryKey: issuesKey(projectId, file.id, search),
    readPage: async (page, size, signal) => {
      const { _embedded, page: facts } = await readIssues(projectId, file.id, search, page, size, signal)
      return { rows: _embedded.importFileIssues, total: facts.totalElements }
    },
    visible
  })
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={pages.retry} />
  if (pages.total === null) return <Skeleton height="118px" />
  return (
    <VirtualList label={label} count={pages.total} rowHeight={issueHeight} onVisible={setVisible}>
      {(index) => {
        const issue = pages.rowAt(index)
        return issue === null ? <Skeleton height="80px" /> : <Issue fileName={file.name} issue={issue} />
      }}
    </VirtualList>
  )
}

const Issue = ({ fileName, issue }: { readonly fileName: string; readonly issue: ImportFileIssueModel }) => {
  const t = useText()
  const { data: texts } = useQuery(errorTextsQuery(t.language))
  const keyName = noticeKey(issue)
  return (
    <article className={styles["issue"]}>
      <bdi className={styles["place"]}>{issuePlace(fileName, issue)}</bdi>
      <p>
        {keyName !== null && <bdi>{keyName}: </bdi>}
        <bdi>{texts === undefined ? "" : issueSentence(texts, t.language, issue)}</bdi>
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
