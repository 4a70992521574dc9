import { publishingRetryMillis } from "@dragoman/domain/content-delivery"
import type { DomainError } from "@dragoman/domain/error"
import { type ClaimedDeliveryConfiguration, Database, outageOf, PublishingRepository } from "@dragoman/store"
import { Cause, Clock, Effect, Exit } from "effect"
import { CommitSignal } from "../../change/commit-signal.ts"
import { announceFailure } from "./announce-failure.ts"
import { type WrittenVersion, writeVersion } from "./publish.ts"
import { LeaseLost, PublishFailed } from "./publish-failure.ts"
import type { PublishOutcome } from "./publisher.ts"
import { countPublishing } from "./publishing-metrics.ts"
import { purgeCaches } from "./purge-caches.ts"

/** A lease lasts for so long; after a kill another attempt begins then. */
export const leaseMillis = 60_000

/** It is extended at this interval while an attempt runs. */
const renewMillis = 20_000

/** A lease that is extended while its attempt runs. */
interface RunningLease {
  readonly id: number
  until: number
}

/**
 * Publishes a claimed content delivery and records the attempt. `isByHand`: a person asked, who sees the error; without automatic
 * publishing nothing tries again.
 */
export const attemptPublishing = Effect.fn("attemptPublishing")(function* (
  claimed: ClaimedDeliveryConfiguration,
  until: number,
  isByHand: boolean
): Effect.fn.Return<PublishOutcome, DomainError | LeaseLost, Effect.Services<ReturnType<typeof attempt>>> {
  return yield* attempt(claimed, { id: claimed.id, until }, isByHand)
})

const attempt = Effect.fnUntraced(function* (
  claimed: ClaimedDeliveryConfiguration,
  lease: RunningLease,
  isByHand: boolean
) {
  const startedAt = yield* Clock.currentTimeMillis
  const work = Effect.flatMap(Effect.raceFirst(writeVersion(claimed), keepLease(lease)), (version) =>
    Effect.as(recordSuccess(claimed, lease, startedAt, version), version)
  )
  const exit = yield* Effect.exit(work).pipe(Effect.onInterrupt(() => giveBack(lease)))
  if (Exit.isSuccess(exit)) {
    yield* purgeOf(claimed, startedAt, exit.value)
    const { files, writtenFiles, writtenBytes } = exit.value
    return { files: files.length, writtenFiles, writtenBytes } satisfies PublishOutcome
  }
  const error = Cause.squash(exit.cause)
  if (error instanceof LeaseLost) return yield* error
  if (Cause.hasInterrupts(exit.cause)) return yield* Effect.andThen(giveBack(lease), Effect.interrupt)
  // The attempt is repeated when its lease has ended, or the database is back.
  if (outageOf(exit.cause) !== null) return yield* Effect.failCause(exit.cause as Cause.Cause<never>)
  const failure = error instanceof PublishFailed ? error : null
  const sentence =
    failure?.sentence ?? "An unexpected error stopped the attempt. The log of the server has the details."
  yield* Effect.logWarning("Publishing a content delivery failed", ...(failure === null ? [exit.cause] : [])).pipe(
    Effect.annotateLogs({
      contentDeliveryId: claimed.id,
      projectId: claimed.projectId,
      failedAttempts: claimed.failedAttempts + 1,
      reason: sentence
    })
  )
  yield* recordFailure(claimed, lease, { startedAt, sentence, isByHand })
  return yield* failure === null ? Effect.die(error) : Effect.fail(failure.error)
})

/** Purges the caches in front of the storage of the server; other storages have none that it knows. */
const purgeOf = Effect.fnUntraced(function* (
  { id, projectId, slug, storageId }: ClaimedDeliveryConfiguration,
  startedAt: number,
  { changedPaths }: WrittenVersion
) {
  if (storageId !== null) return
  const reasons = yield* purgeCaches({ slug, paths: changedPaths })
  if (reasons.length === 0) return
  const reason = reasons.join(" ")
  yield* Effect.logWarning("Purging caches of a content delivery failed").pipe(
    Effect.annotateLogs({ contentDeliveryId: id, projectId, reason })
  )
  const repository = yield* PublishingRepository
  const database = yield* Database
  yield* database.transaction(repository.recordPurgeError({ contentDeliveryId: id, startedAt }, reason))
})

/** Extends the lease until it is interrupted. An extension that has begun ends, so that the lease and its row stay the same. */
const keepLease = Effect.fnUntraced(function* (lease: RunningLease) {
  const repository = yield* PublishingRepository
  const database = yield* Database
  for (;;) {
    yield* Effect.sleep(renewMillis)
    const until = (yield* Clock.currentTimeMillis) + leaseMillis
    const isRenewed = yield* Effect.uninterruptible(
      Effect.tap(database.transaction(repository.renew(lease, until)), (renewed) =>
        Effect.sync(() => {
          if (renewed) lease.until = until
        })
      )
    )
    if (!isRenewed) return yield* new LeaseLost()
  }
})

/** Makes the version live and records the attempt in one transaction. */
const recordSuccess = Effect.fnUntraced(function* (
  { id, projectId }: ClaimedDeliveryConfiguration,
  lease: RunningLease,
  startedAt: number,
  { liveVersion, files, publishedAt, writtenFiles, writtenBytes, added }: WrittenVersion
) {
  const repository = yield* PublishingRepository
  const database = yield* Database
  const commits = yield* CommitSignal
  const durationMillis = (yield* Clock.currentTimeMillis) - startedAt
  const ended = {
    startedAt,
    durationMillis,
    files: files.length,
    writtenFiles,
    writtenBytes,
    error: null,
    purgeError: null
  }
  yield* database.transaction(
    Effect.gen(function* () {
      if (added !== null) {
        yield* repository.insertVersion({ contentDeliveryId: id, createdAt: publishedAt, ...added })
      }
      const isRecorded = yield* repository.succeed(lease, { liveVersion, files, publishedAt }, ended)
      if (!isRecorded) return yield* new LeaseLost()
      if (added !== null) {
        yield* database.afterCommit(commits.publish({ projectId, deliveries: 0, publishedId: id }))
      }
    })
  )
  yield* countPublishing(added === null && writtenFiles === 0 ? "unchanged" : "published")
})

const recordFailure = Effect.fnUntraced(function* (
  claimed: ClaimedDeliveryConfiguration,
  lease: RunningLease,
  failed: { readonly startedAt: number; readonly sentence: string; readonly isByHand: boolean }
) {
  const repository = yield* PublishingRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const { startedAt, sentence: error, isByHand } = failed
  const retryAt = isByHand && !claimed.autoPublish ? null : now + publishingRetryMillis(claimed.failedAttempts + 1)
  const nothing = { files: 0, writtenFiles: 0, writtenBytes: 0, purgeError: null }
  const ended = { startedAt, durationMillis: now - startedAt, ...nothing, error }
  yield* database.transaction(Effect.andThen(repository.fail(lease, retryAt, ended), announceFailure(claimed)))
  yield* countPublishing("failed")
})

/** Lets another server publish at once when this one stops. */
const giveBack = Effect.fnUntraced(function* (lease: RunningLease) {
  const repository = yield* PublishingRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  // The lease ends by itself where the database is unavailable.
  yield* Effect.ignoreCause(database.transaction(repository.release(lease, now)))
})
