import { batchJobProgressMessage } from "@dragoman/domain/activity"
import { Effect, Stream } from "effect"
import { type BatchJobNotice, BatchJobNotices } from "../change/after-commit/batch-job-notices.ts"
import { keepRunning } from "./keep-running.ts"
import { ProjectEvents } from "./project-events.ts"

/** Publishes the progress of batch jobs to the subscribers of their projects while the server runs. */
export const publishBatchJobProgress = Effect.gen(function* () {
  const { notices } = yield* BatchJobNotices
  const projectEvents = yield* ProjectEvents
  yield* keepRunning(
    "Publishing the progress of batch jobs",
    Stream.runForEach(notices, (notice) => projectEvents.publishProgress(notice.projectId, messageOf(notice)))
  )
})

/** The last message of a job has its final state and no numbers. */
const messageOf = ({ jobId, status, processed, total, errorMessage, author, at }: BatchJobNotice) => {
  const isOver = status !== "PENDING" && status !== "RUNNING"
  const numbers = isOver ? { processed: null, total: null } : { processed, total }
  return batchJobProgressMessage({ jobId, ...numbers, status, errorMessage }, author, at)
}
