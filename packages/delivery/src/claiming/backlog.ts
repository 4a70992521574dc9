import type { ClaimedDelivery } from "@dragoman/store"
import { type Linked, makeLinkedList, unlinked } from "../linked-list.ts"

/** An endpoint to which deliveries wait to be sent, or are being sent. */
export interface EndpointBacklog extends Linked<EndpointBacklog> {
  readonly id: number
  readonly waiting: Array<ClaimedDelivery>
  runningCount: number
}

/** The leased deliveries that wait to be sent, and the endpoints in rotation. */
export const makeBacklog = (perEndpointConcurrency: number) => {
  const endpointById = new Map<number, EndpointBacklog>()
  // INVARIANT: an endpoint is in rotation exactly when a delivery waits for it and one of its slots is free.
  const rotation = makeLinkedList<EndpointBacklog>()
  let runningCount = 0

  const update = (endpoint: EndpointBacklog): void => {
    const isWaiting = endpoint.waiting.length > 0
    const mayRun = isWaiting && endpoint.runningCount < perEndpointConcurrency
    if (!mayRun) rotation.remove(endpoint)
    else if (!endpoint.isLinked) rotation.append(endpoint)
    if (isWaiting || endpoint.runningCount > 0) return
    endpointById.delete(endpoint.id)
  }

  const withdraw = (
    endpoint: EndpointBacklog,
    isStale: (delivery: ClaimedDelivery) => boolean
  ): ReadonlyArray<ClaimedDelivery> => {
    const stale: Array<ClaimedDelivery> = []
    for (const delivery of endpoint.waiting.splice(0)) {
      if (isStale(delivery)) stale.push(delivery)
      else endpoint.waiting.push(delivery)
    }
    update(endpoint)
    return stale
  }

  return {
    add: (delivery: ClaimedDelivery): void => {
      const id = delivery.webhookConfigurationId
      const endpoint = endpointById.get(id) ?? { ...unlinked, id, waiting: [], runningCount: 0 }
      endpointById.set(id, endpoint)
      endpoint.waiting.push(delivery)
      update(endpoint)
    },
    /** Takes the next delivery of the first endpoint in rotation that may get an attempt, and a slot for it. */
    take: (mayRun: (endpoint: EndpointBacklog) => boolean): ClaimedDelivery | null => {
      let endpoint = rotation.first()
      while (endpoint !== null && !mayRun(endpoint)) endpoint = endpoint.next
      const delivery = endpoint?.waiting.shift()
      if (endpoint === null || delivery === undefined) return null
      runningCount++
      endpoint.runningCount++
      rotation.append(endpoint)
      update(endpoint)
      return delivery
    },
    /** Frees the slot of an attempt. `withdrawsAll`: the deliveries that wait for the endpoint are withdrawn, and returned. */
    ended: (endpointId: number, withdrawsAll: boolean): ReadonlyArray<ClaimedDelivery> => {
      const endpoint = endpointById.get(endpointId)
      if (endpoint === undefined) return []
      runningCount--
      endpoint.runningCount--
      if (withdrawsAll) return withdraw(endpoint, () => true)
      update(endpoint)
      return []
    },
    withdraw: (isStale: (delivery: ClaimedDelivery) => boolean): ReadonlyArray<ClaimedDelivery> =>
      [...endpointById.values()].flatMap((endpoint) => withdraw(endpoint, isStale)),
    runningCount: (): number => runningCount,
    runningOf: (endpointId: number): number => endpointById.get(endpointId)?.runningCount ?? 0,
    waitingOf: (endpointId: number): number => endpointById.get(endpointId)?.waiting.length ?? 0,
    waitingIds: (): ReadonlyArray<number> =>
      [...endpointById.values()].flatMap(({ id, waiting }) => (waiting.length > 0 ? id : [])),
    endpointCount: (): number => endpointById.size,
    /** No delivery waits for an endpoint that has a free slot. */
    isIdle: (): boolean => rotation.first() === null
  }
}

export type Backlog = ReturnType<typeof makeBacklog>
