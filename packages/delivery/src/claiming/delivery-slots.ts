import type { ClaimedDelivery, DueEndpoint, EndpointRoom } from "@dragoman/store"
import { type Linked, makeLinkedList, unlinked } from "../linked-list.ts"
import { makeAttemptWindow, type WindowedAttempt } from "./attempt-window.ts"
import { makeEvenStarts } from "./even-starts.ts"

export interface SlotLimits {
  /** Attempts at the same time, over all endpoints. */
  readonly concurrency: number
  /** Attempts at the same time to one webhook configuration. */
  readonly perEndpointConcurrency: number
  /** Failed attempts in a row that begin the back-off of an endpoint. */
  readonly backOffAfter?: number
}

/** `failed`: also withdraws the deliveries that wait for the endpoint. `unsent`: the caller releases the lease, or lets it end. */
export type AttemptEnd = "delivered" | "failed" | "unsent"

/**
 * The leased deliveries of one dispatcher, and which of them may be sent now. A withdrawn delivery is forgotten in the same
 * step, so the caller can release its lease at any time: when it is claimed again, it is a new one.
 */
export interface DeliverySlots {
  /** Ignores a delivery that is leased already: its lease ended before the attempt was acknowledged, and was renewed. */
  readonly add: (claimed: ReadonlyArray<ClaimedDelivery>) => void
  /** The next delivery to send, which then takes a slot; null while there is none, or no slot for it. */
  readonly take: (now: number) => TakenDelivery | null
  /** When to take again after null, even if no attempt ends before; null: not before one does, or something is claimed. */
  readonly takeAgainAt: (now: number) => number | null
  /** Frees the slot of an attempt; returns the withdrawn deliveries. A sent delivery stays leased until it is settled. */
  readonly finish: (
    delivery: ClaimedDelivery,
    end: AttemptEnd,
    times: { readonly startedAt: number; readonly finishedAt: number }
  ) => ReadonlyArray<ClaimedDelivery>
  /** Forgets deliveries whose attempts are acknowledged. `waitMillis`: from the first of their responses to the commit. */
  readonly settle: (deliveries: ReadonlyArray<ClaimedDelivery>, waitMillis: number) => void
  /** It may wait until it is refilled together with others. */
  readonly isSlow: (webhookConfigurationId: number) => boolean
  /** Deliveries wait to be sent, and none of them for acknowledgements: the start is over. */
  readonly isBacklogged: () => boolean
  /** Withdraws the waiting deliveries that may not be sent any more as they were claimed. */
  readonly withdraw: (isStale: (delivery: ClaimedDelivery) => boolean) => ReadonlyArray<ClaimedDelivery>
  /** Nothing is sent from now on. */
  readonly close: () => void
  /**
   * How much may be claimed now, and of which configurations; null: nothing until deliveries are settled. `refillsSlow`: also for
   * slow endpoints for which something waits.
   */
  readonly claimPlan: (now: number, refillsSlow: boolean) => ClaimPlan | null
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

export interface ClaimPlan {
  /** Deliveries in all. */
  readonly limit: number
  /** Configurations of which enough is leased. */
  readonly without: ReadonlyArray<number>
  /** Bodies have so much memory that some which are due may have to wait until others are settled. */
  readonly isFull: boolean
  /** What is due, with how much of it each endpoint may have: no more than its share. */
  readonly withRoom: (due: ReadonlyArray<DueEndpoint>) => ReadonlyArray<DueEndpoint & { readonly room: EndpointRoom }>
}

/** Leased deliveries for each one that can be sent at a time: sending never waits for the database. */
const leasedPerSlot = 12
/** Leased deliveries in all. Endpoints of which nothing is leased may exceed it by so much again. */
const leasedDeliveriesMax = 2_048
/** Size of their bodies, which are in memory until they are settled. Those without a limit (`smallBodyBytes`) may exceed it. */
const leasedBytesMax = 32 * 1024 * 1024
/** An endpoint gets at least so many leases, however many endpoints there are. */
const leasedPerEndpointMin = 4

/** One claim has the write lock of SQLite for a millisecond or two; other writers run between two claims. */
const claimMax = 256
/** Deliveries of one claim for endpoints of which nothing is leased, when all leases are in use. */
const claimOfOthersMax = 64

/** For so long the deliveries that wait for an endpoint should last, and at most so many attempts in each of its slots. */
const stockMillis = 1_000
const stockPerSlotMax = 6

/** Attempts to a slow endpoint take longer than this on average. It never gets the last slots, and its attempts begin evenly. */
const slowMillis = 100
/** The part of the slots, and of the bytes of bodies, that slow endpoints leave to others: one in so many. */
const reservedShare = 8
/** Weight of an attempt in the average. */
const paceWeight = 0.125
/** Endpoints whose pace is remembered while nothing is leased. */
const pacesMax = 4_096

interface Endpoint extends Linked<Endpoint> {
  readonly id: number
  readonly waiting: Array<ClaimedDelivery>
  runningCount: number
}

interface LeasedDelivery extends WindowedAttempt {
  readonly attemptCount: number
  readonly endpointId: number
  readonly bytes: number
  isSent: boolean
}

interface LeaseShare {
  count: number
  bytes: number
}

const reservedOf = (total: number): number => Math.floor(total / reservedShare)

/** An endpoint's share of slots or bytes, beside what is reserved. */
const shareOf = (total: number, endpoints: number): number =>
  Math.max(1, Math.floor((total - reservedOf(total)) / Math.max(1, endpoints)))

/** Of an endpoint. */
interface Leased extends LeaseShare {
  /** Of the count: sent, and not settled. */
  sentCount: number
}

/**
 * Serves endpoints in rotation and skips those whose slots are all in use. Once half of all slots are in use, an endpoint
 * gets an equal share: endpoints that are slow, or that hang and have not failed yet, must leave slots for others. More
 * than its share goes only to endpoints that are known to respond fast. The memory of bodies is shared in the same way, when
 * deliveries are claimed.
 */
export const makeDeliverySlots = ({ concurrency, perEndpointConcurrency, backOffAfter }: SlotLimits): DeliverySlots => {
  const endpointById = new Map<number, Endpoint>()
  // INVARIANT: an endpoint is in line exactly when a delivery waits for it and one of its slots is free.
  const line = makeLinkedList<Endpoint>()
  let runningCount = 0
  /**
   * With the attempts before: a delivery that is claimed again after its attempt was acknowledged is another one.
   * INVARIANT: `leasedByEndpoint` and `leasedBytes` are the sums of these.
   */
  const leasedById = new Map<number, LeasedDelivery>()
  const leasedByEndpoint = new Map<number, Leased>()
  let leasedBytes = 0
  /** The average time of an attempt, by endpoint; the one of which nothing was leased for the longest time is forgotten first. */
  const paceById = new Map<number, number>()
  const window = makeAttemptWindow(2 * concurrency)
  const evenStarts = makeEvenStarts(concurrency)
  /** Leased, sent, and not settled. */
  let sentCount = 0
  const backOff = makeBackOff(backOffAfter)
  let isClosed = false
  const leasedMax = Math.min(concurrency * leasedPerSlot, leasedDeliveriesMax)

  const slotShare = (): number => shareOf(concurrency, endpointById.size)

  const isSlow = (id: number): boolean => (paceById.get(id) ?? 0) > slowMillis

  /** How many of all slots, or bytes, may be in use when an endpoint gets more of them: within its share only fast ones take the last. */
  const usableBy = (id: number, total: number): number => {
    const pace = paceById.get(id)
    if (pace === undefined) return total - Math.floor(reservedOf(total) / 2)
    return isSlow(id) ? total - reservedOf(total) : total
  }

  const isFast = (id: number): boolean => (paceById.get(id) ?? Number.POSITIVE_INFINITY) <= slowMillis

  const mayRun = ({ id, runningCount: ofEndpoint }: Endpoint, share: number): boolean => {
    if (runningCount < concurrency / 2) return true
    if (ofEndpoint < share) return runningCount < usableBy(id, concurrency)
    return isFast(id) && runningCount < concurrency - reservedOf(concurrency)
  }

  const notePace = (id: number, millis: number): void => {
    const before = paceById.get(id) ?? millis
    paceById.set(id, before + (millis - before) * paceWeight)
    if (paceById.size <= pacesMax) return
    const [oldest] = paceById.keys()
    if (oldest !== undefined) paceById.delete(oldest)
  }

  /** Slots that an endpoint can have at the same time. */
  const slotsOf = (id: number): number =>
    isSlow(id) ? Math.min(perEndpointConcurrency, slotShare()) : perEndpointConcurrency

  /** Deliveries that should wait for an endpoint: one for each slot while its pace is unknown. */
  const stockOf = (id: number): number => {
    const pace = paceById.get(id)
    if (pace === undefined) return perEndpointConcurrency
    return Math.ceil(slotsOf(id) * Math.min(stockMillis / Math.max(1, pace), stockPerSlotMax))
  }

  const hasRoom = (): boolean => leasedById.size < leasedMax

  /** An endpoint's part of what may be leased. There is always one more for an endpoint of which nothing is. */
  const leaseShare = (): LeaseShare => ({
    count: hasRoom()
      ? Math.max(leasedPerEndpointMin, Math.floor(leasedMax / (leasedByEndpoint.size + 1)))
      : leasedPerEndpointMin,
    bytes: shareOf(leasedBytesMax, leasedByEndpoint.size)
  })

  const countOf = (id: number, shareCount: number): number => {
    const endpoint = endpointById.get(id)
    const free = Math.max(0, slotsOf(id) - (endpoint?.runningCount ?? 0))
    const missing = free + stockOf(id) - (endpoint?.waiting.length ?? 0)
    return Math.min(missing, shareCount - (leasedByEndpoint.get(id)?.count ?? 0))
  }

  /** A little room is not worth a commit. */
  const isStocked = (id: number, { count, bytes }: LeaseShare, share: LeaseShare, refillsSlow: boolean): boolean => {
    const waiting = endpointById.get(id)?.waiting.length ?? 0
    return (
      (waiting > 0 && !refillsSlow && isSlow(id)) ||
      (waiting > 0 && waiting > stockOf(id) / 2) ||
      bytes >= share.bytes ||
      count > share.count * 0.75 ||
      countOf(id, share.count) <= 0
    )
  }

  const updateLine = (endpoint: Endpoint): void => {
    const isWaiting = endpoint.waiting.length > 0
    const isInLine = isWaiting && endpoint.runningCount < perEndpointConcurrency
    if (!isInLine) line.remove(endpoint)
    else if (!endpoint.isLinked) line.append(endpoint)
    if (isWaiting || endpoint.runningCount > 0) return
    endpointById.delete(endpoint.id)
  }

  const nextEndpoint = (now: number): Endpoint | null => {
    const share = slotShare()
    const hasRoomInWindow = window.hasRoom(now)
    const mayStartSlow = runningCount === 0 || evenStarts.mayBegin(now)
    // One attempt is always possible, so that no endpoint waits for the responses of others.
    const isAllowed = (endpoint: Endpoint) =>
      (hasRoomInWindow || leasedByEndpoint.get(endpoint.id)?.sentCount === 0) &&
      mayRun(endpoint, share) &&
      (mayStartSlow || !isSlow(endpoint.id))
    let endpoint = line.first()
    while (endpoint !== null && !isAllowed(endpoint)) endpoint = endpoint.next
    return endpoint
  }

  const lease = ({ id, attemptCount, webhookConfigurationId: endpointId, body }: ClaimedDelivery): void => {
    unlease(id)
    const bytes = body.byteLength
    const leased = leasedByEndpoint.get(endpointId) ?? { count: 0, bytes: 0, sentCount: 0 }
    leased.count++
    leased.bytes += bytes
    leasedBytes += bytes
    leasedByEndpoint.set(endpointId, leased)
    leasedById.set(id, {
      attemptCount,
      endpointId,
      bytes,
      isSent: false,
      isRunning: false,
      isCounted: false
    })
  }

  const unlease = (id: number): void => {
    const known = leasedById.get(id)
    const leased = known === undefined ? undefined : leasedByEndpoint.get(known.endpointId)
    if (known === undefined || leased === undefined) return
    leasedById.delete(id)
    window.forget(known)
    if (known.isSent) {
      sentCount--
      leased.sentCount--
    }
    leased.count--
    leased.bytes -= known.bytes
    leasedBytes -= known.bytes
    if (leased.count > 0) return
    leasedByEndpoint.delete(known.endpointId)
    const pace = paceById.get(known.endpointId)
    if (pace === undefined) return
    paceById.delete(known.endpointId)
    paceById.set(known.endpointId, pace)
  }

  const forget = (deliveries: ReadonlyArray<ClaimedDelivery>): void => {
    for (const { id, attemptCount } of deliveries) {
      if (leasedById.get(id)?.attemptCount === attemptCount) unlease(id)
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
        if (leasedById.get(delivery.id)?.attemptCount === delivery.attemptCount) continue
        lease(delivery)
        const id = delivery.webhookConfigurationId
        const endpoint = endpointById.get(id) ?? { ...unlinked, id, waiting: [], runningCount: 0 }
        endpointById.set(id, endpoint)
        endpoint.waiting.push(delivery)
        updateLine(endpoint)
      }
    },
    take: (now) => {
      if (isClosed || runningCount >= concurrency) return null
      const endpoint = nextEndpoint(now)
      const delivery = endpoint?.waiting.shift()
      if (endpoint === null || delivery === undefined) return null
      runningCount++
      endpoint.runningCount++
      if (isSlow(endpoint.id)) evenStarts.begin(paceById.get(endpoint.id) ?? 0, now)
      const leased = leasedById.get(delivery.id)
      const ofEndpoint = leasedByEndpoint.get(endpoint.id)
      if (leased !== undefined && ofEndpoint !== undefined) {
        leased.isSent = true
        sentCount++
        ofEndpoint.sentCount++
        window.begin(leased)
      }
      line.append(endpoint)
      updateLine(endpoint)
      return { delivery, isRunningLow: endpoint.waiting.length === Math.floor(stockOf(endpoint.id) / 2) }
    },
    takeAgainAt: (now) => {
      const at = evenStarts.nextAt()
      return isClosed || line.first() === null || now >= at ? null : at
    },
    finish: (delivery, end, { startedAt, finishedAt }) => {
      const endpointId = delivery.webhookConfigurationId
      if (end === "unsent") forget([delivery])
      else notePace(endpointId, finishedAt - startedAt)
      const leased = leasedById.get(delivery.id)
      if (leased?.attemptCount === delivery.attemptCount) window.finish(leased)
      if (end === "delivered") backOff.delivered(endpointId)
      if (end === "failed") backOff.failed(endpointId, startedAt, finishedAt)
      const endpoint = endpointById.get(delivery.webhookConfigurationId)
      if (endpoint === undefined) return []
      runningCount--
      endpoint.runningCount--
      if (end === "failed") return withdrawFrom(endpoint, () => true)
      updateLine(endpoint)
      return []
    },
    settle: (deliveries, waitMillis) => {
      forget(deliveries)
      window.committed(deliveries.length, waitMillis)
    },
    isSlow,
    isBacklogged: () => leasedById.size > sentCount && window.isOpen(),
    withdraw: (isStale) => [...endpointById.values()].flatMap((endpoint) => withdrawFrom(endpoint, isStale)),
    close: () => {
      isClosed = true
    },
    claimPlan: (now, refillsSlow) => {
      if (leasedById.size >= 2 * leasedMax) return null
      const share = leaseShare()
      const without = [...leasedByEndpoint].flatMap(([id, leased]) =>
        !hasRoom() || isStocked(id, leased, share, refillsSlow) ? id : []
      )
      const resting = backOff.restingIds(now, (id) => leasedByEndpoint.has(id))
      return {
        limit: hasRoom()
          ? Math.min(claimMax, Math.max(leasedMax - leasedById.size, claimOfOthersMax))
          : claimOfOthersMax,
        without: [...new Set([...without, ...resting])],
        isFull: leasedBytes >= leasedBytesMax - reservedOf(leasedBytesMax),
        withRoom: (due) => {
          const shareBytes = shareOf(
            leasedBytesMax,
            new Set([...leasedByEndpoint.keys(), ...due.map(({ id }) => id)]).size
          )
          return due.map((endpoint) => {
            const { id } = endpoint
            const room = {
              count: backOff.isProbed(id) ? 1 : Math.max(0, countOf(id, share.count)),
              bytes: shareBytes - (leasedByEndpoint.get(id)?.bytes ?? 0),
              bytesInAll: usableBy(id, leasedBytesMax) - leasedBytes
            }
            return { ...endpoint, room }
          })
        }
      }
    },
    waitingIds: () => [...endpointById.values()].flatMap(({ id, waiting }) => (waiting.length > 0 ? id : [])),
    isLeased: (deliveryId) => leasedById.has(deliveryId),
    leasedIds: () => [...leasedById.keys()]
  }
}

const failuresByDefault = 8
/** The first pause; each failed probe doubles it. */
const pauseMinMillis = 1_000
const pauseMaxMillis = 60_000
/** Endpoints that are remembered; the one whose latest failure is the oldest is forgotten first. */
const endpointsMax = 4_096

interface Failing {
  count: number
  pauseMillis: number
  /** Monotonic time; a time in the past: the next attempt is a probe. */
  until: number
}

/**
 * Back-off of endpoints that fail again and again: after a pause one delivery is sent as a probe, and the others keep their
 * times and attempts. A success ends it. Known to this dispatcher only, until it stops. Times are monotonic ones.
 * `failuresMin`: so many failed attempts in a row, of whichever deliveries, begin it.
 */
export const makeBackOff = (failuresMin = failuresByDefault) => {
  const failingById = new Map<number, Failing>()
  const isProbed = (id: number): boolean => (failingById.get(id)?.count ?? 0) >= failuresMin

  return {
    delivered: (id: number): void => {
      failingById.delete(id)
    },
    failed: (id: number, startedAt: number, at: number): void => {
      const failing = failingById.get(id) ?? { count: 0, pauseMillis: pauseMinMillis / 2, until: 0 }
      failing.count++
      failingById.delete(id)
      failingById.set(id, failing)
      const [oldest] = failingById.keys()
      if (failingById.size > endpointsMax && oldest !== undefined) failingById.delete(oldest)
      // Attempts that were under way when the pause began are no probes.
      if (failing.count < failuresMin || startedAt < failing.until) return
      failing.pauseMillis = Math.min(pauseMaxMillis, failing.pauseMillis * 2)
      failing.until = at + failing.pauseMillis
    },
    /** One delivery at a time is sent to it. */
    isProbed,
    /** Endpoints that get nothing now: they pause, or a probe is under way. */
    restingIds: (now: number, isLeased: (id: number) => boolean): ReadonlyArray<number> =>
      [...failingById].flatMap(([id, { until }]) => (isProbed(id) && (now < until || isLeased(id)) ? id : []))
  }
}
