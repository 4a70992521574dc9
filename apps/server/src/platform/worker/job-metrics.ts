import { Effect, Exit, Metric, References } from "effect"
import { withSpanOfJob } from "./trace-jobs.ts"

/** Entry of every worker in `src/composition`, without extension. The release bundles them all. */
const workerNames = [
  "backup-worker",
  "batch-job-worker",
  "checkpoint-worker",
  "dispatcher-worker",
  "export-worker",
  "id-list-worker",
  "image-worker",
  "import-worker",
  "memory-worker",
  "reading-worker"
] as const

export type WorkerName = (typeof workerNames)[number]

/** The present work of one worker's threads, and how often they were started and have crashed. */
interface JobFigures {
  waiting: number
  running: number
  threads: number
  starts: number
  crashes: number
}

/** Figures of this process. */
const figuresByWorker = new Map<WorkerName, JobFigures>(
  workerNames.map((name) => [name, { waiting: 0, running: 0, threads: 0, starts: 0, crashes: 0 }])
)

export const figuresOfJobs = (name: WorkerName): JobFigures => {
  const known = figuresByWorker.get(name)
  if (known !== undefined) return known
  throw new Error(`${name} is not among the workers`)
}

const counter = (name: string, description: string) => (attributes: Readonly<Record<string, string>>) =>
  Metric.counter(name, { description, attributes, incremental: true })
const gauge = (name: string, description: string) => (attributes: Readonly<Record<string, string>>) =>
  Metric.gauge(name, { description, attributes })

const metricsOf = (worker: WorkerName) => {
  const attributes = { worker }
  return {
    waiting: gauge(
      "dragoman_jobs_waiting",
      "Jobs that wait for a thread: imports, exports, pieces of batch jobs, large lists."
    )(attributes),
    running: gauge(
      "dragoman_jobs_running",
      "Jobs that threads run now. The dispatcher runs one all the time."
    )(attributes),
    threads: gauge(
      "dragoman_worker_threads",
      "Threads of a worker; they start with a job, and end when they are idle."
    )(attributes),
    starts: counter("dragoman_worker_thread_starts_total", "Threads that were started.")(attributes),
    crashes: counter(
      "dragoman_worker_thread_crashes_total",
      "Threads that ended with an error, out of memory for example."
    )(attributes),
    failures: counter("dragoman_job_failures_total", "Jobs that failed unexpectedly; the log says why.")(attributes),
    seconds: Metric.histogram("dragoman_job_duration_seconds", {
      description: "Time of a job that ended, with its wait for a thread.",
      attributes,
      boundaries: [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800]
    })
  }
}

const metricsByWorker = new Map(workerNames.map((name) => [name, metricsOf(name)] as const))

/** Counts a job and measures it. `make` gets a function to call when a thread begins the job. */
export const measureJob = <A, E, R>(
  name: WorkerName,
  make: (begins: () => void) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const figures = figuresOfJobs(name)
    const startedAt = performance.now()
    let isRunning = false
    figures.waiting++
    const job = make(() => {
      isRunning = true
      figures.waiting--
      figures.running++
    })
    // Spans are off unless the request is recorded.
    const traced = fiber.getRef(References.TracerEnabled)
      ? Effect.useSpan(`job of ${name}`, (span) => withSpanOfJob(job, span))
      : job
    return Effect.onExit(traced, (exit) =>
      Effect.sync(() => {
        if (isRunning) figures.running--
        else figures.waiting--
        const metrics = metricsByWorker.get(name)
        if (metrics === undefined) return
        metrics.seconds.updateUnsafe((performance.now() - startedAt) / 1_000, fiber.context)
        if (isUnexpected(exit)) metrics.failures.updateUnsafe(1, fiber.context)
      })
    )
  })

/** Whether a job failed unexpectedly: a failure of the domain is a normal result. */
const isUnexpected = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some(
    (reason) =>
      reason._tag === "Die" ||
      (reason._tag === "Fail" &&
        typeof reason.error === "object" &&
        reason.error !== null &&
        "_tag" in reason.error &&
        reason.error._tag === "WorkerFailed")
  )

/** Updates the metrics of all workers; runs at each scrape. */
export const updateJobMetrics: Effect.Effect<void> = Effect.gen(function* () {
  for (const [name, metrics] of metricsByWorker) {
    const { waiting, running, threads, starts, crashes } = figuresOfJobs(name)
    yield* Metric.update(metrics.waiting, waiting)
    yield* Metric.update(metrics.running, running)
    yield* Metric.update(metrics.threads, threads)
    for (const [metric, count] of [
      [metrics.starts, starts],
      [metrics.crashes, crashes]
    ] as const) {
      const { count: counted } = yield* Metric.value(metric)
      yield* Metric.update(metric, Math.max(0, count - counted))
    }
    yield* Metric.update(metrics.failures, 0)
    // Reading it creates the series before the first job.
    yield* Metric.value(metrics.seconds)
  }
})
