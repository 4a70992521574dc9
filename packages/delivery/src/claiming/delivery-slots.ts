import type { ClaimedDelivery } from "@dragoman/store"

export interface SlotLimits {
  /** Attempts at the same time, over all endpoints. */
  readonly concurrency: number
  /** Attempts at the same time to one webhook configuration. */
  readonly perEndpointConcurrency: number
}

/** `failed`: also withdraws the deliveries that wait for the endpoint. `unsent`: the lease is left to end by itself. */
export type AttemptEnd = "delivered" | "failed" | "unsent"

/**
 * The leased deliveries of one dispatcher, and which of them may be sent now. A withdrawn delivery is forgotten in the same
 * step, so the caller can release its lease at any time: when it is claimed again, it is a new one.
 */
export interface DeliverySlots {
  /** Ignores a delivery that is leased already: its lease ended before the attempt was acknowledged, and was renewed. */
  readonly add: (claimed: ReadonlyArray<ClaimedDelivery>) => void
  /** The next delivery to send, which then takes a slot; null while there is none, or no slot for it. */
  readonly take: () => TakenDelivery | null
  /** Frees the slot of an attempt; returns the withdrawn deliveries. A sent delivery stays leased until it is settled. */
  readonly finish: (delivery: ClaimedDelivery, end: AttemptEnd) => ReadonlyArray<ClaimedDelivery>
  /** Forgets deliveries whose attempts are acknowledged. */
  readonly settle: (deliveries: ReadonlyArray<ClaimedDelivery>) => void
  /** Withdraws the waiting deliveries that may not be sent any more as they were claimed. */
  readonly withdraw: (isStale: (delivery: ClaimedDelivery) => boolean) => ReadonlyArray<ClaimedDelivery>
  /** Nothing is sent from now on. */
  readonly close: () => void
  /** Configurations with enough waiting deliveries: no more need be claimed now. */
  readonly stockedIds: () => ReadonlyArray<number>
  /** Configurations with waiting deliveries. */
  readonly waitingIds: () => ReadonlyArray<number>
  readonly isLeased: (deliveryId: number) => boolean
  /** Claimed, and neither acknowledged nor withdrawn. */
  readonly leasedIds: () => ReadonlyArray<number>
}

export interface TakenDelivery {
  readonly delivery: ClaimedDelivery
  /** The stock of its endpoint has just become too small. */
  readonly isRunningLow: boolean
}

/** The stock of an endpoint suffices for so many attempts in each of its slots. */
const waitingPerSlot = 2

interface Endpoint {
  readonly id: number
  readonly waiting: Array<ClaimedDelivery>
  runningCount: number
}

/**
 * Serves endpoints in rotation and skips those whose slots are all in use. Once half of all slots are in use, an endpoint
 * gets at most an equal share: hanging endpoints that have not failed yet must leave slots for others.
 */
export const makeDeliverySlots = ({ concurrency, perEndpointConcurrency }: SlotLimits): DeliverySlots => {
  const endpointById = new Map<number, Endpoint>()
  // INVARIANT: an endpoint is in line exactly when a delivery waits for it and one of its slots is free.
  const line = new Set<Endpoint>()
  let runningCount = 0
  /** With the attempts before: a delivery that is claimed again after its attempt was acknowledged is another one. */
  const attemptCountById = new Map<number, number>()
  let isClosed = false
  const stock = perEndpointConcurrency * waitingPerSlot

  const updateLine = (endpoint: Endpoint): void => {
    const isWaiting = endpoint.waiting.length > 0
    if (isWaiting && endpoint.runningCount < perEndpointConcurrency) line.add(endpoint)
    else line.delete(endpoint)
    if (!isWaiting && endpoint.runningCount === 0) endpointById.delete(endpoint.id)
  }

  const nextEndpoint = (): Endpoint | undefined => {
    const isCrowded = runningCount >= concurrency / 2
    const share = isCrowded ? Math.max(1, Math.floor(concurrency / endpointById.size)) : concurrency
    for (const endpoint of line) if (endpoint.runningCount < share) return endpoint
    return undefined
  }

  const forget = (deliveries: ReadonlyArray<ClaimedDelivery>): void => {
    for (const { id, attemptCount } of deliveries) {
      if (attemptCountById.get(id) === attemptCount) attemptCountById.delete(id)
    }
  }

  const withdrawFrom = (
    endpoint: Endpoint,
    isStale: (delivery: ClaimedDelivery) => boolean
  ): ReadonlyArray<ClaimedDelivery> => {
    const stale: Array<ClaimedDelivery> = []
    for (const delivery of endpoint.waiting.splice(0)) {
      if (isStale(delivery)) stale.push(delivery)
      else endpoint.waiting.push(delivery)
    }
    forget(stale)
    updateLine(endpoint)
    return stale
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
        updateLine(endpoint)
      }
    },
    take: () => {
      if (isClosed || runningCount >= concurrency) return null
      const endpoint = nextEndpoint()
      const delivery = endpoint?.waiting.shift()
      if (endpoint === undefined || delivery === undefined) return null
      runningCount++
      endpoint.runningCount++
      // To the end of the line.
      line.delete(endpoint)
      updateLine(endpoint)
      return { delivery, isRunningLow: endpoint.waiting.length === stock - 1 }
    },
    finish: (delivery, end) => {
      if (end === "unsent") forget([delivery])
      const endpoint = endpointById.get(delivery.webhookConfigurationId)
      if (endpoint === undefined) return []
      runningCount--
      endpoint.runningCount--
      if (end === "failed") return withdrawFrom(endpoint, () => true)
      updateLine(endpoint)
      return []
    },
    settle: forget,
    withdraw: (isStale) => [...endpointById.values()].flatMap((endpoint) => withdrawFrom(endpoint, isStale)),
    close: () => {
      isClosed = true
    },
    stockedIds: () => [...endpointById.values()].flatMap(({ id, waiting }) => (waiting.length >= stock ? id : [])),
    waitingIds: () => [...endpointById.values()].flatMap(({ id, waiting }) => (waiting.length > 0 ? id : [])),
    isLeased: (deliveryId) => attemptCountById.has(deliveryId),
    leasedIds: () => [...attemptCountById.keys()]
  }
}
