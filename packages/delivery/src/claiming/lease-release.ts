import type { ClaimedDelivery } from "@dragoman/store"
import { Effect, Queue, Schedule } from "effect"
import type { EngineParts } from "../engine-parts.ts"

/** Poll interval for stale deliveries: a deleted or paused configuration must be quiet within a second. */
const recheckPause = Schedule.spaced("250 millis")

/** Releases the leases of withdrawn deliveries, until the database has done so. */
export const makeLeaseRelease = ({ owner, database, outbox, clock, slots, wake }: EngineParts) => {
  const withdrawnIds = new Set<number>()
  /** A delivery that was claimed again since has a new lease, which stays. */
  const unreleasedIds = (): ReadonlyArray<number> => [...withdrawnIds].filter((id) => !slots.isLeased(id))

  const add = (withdrawn: ReadonlyArray<ClaimedDelivery>): void => {
    for (const { id } of withdrawn) withdrawnIds.add(id)
  }

  /** Withdraws waiting deliveries whose endpoint was changed, paused, disabled or deleted since they were claimed. */
  const withdrawStale = Effect.gen(function* () {
    const ids = slots.waitingIds()
    if (ids.length === 0) return
    const endpoints = yield* outbox.listSendingEndpoints(ids, (yield* clock.now).monotonicMillis)
    const endpointById = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
    add(
      slots.withdraw(({ webhookConfigurationId, url, secrets }) => {
        const endpoint = endpointById.get(webhookConfigurationId)
        return endpoint?.url !== url || endpoint.secret !== secrets.secret
      })
    )
  })

  const release = Effect.gen(function* () {
    const ids = unreleasedIds()
    if (ids.length > 0) {
      yield* database.transaction(outbox.releaseLeases(owner, ids))
      yield* Queue.offer(wake, undefined)
    }
    for (const id of ids) withdrawnIds.delete(id)
  })

  // The claim loop already logs an outage; the next round repeats a release that failed.
  const loop = Effect.repeat(
    Effect.catchDefect(Effect.andThen(withdrawStale, release), () => Effect.void),
    recheckPause
  )
  return { add, loop, unreleasedIds }
}
