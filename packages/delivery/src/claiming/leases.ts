import type { ClaimedDelivery } from "@dragoman/store"
import { makeAttemptWindow, type WindowedAttempt } from "./attempt-window.ts"

interface Lease extends WindowedAttempt {
  /** Attempts before this claim: a delivery that is claimed again after its attempt was acknowledged is another one. */
  readonly attemptCount: number
  readonly endpointId: number
  readonly bytes: number
  isSent: boolean
}

/** The leases of an endpoint in numbers. */
export interface EndpointLeases {
  readonly count: number
  /** Size of the bodies, which are in memory until their attempts are acknowledged. */
  readonly bytes: number
  /** Deliveries that were sent and are not acknowledged. */
  readonly sentCount: number
}

const none: EndpointLeases = { count: 0, bytes: 0, sentCount: 0 }

/**
 * The deliveries that this dispatcher has leased, from their claim until they are acknowledged or withdrawn, and how many of
 * them may be sent without being acknowledged. `unacknowledgedMax`: then the latter limits nothing.
 */
export const makeLeases = (unacknowledgedMax: number) => {
  const leaseById = new Map<number, Lease>()
  // INVARIANT: these are the sums of the leases.
  const byEndpoint = new Map<number, EndpointLeases>()
  let bytesInAll = 0
  let sentInAll = 0
  const window = makeAttemptWindow(unacknowledgedMax)

  const addTo = (endpointId: number, change: EndpointLeases): void => {
    const before = byEndpoint.get(endpointId) ?? none
    const count = before.count + change.count
    bytesInAll += change.bytes
    sentInAll += change.sentCount
    if (count === 0) byEndpoint.delete(endpointId)
    else {
      byEndpoint.set(endpointId, {
        count,
        bytes: before.bytes + change.bytes,
        sentCount: before.sentCount + change.sentCount
      })
    }
  }

  const remove = (id: number): void => {
    const lease = leaseById.get(id)
    if (lease === undefined) return
    leaseById.delete(id)
    window.forget(lease)
    addTo(lease.endpointId, { count: -1, bytes: -lease.bytes, sentCount: lease.isSent ? -1 : 0 })
  }

  /** Returns the lease of exactly this claim; undefined when it has ended, or the delivery was claimed again. */
  const leaseOf = ({ id, attemptCount }: ClaimedDelivery): Lease | undefined => {
    const lease = leaseById.get(id)
    return lease?.attemptCount === attemptCount ? lease : undefined
  }

  const forget = (deliveries: ReadonlyArray<ClaimedDelivery>): void => {
    for (const delivery of deliveries) if (leaseOf(delivery) !== undefined) remove(delivery.id)
  }

  return {
    /** Returns false when the delivery is leased already: its lease ended before its attempt was acknowledged, and was renewed. */
    add: (delivery: ClaimedDelivery): boolean => {
      if (leaseOf(delivery) !== undefined) return false
      const { id, attemptCount, webhookConfigurationId: endpointId, body } = delivery
      remove(id)
      const bytes = body.byteLength
      leaseById.set(id, { attemptCount, endpointId, bytes, isSent: false, isRunning: false, isCounted: false })
      addTo(endpointId, { count: 1, bytes, sentCount: 0 })
      return true
    },
    /** Records that the delivery is being sent. */
    sent: (delivery: ClaimedDelivery): void => {
      const lease = leaseOf(delivery)
      if (lease === undefined) return
      lease.isSent = true
      addTo(lease.endpointId, { count: 0, bytes: 0, sentCount: 1 })
      window.begin(lease)
    },
    /** Records that the attempt has ended. */
    responded: (delivery: ClaimedDelivery): void => {
      const lease = leaseOf(delivery)
      if (lease !== undefined) window.finish(lease)
    },
    /** Ends the leases of acknowledged attempts. `waitMillis`: from the first of their responses to the commit. */
    acknowledged: (deliveries: ReadonlyArray<ClaimedDelivery>, waitMillis: number): void => {
      forget(deliveries)
      window.committed(deliveries.length, waitMillis)
    },
    /** Ends leases without an attempt. */
    forget,
    /** One attempt is always possible, so that no endpoint waits for the responses of others. */
    maySend: (endpointId: number, isWindowOpen: boolean): boolean =>
      isWindowOpen || byEndpoint.get(endpointId)?.sentCount === 0,
    /** Says whether another delivery may be sent before earlier ones are acknowledged. */
    isWindowOpen: window.hasPlace,
    /** Says whether deliveries wait to be sent, and none of them for acknowledgements. */
    isBacklogged: (): boolean => leaseById.size > sentInAll && window.isUnlimited(),
    count: (): number => leaseById.size,
    bytes: (): number => bytesInAll,
    isLeased: (id: number): boolean => leaseById.has(id),
    ids: (): ReadonlyArray<number> => [...leaseById.keys()],
    of: (endpointId: number): EndpointLeases => byEndpoint.get(endpointId) ?? none,
    endpointIds: (): ReadonlyArray<number> => [...byEndpoint.keys()],
    endpointCount: (): number => byEndpoint.size,
    hasEndpoint: (endpointId: number): boolean => byEndpoint.has(endpointId)
  }
}

export type Leases = ReturnType<typeof makeLeases>
