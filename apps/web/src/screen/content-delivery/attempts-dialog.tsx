import { useQuery } from "@tanstack/react-query"
import type { Response } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { bytesText } from "../../widget/ui/bytes.ts"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { durationText, Time } from "../../widget/ui/time.tsx"
import { attemptsQuery } from "./content-delivery-queries.ts"
import styles from "./content-delivery-screen.module.css"
import type { ContentDelivery } from "./delivery-body.ts"

type Attempt = NonNullable<Response<"contentDelivery", "listAttempts">["_embedded"]>["attempts"][number]

interface AttemptsDialogProps {
  readonly projectId: number
  readonly delivery: ContentDelivery
  readonly onClose: () => void
}

/** The attempts to publish, the newest first. */
export const AttemptsDialog = ({ projectId, delivery, onClose }: AttemptsDialogProps) => {
  const t = useText()
  const attempts = useQuery({ ...attemptsQuery(projectId, delivery.id), staleTime: 0 })
  const title = t("content-delivery.attempts-of", { name: delivery.name })
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      <QueryState query={attempts} skeleton="180px" empty={<EmptyState title={t("content-delivery.no-attempts")} />}>
        {(data) => (
          <Table<Attempt>
            label={title}
            rows={data}
            rowId={({ id }) => id}
            columns={[
              {
                id: "time",
                title: t("content-delivery.time"),
                cell: ({ startedAt }) => <Time at={startedAt} style="exact" />
              },
              {
                id: "result",
                title: t("content-delivery.result"),
                cell: ({ error, purgeError, files, writtenFiles, writtenBytes }) =>
                  error === null ? (
                    <>
                      {t("content-delivery.attempt-done", {
                        files,
                        written: writtenFiles,
                        size: bytesText(writtenBytes, t.language)
                      })}
                      {purgeError !== null && (
                        <span className={styles["error"]}>
                          {t("content-delivery.not-purged")} <bdi>{purgeError}</bdi>
                        </span>
                      )}
                    </>
                  ) : (
                    <span className={styles["error"]}>
                      {t("content-delivery.failed")} <bdi>{error}</bdi>
                    </span>
                  )
              },
              {
                id: "duration",
                title: t("content-delivery.duration"),
                isNumber: true,
                cell: ({ durationMillis }) => durationText(durationMillis, t.language)
              }
            ]}
          />
        )}
      </QueryState>
      <DialogActions>
        <Button kind="primary" onPress={onClose}>
          {t("action.close")}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
