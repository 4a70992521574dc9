import { readForScrape } from "@dragoman/monitoring/read-for-scrape"
import { MemoryIndexRepository, QualityCheckRepository } from "@dragoman/store"
import { Effect, Metric } from "effect"

const sources = Metric.gauge("dragoman_memory_index_texts", {
  description: "Distinct base texts in the index of the translation memory, of all servers."
})

const pending = Metric.gauge("dragoman_memory_index_pending", {
  description: "Keys whose base text waits for the index of the translation memory, of all servers."
})

const stale = Metric.gauge("dragoman_quality_checks_stale", {
  description: "Texts that wait for their quality checks, after a change of settings for example, of all servers."
})

/** Counts what waits for the index of the memory and for checks. Without a database the gauges are absent. */
export const updateAssistanceMetrics = Effect.gen(function* () {
  const { countRows } = yield* MemoryIndexRepository
  const { countAllStale } = yield* QualityCheckRepository
  const [index, staleTexts] = yield* Effect.all(
    [
      readForScrape("Counting the texts of the memory index", countRows),
      readForScrape("Counting the stale checks", countAllStale)
    ],
    { concurrency: "unbounded" }
  )
  yield* index === null ? Metric.remove(sources) : Metric.update(sources, index.sources)
  yield* index === null ? Metric.remove(pending) : Metric.update(pending, index.pending)
  yield* staleTexts === null ? Metric.remove(stale) : Metric.update(stale, staleTexts)
})
