import { readForScrape } from "@dragoman/monitoring/read-for-scrape"
import { BackupRunRepository } from "@dragoman/store"
import { Clock, Effect, Metric } from "effect"
import { Settings } from "../../platform/settings/settings.ts"

const gauge = (name: string, description: string) => Metric.gauge(`dragoman_backup_${name}`, { description })

const interval = gauge("interval_seconds", "Time from one scheduled backup to the next.")
const age = gauge("age_seconds", "Age of the newest complete scheduled backup of any server; absent: there is none.")
const lastResult = gauge("last_result", "1: the last scheduled backup was made, 0: it failed.")
const bytes = gauge("bytes", "Size of the newest complete scheduled backup.")
const duration = gauge("duration_seconds", "How long the newest complete scheduled backup took, its copy included.")
const copyAge = gauge(
  "copy_age_seconds",
  "Age of the newest scheduled backup that is in the bucket; absent: there is none."
)
const copyLastResult = gauge(
  "copy_last_result",
  "1: the last scheduled backup is in the bucket, and older ones were removed, 0: not."
)

/** Reads the last scheduled backups for a scrape. Without a schedule the gauges are absent. */
export const updateBackupMetrics = Effect.gen(function* () {
  const { backupHours, backupS3Endpoint } = yield* Settings
  if (backupHours === 0) return
  const runs = yield* BackupRunRepository
  const now = yield* Clock.currentTimeMillis
  const last = yield* readForScrape("Reading the last backups", runs.listLast)
  const set = (metric: Metric.Gauge<number>, value: number | undefined) =>
    value === undefined ? Metric.remove(metric) : Metric.update(metric, value)
  const secondsSince = (at: number | undefined) => (at === undefined ? undefined : Math.max(0, now - at) / 1_000)
  const done = last?.lastDone ?? undefined
  const finished = last?.lastFinished ?? undefined
  yield* set(interval, backupHours * 3_600)
  yield* set(age, secondsSince(done?.startedAt))
  yield* set(lastResult, finished && (finished.state === "DONE" ? 1 : 0))
  yield* set(bytes, done?.bytes ?? undefined)
  yield* set(duration, done && ((done.finishedAt ?? done.startedAt) - done.startedAt) / 1_000)
  if (backupS3Endpoint === null) return
  yield* set(copyAge, secondsSince(last?.lastStored?.startedAt))
  yield* set(copyLastResult, finished && (finished.storedAs !== null && finished.storeError === null ? 1 : 0))
})
