import type { BatchJobStatus } from "@dragoman/domain/batch-job"
import { CircleCheck, CircleSlash, CircleX, Clock, RotateCw } from "lucide-react"
import { useText } from "../../base/texts/text.ts"
import styles from "./job-state-mark.module.css"

const marks = {
  PENDING: { icon: Clock, className: "off" },
  RUNNING: { icon: RotateCw, className: "running" },
  SUCCESS: { icon: CircleCheck, className: "good" },
  FAILED: { icon: CircleX, className: "bad" },
  CANCELLED: { icon: CircleSlash, className: "off" }
} as const satisfies Record<BatchJobStatus, object>

/** How a job stands: a shape and a word. */
export const JobStateMark = ({ status }: { readonly status: BatchJobStatus }) => {
  const t = useText()
  const { icon: Icon, className } = marks[status]
  return (
    <span className={`${styles["mark"]} ${styles[className]}`}>
      <Icon aria-hidden />
      {t(`job.status-${status}`)}
    </span>
  )
}
