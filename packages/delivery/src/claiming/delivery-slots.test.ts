import type { ClaimedDelivery } from "@dragoman/store"
import { assert, describe, it } from "vitest"
import { type DeliverySlots, makeDeliverySlots } from "./delivery-slots.ts"

const deliveries = (webhookConfigurationId: number, ...ids: ReadonlyArray<number>): ReadonlyArray<ClaimedDelivery> =>
  ids.map((id) => ({
    id,
    webhookConfigurationId,
    messageId: `msg_${id}`,
    url: "http://endpoint.example/",
    secrets: { secret: "whsec_x", previousSecret: null, previousSecretUntil: null },
    headers: [],
    body: Buffer.from("{}"),
    attemptCount: 0,
    leasedUntil: 0
  }))

const takeAll = (slots: DeliverySlots, now = 0): ReadonlyArray<ClaimedDelivery> => {
  const taken: Array<ClaimedDelivery> = []
  for (let next = slots.take(now); next !== null; next = slots.take(now)) taken.push(next.delivery)
  return taken
}

/** Takes all, and then the deliveries that may be sent when no endpoint responds for long. */
const takeAllInTime = (slots: DeliverySlots, from = 0): ReadonlyArray<ClaimedDelivery> =>
  Array.from({ length: 100 }, (_, index) => takeAll(slots, from + index * 100)).flat()

/** Responses, and their acknowledgement. */
const deliver = (slots: DeliverySlots, taken: ReadonlyArray<ClaimedDelivery>, millis = 1, waitMillis = 1): void => {
  for (const delivery of taken) slots.finish(delivery, "delivered", took(millis))
  slots.settle(taken, waitMillis)
}

const took = (millis: number) => ({ startedAt: 0, finishedAt: millis })

/** How many of so many deliveries of one endpoint would be claimed now. */
const chosen = (slots: DeliverySlots, webhookConfigurationId: number, candidates: number, bytes = 2): number => {
  const [due] = slots.claimPlan(0, true)?.withCapacity([{ id: webhookConfigurationId, isEnabled: true }]) ?? []
  if (due === undefined) return 0
  const { capacity } = due
  const fitting = Math.ceil(Math.min(capacity.bytesInAll, capacity.bytes) / bytes)
  return Math.max(0, Math.min(candidates, capacity.count, fitting))
}

/** Opens the window: nothing waits for acknowledgements any more. */
const endTheStart = (slots: DeliverySlots): void => {
  slots.add(deliveries(0, ...Array.from({ length: 2_048 }, (_, index) => -index)))
  for (let taken = takeAll(slots); taken.length > 0; taken = takeAll(slots)) deliver(slots, taken)
}

const largeBody = Buffer.alloc(256 * 1024)

/** Claims as much of a long backlog of large bodies as may be claimed now; returns how many. */
const claimLarge = (slots: DeliverySlots, webhookConfigurationId: number): number => {
  const count = chosen(slots, webhookConfigurationId, 1_000, largeBody.length)
  const firstId = webhookConfigurationId * 1_000
  const ids = Array.from({ length: count }, (_, index) => firstId + index)
  slots.add(deliveries(webhookConfigurationId, ...ids).map((delivery) => ({ ...delivery, body: largeBody })))
  return count
}

/** One delivery after so long. */
const deliverAfter = (slots: DeliverySlots, webhookConfigurationId: number, millis: number): void => {
  slots.add(deliveries(webhookConfigurationId, webhookConfigurationId))
  deliver(slots, takeAll(slots), millis)
}

describe("delivery slots", () => {
  it("endpoints are served in rotation", () => {
    const slots = makeDeliverySlots({ concurrency: 4, perEndpointConcurrency: 4 })
    slots.add([...deliveries(1, 11, 12, 13), ...deliveries(2, 21, 22, 23)])
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [11, 21, 12, 22]
    )
  })

  it("an endpoint whose slots are all in use is passed over until one is free", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 1 })
    slots.add([...deliveries(1, 11, 12), ...deliveries(2, 21)])
    const taken = takeAll(slots)
    assert.deepStrictEqual(
      taken.map(({ id }) => id),
      [11, 21]
    )
    for (const delivery of taken) slots.finish(delivery, "delivered", took(1))
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [12]
    )
  })

  it.each([
    ["promptly: twice as many each time", 20, [8, 16, 32, 64, 64, 64, 52]],
    ["late: a few more each time", 21, [8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 40]]
  ])("after a start few attempts are unacknowledged; when they are acknowledged %s", (_, waitMillis, expected) => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
    slots.add(deliveries(1, ...Array.from({ length: 300 }, (_, index) => index + 1)))
    const rounds: Array<number> = []
    for (let taken = takeAll(slots); taken.length > 0; taken = takeAll(slots)) {
      rounds.push(taken.length)
      deliver(slots, taken, 1, waitMillis)
    }
    assert.deepStrictEqual(rounds, expected)
  })

  it("a response alone frees no place after a start, its acknowledgement does", () => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
    slots.add([...deliveries(1, ...Array.from({ length: 50 }, (_, index) => 100 + index)), ...deliveries(2, 200, 201)])
    const taken = takeAll(slots)
    assert.lengthOf(taken, 8)
    for (const delivery of taken) slots.finish(delivery, "delivered", took(1))
    assert.lengthOf(takeAll(slots), 0)
    slots.settle(taken.slice(0, 2), 1)
    assert.lengthOf(takeAll(slots), 4, "two places, and two more")
  })

  it("after a start each endpoint has one attempt at once, however many others wait for responses", () => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
    slots.add(deliveries(1, ...Array.from({ length: 100 }, (_, index) => 1_000 + index)))
    assert.lengthOf(takeAll(slots), 8)
    slots.add([...deliveries(2, 2_000, 2_001), ...deliveries(3, 3_000, 3_001)])
    const taken = takeAll(slots)
    assert.deepStrictEqual(
      taken.map(({ id }) => id),
      [2_000, 3_000]
    )
    for (const delivery of taken) slots.finish(delivery, "delivered", took(1))
    assert.lengthOf(takeAll(slots), 0, "theirs are not acknowledged")
  })

  it("an endpoint that does not respond for long gets more attempts all the same, after two checks at least", () => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
    slots.add(deliveries(1, ...Array.from({ length: 100 }, (_, index) => index + 1)))
    const counts = [0, 99, 100, 200, 299, 9_000, 9_100].map((now) => takeAll(slots, now).length)
    assert.deepStrictEqual(counts, [8, 0, 0, 16, 0, 0, 32])
  })

  it("acknowledgements wait for others in a backlog only, and never while the start lasts", () => {
    const slots = makeDeliverySlots({ concurrency: 32, perEndpointConcurrency: 16 })
    slots.add(deliveries(1, ...Array.from({ length: 100 }, (_, index) => index + 1)))
    const states: Array<boolean> = []
    for (let taken = takeAll(slots); taken.length > 0; taken = takeAll(slots)) {
      states.push(slots.isBacklogged())
      deliver(slots, taken)
    }
    // Rounds of 8 and then of 16 open the window for 64 attempts in four; nothing waits in the last one.
    assert.deepStrictEqual(states, [false, false, false, false, true, true, false])
  })

  it("hanging endpoints leave slots to others, also before they have failed", () => {
    const slots = makeDeliverySlots({ concurrency: 100, perEndpointConcurrency: 60 })
    const many = (endpoint: number) =>
      deliveries(endpoint, ...Array.from({ length: 100 }, (_, index) => endpoint * 1_000 + index))
    slots.add(many(1))
    assert.lengthOf(takeAllInTime(slots), 60)
    slots.add([...many(2), ...deliveries(3, 3_000)])
    const taken = takeAllInTime(slots, 10_000).map(({ webhookConfigurationId }) => webhookConfigurationId)
    assert.strictEqual(taken.filter((id) => id === 2).length, 29, "an equal share of three, without the reserve")
    assert.include(taken, 3)
  })

  it("slow endpoints never get the last slots; a fast one gets more than its share", () => {
    const slots = makeDeliverySlots({ concurrency: 100, perEndpointConcurrency: 60 })
    const many = (endpoint: number, from: number) =>
      deliveries(endpoint, ...Array.from({ length: 60 }, (_, index) => endpoint * 1_000 + from + index))
    const endpoints = Array.from({ length: 100 }, (_, index) => index + 1)
    const [fast, ...slow] = endpoints
    for (const endpoint of endpoints) {
      slots.add(many(endpoint, 0).slice(0, 1))
      deliver(slots, takeAll(slots), endpoint === fast ? 5 : 5_000)
    }
    for (const endpoint of slow) slots.add(many(endpoint, 100))
    assert.lengthOf(takeAllInTime(slots), 88)
    slots.add(many(fast ?? 0, 100))
    assert.lengthOf(takeAll(slots, 10_000), 1)
    const few = makeDeliverySlots({ concurrency: 100, perEndpointConcurrency: 60 })
    few.add(many(1, 0).slice(0, 1))
    deliver(few, takeAll(few), 5)
    few.add([...many(1, 100), ...many(2, 100), ...many(3, 100)])
    const taken = takeAllInTime(few).map(({ webhookConfigurationId }) => webhookConfigurationId)
    assert.isAbove(taken.filter((id) => id === 1).length, 29)
  })

  it.each([150, 1_000, 9_000])(
    "attempts that take %d ms begin evenly, and have all their slots in that time",
    (millis) => {
      const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
      const endpoints = Array.from({ length: 64 }, (_, index) => index + 1)
      endTheStart(slots)
      for (const endpoint of endpoints) deliverAfter(slots, endpoint, millis)
      for (const endpoint of endpoints) {
        slots.add(deliveries(endpoint, ...Array.from({ length: 10 }, (_, index) => endpoint * 1_000 + index)))
      }
      const from = 100_000
      let most = 0
      let begun = 0
      for (let now = from; now < from + millis; now++) {
        const taken = takeAll(slots, now).length
        const againAt = slots.takeAgainAt(now)
        if (againAt !== null) assert.isAbove(againAt, now)
        begun += taken
        most = Math.max(most, taken)
      }
      assert.isAtMost(most, 48)
      assert.strictEqual(begun, 448)
    }
  )

  it("an endpoint that responds fast does not wait for the even starts of others", () => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
    deliverAfter(slots, 1, 9_000)
    deliverAfter(slots, 2, 5)
    slots.add(deliveries(1, 11, 12, 13))
    assert.lengthOf(takeAll(slots, 1_000), 1)
    assert.isNotNull(slots.takeAgainAt(1_000))
    slots.add([...deliveries(2, 21, 22), ...deliveries(3, 31)])
    assert.deepStrictEqual(
      takeAll(slots, 1_000).map(({ id }) => id),
      [21, 31, 22]
    )
  })

  it("what waits for a slow endpoint is refilled with that of others only, unless nothing is left", () => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 2 })
    deliverAfter(slots, 1, 1_000)
    deliverAfter(slots, 2, 5)
    slots.add([...deliveries(1, 11, 12, 13), ...deliveries(2, 21, 22, 23)])
    assert.deepStrictEqual([slots.isSlow(1), slots.isSlow(2), slots.isSlow(3)], [true, false, false])
    for (let now = 1_000; now < 1_100; now += 10) takeAll(slots, now)
    const isLeftOut = (refillsSlow: boolean) => slots.claimPlan(0, refillsSlow)?.without
    assert.deepStrictEqual([isLeftOut(false), isLeftOut(true)], [[1], []])
    slots.withdraw(() => true)
    assert.deepStrictEqual(isLeftOut(false), [])
  })

  it("a sent delivery is leased until it is settled", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    slots.add(deliveries(1, 11, 12, 13))
    const taken = takeAll(slots)
    for (const delivery of taken) slots.finish(delivery, "delivered", took(1))
    assert.deepStrictEqual(slots.leasedIds(), [11, 12, 13])
    slots.settle(taken.slice(0, 2), 1)
    assert.deepStrictEqual(slots.leasedIds(), [13])
    assert.isTrue(slots.isLeased(13))
  })

  it("an unsent delivery is not leased any more", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 1 })
    slots.add(deliveries(1, 11, 12))
    for (const delivery of takeAll(slots)) assert.deepStrictEqual(slots.finish(delivery, "unsent", took(1)), [])
    assert.deepStrictEqual(slots.leasedIds(), [12])
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [12]
    )
  })

  it("an endpoint is stocked while enough waits for it, and runs low once", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 2 })
    slots.add([...deliveries(1, 11, 12, 13, 14, 15), ...deliveries(2, 21)])
    assert.deepStrictEqual(slots.claimPlan(0, true)?.without, [1])
    const low: Array<number> = []
    const taken: Array<ClaimedDelivery> = []
    for (let next = slots.take(0); next !== null; next = slots.take(1_000 * taken.length)) {
      if (next.isRunningLow) low.push(next.delivery.id)
      taken.push(next.delivery)
      // A second for each attempt: then one of them suffices for each slot.
      slots.finish(next.delivery, "delivered", took(1_000))
    }
    assert.deepStrictEqual(low, [14])
    slots.settle(taken, 1)
    assert.deepStrictEqual(slots.claimPlan(0, true)?.without, [])
  })

  it("what is claimed for an endpoint lasts a second: few for a slow one, many for a fast one", () => {
    const claimable = (tookMillis: number): number => {
      const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
      deliverAfter(slots, 1, tookMillis)
      return chosen(slots, 1, 1_000)
    }
    assert.strictEqual(claimable(9_000), 64 + 8)
    assert.strictEqual(claimable(2_000), 64 + 32)
    assert.strictEqual(claimable(1), 64 * 7)
  })

  it("each endpoint gets its part of what may be leased, and a new one always finds some", () => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
    let id = 0
    const claimFor = (endpoint: number): number => {
      const count = chosen(slots, endpoint, 1_000)
      slots.add(deliveries(endpoint, ...Array.from({ length: count }, () => ++id)))
      return count
    }
    const counts = Array.from({ length: 400 }, (_, index) => claimFor(index + 1))
    assert.isAtMost(slots.leasedIds().length, 2 * 2_048)
    for (const [index, count] of counts.entries()) {
      assert.isAtLeast(count, 4)
      assert.isAtMost(count, Math.max(4, Math.floor(2_048 / (index + 1))))
    }
    const plan = slots.claimPlan(0, true)
    assert.isFalse(plan?.without.includes(401))
  })

  it("bodies in memory have a limit, in all and for each endpoint", () => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
    const counts = Array.from({ length: 300 }, (_, index) => claimLarge(slots, index + 1))
    assert.strictEqual(counts[0], 112, "28 MiB, as the rest is kept for others")
    assert.strictEqual(
      counts.reduce((sum, count) => sum + count, 0),
      120,
      "30 MiB, as the rest is kept for fast ones"
    )
    assert.isTrue(slots.claimPlan(0, true)?.isFull)
    slots.withdraw(() => true)
    assert.isFalse(slots.claimPlan(0, true)?.isFull)
    assert.strictEqual(claimLarge(slots, 301), 112)
  })

  it("endpoints of one claim share the bytes for bodies, with those that have some already", () => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
    const sharesOf = (...ids: ReadonlyArray<number>) =>
      slots
        .claimPlan(0, true)
        ?.withCapacity(ids.map((id) => ({ id, isEnabled: true })))
        .map(({ capacity }) => capacity.bytes)
    const mebibyte = 1024 * 1024
    assert.deepStrictEqual(sharesOf(1, 2, 3, 4), [7 * mebibyte, 7 * mebibyte, 7 * mebibyte, 7 * mebibyte])
    slots.add(deliveries(1, 11).map((delivery) => ({ ...delivery, body: Buffer.alloc(mebibyte) })))
    assert.deepStrictEqual(sharesOf(1, 2), [13 * mebibyte, 14 * mebibyte])
  })

  it("slow endpoints with large bodies leave bytes to others: some to new ones, the last to those known as fast", () => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
    for (const endpoint of [1, 2, 3, 4]) deliverAfter(slots, endpoint, 9_000)
    deliverAfter(slots, 5, 1)
    // Each alone would have 72, for its slots and those that wait.
    assert.deepStrictEqual([claimLarge(slots, 1), claimLarge(slots, 2), claimLarge(slots, 3)], [72, 40, 0])
    assert.strictEqual(claimLarge(slots, 6), 8)
    assert.strictEqual(claimLarge(slots, 7), 0)
    assert.strictEqual(claimLarge(slots, 5), 8)
    assert.strictEqual(claimLarge(slots, 4), 0)
  })

  it("a body that is larger than all that bodies may have is claimed when nothing else is leased", () => {
    const slots = makeDeliverySlots({ concurrency: 512, perEndpointConcurrency: 64 })
    const bytes = 100 * 1024 * 1024
    assert.strictEqual(chosen(slots, 1, 10, bytes), 1)
    slots.add(deliveries(1, 11).map((delivery) => ({ ...delivery, body: Buffer.alloc(bytes) })))
    assert.strictEqual(chosen(slots, 1, 10, bytes), 0)
    assert.strictEqual(chosen(slots, 2, 10, bytes), 0)
    assert.lengthOf(takeAll(slots), 1)
  })

  it("withdrawn endpoints do not make the share of others smaller", () => {
    const slots = makeDeliverySlots({ concurrency: 16, perEndpointConcurrency: 16 })
    for (const endpoint of [1, 2, 3]) slots.add(deliveries(endpoint, endpoint * 100))
    slots.withdraw(() => true)
    slots.add(deliveries(4, ...Array.from({ length: 20 }, (_, index) => 400 + index)))
    assert.lengthOf(takeAllInTime(slots), 14, "all but those that are kept for others")
  })

  it("a leased delivery that is claimed again is not sent again", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    slots.add(deliveries(1, 11))
    assert.lengthOf(takeAll(slots), 1)
    slots.add(deliveries(1, 11, 12))
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [12]
    )
    assert.deepStrictEqual(slots.leasedIds(), [11, 12])
  })

  it("a delivery that is claimed again after its attempt is sent again, even before that attempt is settled", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    slots.add(deliveries(1, 11))
    const [first] = takeAll(slots)
    slots.add(deliveries(1, 11).map((delivery) => ({ ...delivery, attemptCount: 1 })))
    assert.lengthOf(takeAll(slots), 1)
    if (first !== undefined) slots.settle([first], 1)
    assert.deepStrictEqual(slots.leasedIds(), [11])
  })

  it("a delivery that is claimed again while its earlier claim waits is counted as sent once", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    endTheStart(slots)
    slots.add(deliveries(1, 11))
    slots.add(deliveries(1, 11).map((delivery) => ({ ...delivery, attemptCount: 1 })))
    deliver(slots, takeAll(slots))
    slots.add(deliveries(1, 12))
    assert.isTrue(slots.isBacklogged())
  })

  it("withdraws stale deliveries of all endpoints, and continues with the rest", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 1 })
    slots.add([...deliveries(1, 11, 12, 13), ...deliveries(2, 21, 22)])
    const [first] = takeAll(slots)
    assert.deepStrictEqual(slots.waitingIds(), [1, 2])
    const stale = slots.withdraw(({ id }) => id !== 13)
    assert.deepStrictEqual(
      stale.map(({ id }) => id),
      [12, 22]
    )
    assert.deepStrictEqual(slots.waitingIds(), [1])
    if (first !== undefined) slots.finish(first, "delivered", took(1))
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [13]
    )
  })

  it("a failed attempt withdraws the waiting deliveries of its endpoint only", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 1 })
    slots.add([...deliveries(1, 11, 12, 13), ...deliveries(2, 21, 22)])
    const [first] = takeAll(slots)
    if (first === undefined) assert.fail("nothing was taken")
    assert.deepStrictEqual(
      slots.finish(first, "failed", took(1)).map(({ id }) => id),
      [12, 13]
    )
    assert.isNull(slots.take(0))
    assert.deepStrictEqual(slots.leasedIds(), [11, 21, 22])
  })

  it("a withdrawn delivery that is claimed again is sent, whenever its lease was released", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 1 })
    slots.add(deliveries(1, 11, 12))
    const [first] = takeAll(slots)
    slots.withdraw(() => true)
    assert.isFalse(slots.isLeased(12))
    slots.add(deliveries(1, 12))
    if (first !== undefined) slots.finish(first, "delivered", took(1))
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [12]
    )
  })

  it("gives nothing once closed", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    slots.add(deliveries(1, 11))
    slots.close()
    assert.isNull(slots.take(0))
  })

  it("never exceeds a limit, and gives every delivery exactly once, in the order of its endpoint", () => {
    for (let seed = 1; seed <= 50; seed++) {
      let state = seed
      const below = (limit: number) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
        return (state >>> 8) % limit
      }
      const limits = { concurrency: 1 + below(6), perEndpointConcurrency: 1 + below(3) }
      const slots = makeDeliverySlots(limits)
      const running: Array<ClaimedDelivery> = []
      const taken: Array<ClaimedDelivery> = []
      let added = 0
      while (taken.length < 60) {
        if (added < 60 && below(3) === 0) {
          slots.add(deliveries(1 + below(4), added++))
        } else if (running.length > 0 && below(2) === 0) {
          deliver(slots, running.splice(below(running.length), 1))
        } else {
          const next = slots.take(0)?.delivery
          if (next === undefined) continue
          running.push(next)
          taken.push(next)
          const ofEndpoint = running.filter((other) => other.webhookConfigurationId === next.webhookConfigurationId)
          assert.isAtMost(running.length, limits.concurrency)
          assert.isAtMost(ofEndpoint.length, limits.perEndpointConcurrency)
        }
      }
      for (const endpoint of [1, 2, 3, 4]) {
        const ids = taken.filter((delivery) => delivery.webhookConfigurationId === endpoint).map(({ id }) => id)
        assert.deepStrictEqual(
          ids,
          ids.toSorted((a, b) => a - b)
        )
      }
      assert.strictEqual(new Set(taken.map(({ id }) => id)).size, 60)
    }
  })
})
