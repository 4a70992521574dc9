import { surviving } from "@dragoman/background"
import { Database, PublishingRepository } from "@dragoman/store"
import { Clock, Effect, FiberSet, Layer, Option, Queue } from "effect"
import { CommitSignal } from "../../change/commit-signal.ts"
import { failWith } from "../../platform/fail.ts"
import { ExportThread } from "../../transfer/export/export-thread.ts"
import { StorageClients } from "../content-storage/storage-clients.ts"
import { attemptPublishing, leaseMillis } from "./attempt-publishing.ts"
import { LeaseLost } from "./publish-failure.ts"
import { Publisher } from "./publisher.ts"

/** Poll interval for what other servers and threads have scheduled. */
const pollMillis = 5_000

/** Content deliveries that this server publishes at once: one whose storage is slow does not stop the others. */
const parallelMax = 4

/** Pause before another try while an attempt of the same content delivery runs. */
const waitMillis = 250

/** Publishes content deliveries when they are due, and when people ask. */
export const layerPublisher = Layer.effect(
  Publisher,
  Effect.gen(function* () {
    const repository = yield* PublishingRepository
    const database = yield* Database
    const commits = yield* CommitSignal
    const services = yield* Effect.context<Effect.Services<ReturnType<typeof attemptPublishing>>>()
    const wakeUps = yield* Queue.sliding<void>(1)
    const wake = () => void Queue.offerUnsafe(wakeUps, undefined)
    commits.listen(({ publishes }) => {
      if (publishes === true) wake()
    })

    const leaseFrom = Effect.map(Clock.currentTimeMillis, (now) => ({ now, until: now + leaseMillis }))

    const running = yield* FiberSet.make()
    const startDue = Effect.gen(function* () {
      while ((yield* FiberSet.size(running)) < parallelMax) {
        const lease = yield* leaseFrom
        // Reads first, because a claim takes the lock of the writer.
        const dueAt = yield* repository.nextDueAt
        if (dueAt === null || dueAt > lease.now) return dueAt
        const claimed = yield* database.transaction(repository.claimDue(lease))
        if (Option.isNone(claimed)) return null
        const attempt = Effect.ignore(attemptPublishing(claimed.value, lease.until, false))
        yield* FiberSet.run(running, Effect.ensuring(surviving("Publishing failed", attempt), Effect.sync(wake)))
      }
      return null
    })

    const start = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      // A SQLite file has one server: every lease in it is that of a killed one.
      const release = database.engine === "sqlite" ? repository.releaseAll(now) : Effect.void
      yield* database.transaction(Effect.andThen(release, repository.scheduleMissing(now)))
    })

    yield* surviving("Scheduling content deliveries failed", start).pipe(
      Effect.andThen(
        surviving("Starting due content deliveries failed", startDue).pipe(
          Effect.flatMap((dueAt) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) => {
              const pause = dueAt === null ? pollMillis : Math.min(pollMillis, Math.max(0, dueAt - now))
              return Effect.timeoutOption(Queue.take(wakeUps), pause)
            })
          ),
          Effect.forever
        )
      ),
      // Real time, also under a TestClock: the export thread has no other clock. Services bring a clock of their own.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.provideContext(services),
      Effect.forkScoped
    )

    const publish = Effect.fn("Publisher.publish")(
      function* (id: number) {
        for (;;) {
          const lease = yield* leaseFrom
          const claimed = yield* database.transaction(repository.claim({ id, ...lease }))
          if (Option.isSome(claimed)) {
            const outcome = yield* attemptPublishing(claimed.value, lease.until, true).pipe(
              Effect.catchIf(
                (error) => error instanceof LeaseLost,
                () => Effect.succeed(null)
              )
            )
            if (outcome !== null) return outcome
          } else if (!(yield* repository.exists(id))) return yield* failWith("resource_not_found")
          yield* Effect.sleep(waitMillis)
        }
      },
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.provideContext(services)
    )
    return Publisher.of({ publish })
  })
).pipe(Layer.provide(Layer.mergeAll(ExportThread.layer, StorageClients.layer)))
