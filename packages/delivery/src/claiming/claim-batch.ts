import { type ClaimRequest, Database, OutboxRepository } from "@dragoman/store"
import { Effect } from "effect"

/** `now`: monotonic time, epoch milliseconds. */
export interface ClaimBatchOptions extends Omit<ClaimRequest, "leasedUntil"> {
  readonly leaseMillis: number
}

/**
 * Leases due deliveries in one short transaction; null when nothing is due. Reads first: then the write lock is not
 * touched. Empty, but not null: others were faster, or all due ones were dropped.
 */
export const claimBatch = Effect.fn("claimBatch")(function* ({ leaseMillis, now, ...request }: ClaimBatchOptions) {
  const database = yield* Database
  const outbox = yield* OutboxRepository
  if (!(yield* outbox.hasDue({ ...request, now }))) return null
  return yield* database.transaction(outbox.claim({ ...request, now, leasedUntil: now + leaseMillis }))
})
