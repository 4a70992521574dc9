import type { Moment, MonotonicClock } from "@dragoman/background"
import type { ClaimedDelivery, Database, OutboxRepository } from "@dragoman/store"
import type { Cause, Queue } from "effect"
import type { DeliveryCursors } from "./claiming/delivery-cursors.ts"
import type { DeliverySlots } from "./claiming/delivery-slots.ts"
import type { DeliveryOutcome } from "./sending/post.ts"

/** State and services that the loops of one engine share. */
export interface EngineParts {
  /** Owner of the leases: one per engine. */
  readonly owner: string
  readonly database: Database["Service"]
  readonly outbox: OutboxRepository["Service"]
  readonly clock: MonotonicClock
  readonly slots: DeliverySlots
  readonly cursors: DeliveryCursors
  /** Wakes the loop that renews the cursors: a poll was slow. */
  readonly slowPolls: Queue.Queue<void>
  /** Attempts to acknowledge; ends when the engine stops. */
  readonly finished: Queue.Queue<FinishedAttempt, Cause.Done>
  /** Wakes the claim loop. */
  readonly wake: Queue.Queue<void>
  /** Wakes it a little later: slow endpoints run low. */
  readonly refill: Queue.Queue<void>
  /** Total time of one attempt. */
  readonly timeoutMillis: number
  readonly leaseMillis: number
}

/**
 * The monotonic times of two dispatchers on one database may differ by this: an attempt begins only while its lease outlasts
 * it by as much, so that a dispatcher whose clock is ahead does not take it over. ADR 11.
 */
export const clockSkewMillis = 15_000

/** An attempt that was made and is not acknowledged yet. */
export interface FinishedAttempt {
  readonly delivery: ClaimedDelivery
  readonly outcome: DeliveryOutcome
  readonly startedAt: Moment
  readonly finishedAt: Moment
  /** Deliveries to the same endpoint that were claimed too and are given back unsent, because this one failed. */
  readonly withdrawn: ReadonlyArray<ClaimedDelivery>
}
