import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Progress } from "../../widget/ui/progress.tsx"
import styles from "./job-progress.module.css"
import { cancelJob, jobQuery } from "./job-queries.ts"

interface JobProgressProps {
  readonly projectId: number
  readonly jobId: number
}

/** Shows the progress of a job, with a way to cancel it. */
export const JobProgress = ({ projectId, jobId }: JobProgressProps) => {
  const t = useText()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  // The follower of the job polls.
  const { data: job } = useQuery({ ...jobQuery(projectId, jobId), refetchInterval: false })
  if (job === undefined) return null
  const cancel = async () => {
    setBusy(true)
    try {
      await cancelJob(client, projectId, jobId)
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
      setBusy(false)
    }
  }
  return (
    <div className={styles["progress"]}>
      <Progress
        label={t("job.progress", { done: job.progress, total: job.totalItems })}
        part={job.status === "PENDING" ? null : job.progress / Math.max(1, job.totalItems)}
      />
      <Button isPending={isBusy} onPress={cancel}>
        {t("action.cancel")}
      </Button>
    </div>
  )
}
