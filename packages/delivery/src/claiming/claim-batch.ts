import { type ClaimedDelivery, Database, OutboxRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"

export interface ClaimBatchOptions {
  readonly owner: string
  readonly limit: number
  readonly perEndpointLimit: number
  readonly perFailingEndpointLimit: number
  readonly leaseMillis: number
}

/** Leases due deliveries in one short transaction. Reads first: while nothing is due, the write lock is not touched. */
export const claimBatch = Effect.fn("claimBatch")(function* ({ leaseMillis, ...request }: ClaimBatchOptions) {
  const database = yield* Database
  const outbox = yield* OutboxRepository
  const now = yield* Clock.currentTimeMillis
  const nothing: ReadonlyArray<ClaimedDelivery> = []
  if (!(yield* outbox.hasDue(now))) return nothing
  return yield* database.transaction(outbox.claim({ ...request, now, leasedUntil: now + leaseMillis }))
})
