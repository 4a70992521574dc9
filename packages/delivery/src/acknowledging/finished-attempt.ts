import type { ClaimedDelivery } from "@dragoman/store"
import type { Moment } from "../clock/monotonic-clock.ts"
import type { DeliveryOutcome } from "../sending/delivery-outcome.ts"

/** An attempt that was made and is not acknowledged yet. */
export interface FinishedAttempt {
  readonly delivery: ClaimedDelivery
  readonly outcome: DeliveryOutcome
  readonly startedAt: Moment
  readonly finishedAt: Moment
  /** Deliveries to the same endpoint that were claimed too and are given back unsent, because this one failed. */
  readonly withdrawn: ReadonlyArray<ClaimedDelivery>
}
