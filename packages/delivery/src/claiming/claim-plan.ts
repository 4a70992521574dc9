import type { DueEndpoint, EndpointCapacity } from "@dragoman/store"
import type { BackOff } from "./back-off.ts"
import { type Fairness, leasedBytesMax, reservedOf, shareOf } from "./fairness.ts"
import type { Leases } from "./leases.ts"

export interface ClaimPlan {
  /** Deliveries in all. */
  readonly limit: number
  /** Configurations of which enough is leased. */
  readonly without: ReadonlyArray<number>
  /** Bodies have so much memory that some which are due may have to wait until others are settled. */
  readonly isFull: boolean
  /** Adds to due endpoints how much each may have: no more than its share. */
  readonly withCapacity: (
    due: ReadonlyArray<DueEndpoint>
  ) => ReadonlyArray<DueEndpoint & { readonly capacity: EndpointCapacity }>
}

/** One claim has the write lock of SQLite for a millisecond or two; other writers run between two claims. */
const claimMax = 256
/** Deliveries of one claim for endpoints of which nothing is leased, when all leases are in use. */
const claimOfOthersMax = 64

/** Returns null when nothing may be claimed until deliveries are settled. `refillsSlow`: also for slow endpoints with a backlog. */
export const planClaim = (
  { leases, fairness, backOff }: { readonly leases: Leases; readonly fairness: Fairness; readonly backOff: BackOff },
  now: number,
  refillsSlow: boolean
): ClaimPlan | null => {
  const { leasedMax } = fairness
  const leasedCount = leases.count()
  if (leasedCount >= 2 * leasedMax) return null
  const hasLeasesLeft = leasedCount < leasedMax
  const share = fairness.leaseShare()
  const stocked = leases
    .endpointIds()
    .filter((id) => !hasLeasesLeft || fairness.isStocked(id, leases.of(id), share, refillsSlow))
  return {
    limit: hasLeasesLeft ? Math.min(claimMax, Math.max(leasedMax - leasedCount, claimOfOthersMax)) : claimOfOthersMax,
    without: [...new Set([...stocked, ...backOff.restingIds(now, leases.hasEndpoint)])],
    isFull: leases.bytes() >= leasedBytesMax - reservedOf(leasedBytesMax),
    withCapacity: (due) => {
      const endpoints = new Set([...leases.endpointIds(), ...due.map(({ id }) => id)])
      const shareBytes = shareOf(leasedBytesMax, endpoints.size)
      return due.map((endpoint) => {
        const { id } = endpoint
        const capacity = {
          count: backOff.isProbed(id) ? 1 : Math.max(0, fairness.claimable(id, share)),
          bytes: shareBytes - leases.of(id).bytes,
          bytesInAll: fairness.usableBy(id, leasedBytesMax) - leases.bytes()
        }
        return { ...endpoint, capacity }
      })
    }
  }
}
