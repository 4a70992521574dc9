import { updateOutboxMetrics } from "@dragoman/delivery"
import { Readiness, updateFigureMetrics, watchProcess } from "@dragoman/monitoring"
import type {
  BackupRunRepository,
  BatchJobRepository,
  MailRepository,
  MemoryIndexRepository,
  OutboxRepository,
  QualityCheckRepository
} from "@dragoman/store"
import { Context, Effect, Layer, Metric, Semaphore } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { updateAssistanceMetrics } from "../assistance/assistance-metrics.ts"
import { updateBatchJobMetrics } from "../batch-job/batch-job-metrics.ts"
import { updateDiskMetrics } from "../platform/database/disk-metrics.ts"
import { showRateLimitMetrics } from "../platform/http/rate-limiter.ts"
import { updateRequestMetrics } from "../platform/http/request-metrics.ts"
import { programVersion } from "../platform/program-version.ts"
import type { Settings } from "../platform/settings/settings.ts"
import { updateJobMetrics } from "../platform/worker/job-metrics.ts"
import { threadHeaps } from "../platform/worker/worker.ts"
import { RealtimeConnections } from "../realtime/realtime-connections.ts"
import { showPublishingMetrics } from "../release/content-delivery/publishing-metrics.ts"
import { showLoginMetrics } from "../service/access/login-metrics.ts"
import { updateBackupMetrics } from "../service/backup/backup-metrics.ts"
import { updateMailMetrics } from "../service/mail/mail-metrics.ts"

const realtimeConnections = Metric.gauge("dragoman_realtime_connections", {
  description: "Websockets and event streams."
})

const ready = Metric.gauge("dragoman_ready", {
  description: "1: the program takes requests, and its database answers; 0: not."
})

/**
 * Reads the metrics of this server for Prometheus. ADR 54. Scrapes that arrive during a reading share the next one, so
 * that no number of them asks the database more often.
 */
export class ServerMetrics extends Context.Service<ServerMetrics, { readonly text: Effect.Effect<string> }>()(
  "@dragoman/server/composition/ServerMetrics"
) {
  static readonly layer = Layer.effect(
    ServerMetrics,
    Effect.gen(function* () {
      const connections = yield* RealtimeConnections
      const { health } = yield* Readiness
      const updateProcessMetrics = yield* watchProcess(programVersion, threadHeaps)
      const services = yield* Effect.context<
        | BackupRunRepository
        | BatchJobRepository
        | MailRepository
        | MemoryIndexRepository
        | OutboxRepository
        | QualityCheckRepository
        | Settings
      >()
      const semaphore = yield* Semaphore.make(1)
      let begunAt = Number.NEGATIVE_INFINITY

      // The parts are read together, so that a database that does not respond is waited for once.
      const readings = Effect.all(
        [
          updateOutboxMetrics,
          updateMailMetrics,
          updateBackupMetrics,
          updateBatchJobMetrics,
          updateAssistanceMetrics,
          updateDiskMetrics,
          updateProcessMetrics,
          Effect.flatMap(health, (found) => Metric.update(ready, found === "UP" ? 1 : 0))
        ],
        { concurrency: "unbounded", discard: true }
      )
      const update = Effect.suspend(() => {
        const askedAt = performance.now()
        return semaphore.withPermit(
          Effect.suspend(() => {
            // A reading that began after the arrival of this scrape serves it too.
            if (begunAt > askedAt) return Effect.void
            begunAt = performance.now()
            return readings
          })
        )
      })
      const text = Effect.gen(function* () {
        yield* update
        yield* updateFigureMetrics
        yield* updateJobMetrics
        yield* updateRequestMetrics
        yield* showLoginMetrics
        yield* showPublishingMetrics
        yield* showRateLimitMetrics
        yield* Metric.update(realtimeConnections, connections.count())
        return yield* PrometheusMetrics.format()
      })
      return ServerMetrics.of({ text: Effect.provide(text, services) })
    })
  )
}
