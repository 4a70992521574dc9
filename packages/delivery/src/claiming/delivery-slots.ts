import type { ClaimedDelivery } from "@dragoman/store"
import { makeBackOff } from "./back-off.ts"
import { type EndpointBacklog, makeBacklog } from "./backlog.ts"
import { type ClaimPlan, planClaim } from "./claim-plan.ts"
import { makeFairness, type SlotLimits } from "./fairness.ts"
import { makeLeases } from "./leases.ts"
import { makePace } from "./pace.ts"

/** `failed`: also withdraws the deliveries that wait for the endpoint. `unsent`: the caller releases the lease, or lets it end. */
export type AttemptEnd = "delivered" | "failed" | "unsent"

export interface NextDelivery {
  readonly delivery: ClaimedDelivery
  /** The backlog of its endpoint has just become too small. */
  readonly isRunningLow: boolean
}

/**
 * The leased deliveries of one dispatcher, and which of them may be sent now. A withdrawn delivery is forgotten in the same
 * step, so the caller can release its lease at any time: when it is claimed again, it is a new one. Endpoints are served in
 * rotation; those whose slots are all in use are skipped.
 */
export const makeDeliverySlots = ({
  backOffAfter,
  ...limits
}: SlotLimits & {
  /** Failed attempts in a row that begin the back-off of an endpoint. */
  readonly backOffAfter?: number
}) => {
  const { concurrency, perEndpointConcurrency } = limits
  const pace = makePace(concurrency)
  const backlog = makeBacklog(perEndpointConcurrency)
  const leases = makeLeases(2 * concurrency)
  const fairness = makeFairness(limits, { pace, backlog, leases })
  const backOff = makeBackOff(backOffAfter)
  let isClosed = false

  return {
    /** Ignores deliveries that are leased already. */
    add: (claimed: ReadonlyArray<ClaimedDelivery>): void => {
      for (const delivery of claimed) if (leases.add(delivery)) backlog.add(delivery)
    },
    /** Returns the next delivery to send, which then takes a slot; null while there is none, or no slot for it. */
    take: (now: number): NextDelivery | null => {
      const running = backlog.runningCount()
      if (isClosed || running >= concurrency) return null
      const isWindowOpen = leases.isWindowOpen(now)
      const maySlowBegin = running === 0 || pace.maySlowBegin(now)
      const isAllowed = (endpoint: EndpointBacklog): boolean =>
        leases.maySend(endpoint.id, isWindowOpen) &&
        fairness.mayRun(endpoint) &&
        (maySlowBegin || !pace.isSlow(endpoint.id))
      const delivery = backlog.take(isAllowed)
      if (delivery === null) return null
      const id = delivery.webhookConfigurationId
      pace.began(id, now)
      leases.sent(delivery)
      return { delivery, isRunningLow: backlog.waitingOf(id) === Math.floor(fairness.backlogTarget(id) / 2) }
    },
    /** Says when to take again after null, even if no attempt ends before; null: not before one does, or something is claimed. */
    takeAgainAt: (now: number): number | null => {
      const at = pace.slowBeginAt()
      return isClosed || backlog.isIdle() || now >= at ? null : at
    },
    /** Frees the slot of an attempt; returns the withdrawn deliveries. A sent delivery stays leased until it is settled. */
    finish: (
      delivery: ClaimedDelivery,
      end: AttemptEnd,
      { startedAt, finishedAt }: { readonly startedAt: number; readonly finishedAt: number }
    ): ReadonlyArray<ClaimedDelivery> => {
      const id = delivery.webhookConfigurationId
      if (end === "unsent") leases.forget([delivery])
      else {
        pace.ended(id, finishedAt - startedAt)
        leases.responded(delivery)
      }
      if (end === "delivered") backOff.delivered(id)
      if (end === "failed") backOff.failed(id, startedAt, finishedAt)
      const withdrawn = backlog.ended(id, end === "failed")
      leases.forget(withdrawn)
      return withdrawn
    },
    /** Forgets deliveries whose attempts are acknowledged. `waitMillis`: from the first of their responses to the commit. */
    settle: leases.acknowledged,
    /** Says whether an endpoint may wait until it is refilled together with others. */
    isSlow: pace.isSlow,
    /** Says whether deliveries wait to be sent, and none of them for acknowledgements: the start is over. */
    isBacklogged: leases.isBacklogged,
    /** Withdraws the waiting deliveries that may not be sent any more as they were claimed. */
    withdraw: (isStale: (delivery: ClaimedDelivery) => boolean): ReadonlyArray<ClaimedDelivery> => {
      const withdrawn = backlog.withdraw(isStale)
      leases.forget(withdrawn)
      return withdrawn
    },
    /** Ends sending. */
    close: (): void => {
      isClosed = true
    },
    /** Decides how much may be claimed now, and of which configurations; null: nothing until deliveries are settled. */
    claimPlan: (now: number, refillsSlow: boolean): ClaimPlan | null =>
      planClaim({ leases, fairness, backOff }, now, refillsSlow),
    /** Lists configurations with waiting deliveries. */
    waitingIds: backlog.waitingIds,
    isLeased: leases.isLeased,
    /** Lists deliveries that are claimed, and neither acknowledged nor withdrawn. */
    leasedIds: leases.ids
  }
}

export type DeliverySlots = ReturnType<typeof makeDeliverySlots>
