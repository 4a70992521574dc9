import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { sentenceOfCode } from "../../base/api/error-sentences.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Dialog } from "../../widget/ui/dialog.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Table } from "../../widget/ui/table.tsx"
import styles from "./job-list-screen.module.css"
import { type FailedText, failedTextsQuery } from "./job-queries.ts"

interface FailedTextsDialogProps {
  readonly title: string
  readonly projectId: number
  readonly jobId: number
  readonly onClose: () => void
}

/** The texts that a job did not write, with the reasons, each with the way to it. */
export const FailedTextsDialog = ({ title, projectId, jobId, onClose }: FailedTextsDialogProps) => {
  const t = useText()
  const query = useInfiniteQuery(failedTextsQuery(projectId, jobId))
  const texts = query.data?.pages.flatMap(({ _embedded }) => _embedded?.failedTexts ?? []) ?? []
  const total = query.data?.pages[0]?.page.totalElements ?? 0
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <QueryState query={query} skeleton="160px" isEmpty={texts.length === 0} empty={<p>{t("job.no-failed-texts")}</p>}>
        {() => (
          <Table<FailedText>
            label={title}
            rows={texts}
            rowId={({ keyId, languageId }) => `${keyId}:${languageId}`}
            columns={[
              {
                id: "key",
                title: t("activity.class-Key"),
                cell: ({ keyId, keyName, languageTag }) => (
                  <Link
                    to="/projects/$projectId/keys/$keyId"
                    params={{ projectId, keyId }}
                    search={{ language: languageTag }}
                  >
                    <bdi dir="ltr">{keyName}</bdi>
                  </Link>
                )
              },
              {
                id: "language",
                title: t("activity.class-Language"),
                cell: ({ languageTag }) => languageName(languageTag, t.language)
              },
              { id: "reason", title: t("job.reason"), cell: (text) => <Reason text={text} /> }
            ]}
          />
        )}
      </QueryState>
      {query.hasNextPage && (
        <div>
          <Button isPending={query.isFetchingNextPage} onPress={() => query.fetchNextPage()}>
            {t("activity.more", { count: total - texts.length })}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

const Reason = ({ text: { code, detail, languageTag } }: { readonly text: FailedText }) => (
  <div className={styles["failure"]}>
    {sentenceOfCode(code, [languageTag]) ?? code}
    {detail !== null && <bdi className={styles["reason"]}>{detail}</bdi>}
  </div>
)
