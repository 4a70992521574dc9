import type { ClaimedDelivery } from "@dragoman/store"

export interface SlotLimits {
  /** Attempts at the same time, over all endpoints. */
  readonly concurrency: number
  /** Attempts at the same time to one webhook configuration. */
  readonly perEndpointConcurrency: number
}

/** The claimed deliveries of one dispatcher: which may be sent now, and how many it has. */
export interface DeliverySlots {
  readonly add: (claimed: ReadonlyArray<ClaimedDelivery>) => void
  /** The next delivery to send, which then takes a slot; null while there is none, or no slot for it. */
  readonly next: () => ClaimedDelivery | null
  /** Its attempt has ended: the slot is free. */
  readonly free: (delivery: ClaimedDelivery) => void
  /** What waits for the endpoint, so that it can be given back; it no longer waits, but is held until it leaves. */
  readonly withdraw: (webhookConfigurationId: number) => ReadonlyArray<ClaimedDelivery>
  /** These are no longer this dispatcher's: acknowledged, or given back. */
  readonly leave: (count: number) => void
  /** Nothing is sent from now on. */
  readonly close: () => void
  /** Claimed and not yet acknowledged. */
  readonly heldCount: () => number
}

interface Endpoint {
  readonly id: number
  readonly waiting: Array<ClaimedDelivery>
  runningCount: number
}

/** Endpoints take turns; one that has all its slots in use is passed over and holds up nobody. */
export const makeDeliverySlots = ({ concurrency, perEndpointConcurrency }: SlotLimits): DeliverySlots => {
  const endpointById = new Map<number, Endpoint>()
  // INVARIANT: an endpoint is in line exactly when something waits and one of its slots is free.
  const line = new Set<Endpoint>()
  let runningCount = 0
  let heldCount = 0
  let isClosed = false

  const lineUp = (endpoint: Endpoint): void => {
    if (endpoint.waiting.length > 0 && endpoint.runningCount < perEndpointConcurrency) line.add(endpoint)
    else if (endpoint.waiting.length === 0 && endpoint.runningCount === 0) endpointById.delete(endpoint.id)
  }

  return {
    add: (claimed) => {
      heldCount += claimed.length
      for (const delivery of claimed) {
        const id = delivery.webhookConfigurationId
        const endpoint = endpointById.get(id) ?? { id, waiting: [], runningCount: 0 }
        endpointById.set(id, endpoint)
        endpoint.waiting.push(delivery)
        lineUp(endpoint)
      }
    },
    next: () => {
      if (isClosed || runningCount >= concurrency) return null
      const [endpoint] = line
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
    leave: (count) => {
      heldCount -= count
    },
    close: () => {
      isClosed = true
    },
    heldCount: () => heldCount
  }
}
