import type { Backlog, EndpointBacklog } from "./backlog.ts"
import type { EndpointLeases, Leases } from "./leases.ts"
import type { Pace } from "./pace.ts"

export interface SlotLimits {
  /** Attempts at the same time, over all endpoints. */
  readonly concurrency: number
  /** Attempts at the same time to one webhook configuration. */
  readonly perEndpointConcurrency: number
}

/** Leased deliveries for each one that can be sent at a time: sending never waits for the database. */
const leasedPerSlot = 12
/** Leased deliveries in all. Endpoints of which nothing is leased may exceed it by so much again. */
const leasedDeliveriesMax = 2_048
/** Size of their bodies, which are in memory until they are settled. Those without a limit (`smallBodyBytes`) may exceed it. */
export const leasedBytesMax = 32 * 1024 * 1024
/** An endpoint gets at least so many leases, however many endpoints there are. */
const leasedPerEndpointMin = 4

/** For so long the backlog of an endpoint should last, and at most so many attempts in each of its slots. */
const backlogMillis = 1_000
const backlogPerSlotMax = 6

/** The part of the slots, and of the bytes of bodies, that slow endpoints leave to others: one in so many. */
const reservedShare = 8

/** The part of all leases, or bytes, that one endpoint may have. */
export interface LeaseShare {
  readonly count: number
  readonly bytes: number
}

export const reservedOf = (total: number): number => Math.floor(total / reservedShare)

/** An endpoint's share of slots or bytes, beside those that are reserved. */
export const shareOf = (total: number, endpoints: number): number =>
  Math.max(1, Math.floor((total - reservedOf(total)) / Math.max(1, endpoints)))

/**
 * The rules by which endpoints share slots, leases and the memory of bodies. Once half of all slots are in use, an endpoint gets an
 * equal share: endpoints that are slow, or that hang and have not failed yet, must leave slots for others. More than its share
 * goes only to endpoints that are known to respond fast.
 */
export const makeFairness = (
  { concurrency, perEndpointConcurrency }: SlotLimits,
  { pace, backlog, leases }: { readonly pace: Pace; readonly backlog: Backlog; readonly leases: Leases }
) => {
  const leasedMax = Math.min(concurrency * leasedPerSlot, leasedDeliveriesMax)
  const slotShare = (): number => shareOf(concurrency, backlog.endpointCount())

  /** Returns how many of all slots, or bytes, may be in use when an endpoint gets more of them: only fast ones take the last. */
  const usableBy = (id: number, total: number): number => {
    if (pace.millisOf(id) === undefined) return total - Math.floor(reservedOf(total) / 2)
    return pace.isSlow(id) ? total - reservedOf(total) : total
  }

  /** Says whether an endpoint may get another attempt. */
  const mayRun = ({ id, runningCount: ofEndpoint }: EndpointBacklog): boolean => {
    const running = backlog.runningCount()
    if (running < concurrency / 2) return true
    if (ofEndpoint < slotShare()) return running < usableBy(id, concurrency)
    return pace.isFast(id) && running < concurrency - reservedOf(concurrency)
  }

  /** Returns how many attempts to an endpoint can run at the same time. */
  const concurrencyOf = (id: number): number =>
    pace.isSlow(id) ? Math.min(perEndpointConcurrency, slotShare()) : perEndpointConcurrency

  /** Returns how many deliveries should wait for an endpoint: one for each slot while its pace is unknown. */
  const backlogTarget = (id: number): number => {
    const millis = pace.millisOf(id)
    if (millis === undefined) return perEndpointConcurrency
    return Math.ceil(concurrencyOf(id) * Math.min(backlogMillis / Math.max(1, millis), backlogPerSlotMax))
  }

  /** Returns how many deliveries may be claimed for an endpoint; 0 or less: none. */
  const claimable = (id: number, share: LeaseShare): number => {
    const free = Math.max(0, concurrencyOf(id) - backlog.runningOf(id))
    const missing = free + backlogTarget(id) - backlog.waitingOf(id)
    return Math.min(missing, share.count - leases.of(id).count)
  }

  return {
    leasedMax,
    mayRun,
    usableBy,
    backlogTarget,
    claimable,
    /** There is always one more for an endpoint of which nothing is leased. */
    leaseShare: (): LeaseShare => ({
      count:
        leases.count() < leasedMax
          ? Math.max(leasedPerEndpointMin, Math.floor(leasedMax / (leases.endpointCount() + 1)))
          : leasedPerEndpointMin,
      bytes: shareOf(leasedBytesMax, leases.endpointCount())
    }),
    /** Says whether enough is leased for an endpoint: claiming a few more is not worth a commit. */
    isStocked: (id: number, { count, bytes }: EndpointLeases, share: LeaseShare, refillsSlow: boolean): boolean => {
      const waiting = backlog.waitingOf(id)
      return (
        (waiting > 0 && !refillsSlow && pace.isSlow(id)) ||
        (waiting > 0 && waiting > backlogTarget(id) / 2) ||
        bytes >= share.bytes ||
        count > share.count * 0.75 ||
        claimable(id, share) <= 0
      )
    }
  }
}

export type Fairness = ReturnType<typeof makeFairness>
