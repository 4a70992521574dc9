import { Effect, Metric } from "effect"
import { type CounterName, figureOf, type LevelName } from "./thread-counters.ts"

/** A family of series over figures of all threads; `series`: by the value of the label. */
interface Family<Name> {
  readonly description: string
  readonly label?: string
  readonly series: Readonly<Record<string, Name>>
}

const uses = <Prefix extends string>(prefix: Prefix) => ({ read: `${prefix}.read`, write: `${prefix}.write` }) as const

const counterFamilies: Readonly<Record<string, Family<CounterName>>> = {
  dragoman_log_lines_total: {
    description: "Lines of the log, by level.",
    label: "level",
    series: { debug: "logLines.debug", info: "logLines.info", warn: "logLines.warn", error: "logLines.error" }
  },
  dragoman_database_errors_total: {
    description:
      "Statements that failed, by kind: conflict (a deadlock; the transaction runs again), connection, constraint, lock_timeout, other.",
    label: "kind",
    series: {
      conflict: "databaseErrors.conflict",
      connection: "databaseErrors.connection",
      constraint: "databaseErrors.constraint",
      lock_timeout: "databaseErrors.lock_timeout",
      other: "databaseErrors.other"
    }
  },
  dragoman_database_transactions_total: {
    description: "Write transactions that began.",
    series: { "": "databaseTransactions" }
  },
  dragoman_database_reruns_total: {
    description: "Transactions that ran again after a deadlock, a conflict or a failover.",
    series: { "": "databaseReruns" }
  },
  dragoman_database_lock_waits_total: {
    description: "Transactions that found the lock of the SQLite file, or of their project on PostgreSQL, taken.",
    series: { "": "databaseLockWaits" }
  },
  dragoman_database_connection_wait_seconds_total: {
    description: "Time that work waited for a connection; on SQLite writes wait for the lock of the file too.",
    label: "use",
    series: uses("databaseWaitSeconds")
  },
  dragoman_database_replica_reads_total: {
    description:
      "Requests that may read from the replica: those that did, those for which it was behind, and those of the first whose statement failed there and ran on the primary.",
    label: "result",
    series: {
      replica: "databaseReplicaReads.replica",
      behind: "databaseReplicaReads.behind",
      failed: "databaseReplicaReads.failed"
    }
  }
}

const levelFamilies: Readonly<Record<string, Family<LevelName>>> = {
  dragoman_database_connections: {
    description: "Connections that this process may have, all threads.",
    label: "use",
    series: uses("databaseConnections")
  },
  dragoman_database_connections_in_use: {
    description: "Connections that work holds now. Reads on SQLite take no time between two others, and count none.",
    label: "use",
    series: uses("databaseConnectionsInUse")
  },
  dragoman_database_connections_waiting: {
    description: "Statements and transactions that wait for a connection.",
    label: "use",
    series: uses("databaseConnectionsWaiting")
  },
  dragoman_database_replica_lag_bytes: {
    description: "Log of the primary that the replica had not applied when a request last asked.",
    series: { "": "databaseReplicaLag" }
  }
}

const webhookFamilies: Readonly<Record<string, Family<CounterName>>> = {
  dragoman_webhook_deliveries_total: {
    description: "Webhook deliveries that ended, by this process: delivered, or given_up after the last attempt.",
    label: "result",
    series: { delivered: "webhookDeliveries.delivered", given_up: "webhookDeliveries.given_up" }
  },
  dragoman_webhook_auto_disabled_total: {
    description: "Webhook configurations that this process disabled, because they had failed for too long.",
    series: { "": "webhookAutoDisabled" }
  }
}

const seriesOf = <Name, M>(
  families: Readonly<Record<string, Family<Name>>>,
  make: (
    name: string,
    options: { readonly description: string; readonly attributes: Readonly<Record<string, string>> }
  ) => M
) =>
  Object.entries(families).flatMap(([name, { description, label, series }]) =>
    Object.entries(series).map(([value, figure]) => ({
      figure,
      metric: make(name, { description, attributes: label === undefined ? {} : { [label]: value } })
    }))
  )

const counterSeries = seriesOf({ ...counterFamilies, ...webhookFamilies }, (name, options) =>
  Metric.counter(name, { ...options, incremental: true })
)
const levelSeries = seriesOf(levelFamilies, (name, options) => Metric.gauge(name, options))

/** Brings the metrics of what is counted in all threads up to date: run it at each scrape. */
export const updateFigureMetrics: Effect.Effect<void> = Effect.gen(function* () {
  for (const { metric, figure } of counterSeries) {
    const { count } = yield* Metric.value(metric)
    yield* Metric.update(metric, Math.max(0, figureOf(figure) - count))
  }
  for (const { metric, figure } of levelSeries) yield* Metric.update(metric, figureOf(figure))
})
