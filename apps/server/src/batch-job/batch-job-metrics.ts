import { readForScrape } from "@dragoman/monitoring/read-for-scrape"
import { BatchJobRepository } from "@dragoman/store"
import { Effect, Metric } from "effect"

const jobs = (status: "pending" | "running") =>
  Metric.gauge("dragoman_batch_jobs", {
    description: "Batch jobs that are not over, of all servers: those that wait, and those that were begun.",
    attributes: { status }
  })

const [pending, running] = [jobs("pending"), jobs("running")]

/** Counts the batch jobs for a scrape. Without a database the gauges are absent. */
export const updateBatchJobMetrics = Effect.gen(function* () {
  const repository = yield* BatchJobRepository
  const count = yield* readForScrape("Counting the batch jobs", repository.countUnfinished)
  yield* count === null ? Metric.remove(pending) : Metric.update(pending, count.pending)
  yield* count === null ? Metric.remove(running) : Metric.update(running, count.running)
})
