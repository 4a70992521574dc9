import type { ClaimedDelivery } from "@dragoman/store"

export interface SlotLimits {
  /** Attempts at the same time, over all endpoints. */
  readonly concurrency: number
  /** Attempts at the same time to one webhook configuration. */
  readonly perEndpointConcurrency: number
}

/** The claimed deliveries of one dispatcher: which may be sent now, and how many it has. */
export interface DeliverySlots {
  /** What is held already is left out: its lease ended before it could be acknowledged, and was then renewed. */
  readonly add: (claimed: ReadonlyArray<ClaimedDelivery>) => void
  /** The next delivery to send, which then takes a slot; null while there is none, or no slot for it. */
  readonly next: () => ClaimedDelivery | null
  /** Its attempt has ended: the slot is free. */
  readonly free: (delivery: ClaimedDelivery) => void
  /** What waits for the endpoint, so that it can be given back; it no longer waits, but is held until it leaves. */
  readonly withdraw: (webhookConfigurationId: number) => ReadonlyArray<ClaimedDelivery>
  /** The configurations for which so much waits that no more need be claimed now. */
  readonly stockedIds: () => ReadonlyArray<number>
  /** Whether what waits for the endpoint of this delivery, which was just taken, is no longer enough. */
  readonly isRunningLow: (taken: ClaimedDelivery) => boolean
  /** The configurations for which something waits. */
  readonly waitingIds: () => ReadonlyArray<number>
  /** As `withdraw`, of all endpoints: what may not be sent any more as it was claimed. */
  readonly withdrawStale: (isCurrent: (delivery: ClaimedDelivery) => boolean) => ReadonlyArray<ClaimedDelivery>
  /** These are no longer this dispatcher's: acknowledged, or about to be given back, and then claimed by anybody. */
  readonly leave: (deliveries: ReadonlyArray<ClaimedDelivery>) => void
  /** Nothing is sent from now on. */
  readonly close: () => void
  /** Claimed and not yet acknowledged. */
  readonly leasedCount: () => number
  readonly leasedIds: () => ReadonlyArray<number>
}

/** What waits for an endpoint is enough when each of its slots can be used so many times. */
const waitingPerSlot = 2

interface Endpoint {
  readonly id: number
  readonly waiting: Array<ClaimedDelivery>
  runningCount: number
}

/**
 * Endpoints take turns; one that has all its slots in use is passed over and holds up nobody. Once half of all slots are in
 * use, an endpoint gets no more than an equal share: those that hang, and have not failed yet, must leave the rest to others.
 */
export const makeDeliverySlots = ({ concurrency, perEndpointConcurrency }: SlotLimits): DeliverySlots => {
  const endpointById = new Map<number, Endpoint>()
  // INVARIANT: an endpoint is in line exactly when something waits and one of its slots is free.
  const line = new Set<Endpoint>()
  let runningCount = 0
  /** With the attempts that were made before: one that is claimed again after its attempt was acknowledged is another one. */
  const attemptCountById = new Map<number, number>()
  let isClosed = false
  const stock = perEndpointConcurrency * waitingPerSlot

  const lineUp = (endpoint: Endpoint): void => {
    if (endpoint.waiting.length > 0 && endpoint.runningCount < perEndpointConcurrency) line.add(endpoint)
    else if (endpoint.waiting.length === 0 && endpoint.runningCount === 0) endpointById.delete(endpoint.id)
  }

  const nextEndpoint = (): Endpoint | undefined => {
    const isCrowded = runningCount >= concurrency / 2
    const share = isCrowded ? Math.max(1, Math.floor(concurrency / endpointById.size)) : concurrency
    for (const endpoint of line) if (endpoint.runningCount < share) return endpoint
    return undefined
  }

  return {
    add: (claimed) => {
      for (const delivery of claimed) {
        if (attemptCountById.get(delivery.id) === delivery.attemptCount) continue
        attemptCountById.set(delivery.id, delivery.attemptCount)
        const id = delivery.webhookConfigurationId
        const endpoint = endpointById.get(id) ?? { id, waiting: [], runningCount: 0 }
        endpointById.set(id, endpoint)
        endpoint.waiting.push(delivery)
        lineUp(endpoint)
      }
    },
    next: () => {
      if (isClosed || runningCount >= concurrency) return null
      const endpoint = nextEndpoint()
      const delivery = endpoint?.waiting.shift()
      if (endpoint === undefined || delivery === undefined) return null
      line.delete(endpoint)
      runningCount++
      endpoint.runningCount++
      lineUp(endpoint)
      return delivery
    },
    free: (delivery) => {
      const endpoint = endpointById.get(delivery.webhookConfigurationId)
      if (endpoint === undefined) return
      runningCount--
      endpoint.runningCount--
      lineUp(endpoint)
    },
    withdraw: (webhookConfigurationId) => {
      const endpoint = endpointById.get(webhookConfigurationId)
      if (endpoint === undefined) return []
      line.delete(endpoint)
      return endpoint.waiting.splice(0)
    },
    stockedIds: () => [...endpointById.values()].flatMap(({ id, waiting }) => (waiting.length >= stock ? id : [])),
    isRunningLow: ({ webhookConfigurationId }) =>
      endpointById.get(webhookConfigurationId)?.waiting.length === stock - 1,
    waitingIds: () => [...endpointById.values()].flatMap(({ id, waiting }) => (waiting.length > 0 ? id : [])),
    withdrawStale: (isCurrent) => {
      const stale: Array<ClaimedDelivery> = []
      for (const endpoint of [...endpointById.values()]) {
        const current: Array<ClaimedDelivery> = []
        for (const delivery of endpoint.waiting.splice(0)) (isCurrent(delivery) ? current : stale).push(delivery)
        endpoint.waiting.push(...current)
        if (current.length === 0) line.delete(endpoint)
      }
      return stale
    },
    leave: (deliveries) => {
      for (const { id, attemptCount } of deliveries) {
        if (attemptCountById.get(id) === attemptCount) attemptCountById.delete(id)
      }
    },
    close: () => {
      isClosed = true
    },
    leasedCount: () => attemptCountById.size,
    leasedIds: () => [...attemptCountById.keys()]
  }
}
