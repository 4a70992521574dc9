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
    body: "{}",
    attemptCount: 0,
    leasedUntil: 0
  }))

const takeAll = (slots: DeliverySlots): ReadonlyArray<ClaimedDelivery> => {
  const taken: Array<ClaimedDelivery> = []
  for (let next = slots.take(); next !== null; next = slots.take()) taken.push(next.delivery)
  return taken
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
    for (const delivery of taken) slots.finish(delivery, "delivered")
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [12]
    )
  })

  it("hanging endpoints leave slots to others, also before they have failed", () => {
    const slots = makeDeliverySlots({ concurrency: 100, perEndpointConcurrency: 60 })
    const many = (endpoint: number) =>
      deliveries(endpoint, ...Array.from({ length: 100 }, (_, index) => endpoint * 1_000 + index))
    slots.add([...many(1), ...many(2)])
    assert.lengthOf(takeAll(slots), 100, "two of them may share everything")
    const others = makeDeliverySlots({ concurrency: 100, perEndpointConcurrency: 60 })
    others.add(many(1))
    assert.lengthOf(takeAll(others), 60)
    others.add([...many(2), ...deliveries(3, 3_000)])
    const taken = takeAll(others).map(({ webhookConfigurationId }) => webhookConfigurationId)
    assert.strictEqual(taken.filter((id) => id === 2).length, 33, "an equal share of three")
    assert.include(taken, 3)
  })

  it("a sent delivery is leased until it is settled", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    slots.add(deliveries(1, 11, 12, 13))
    const taken = takeAll(slots)
    for (const delivery of taken) slots.finish(delivery, "delivered")
    assert.deepStrictEqual(slots.leasedIds(), [11, 12, 13])
    slots.settle(taken.slice(0, 2))
    assert.deepStrictEqual(slots.leasedIds(), [13])
    assert.isTrue(slots.isLeased(13))
  })

  it("an unsent delivery is not leased any more", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 1 })
    slots.add(deliveries(1, 11, 12))
    for (const delivery of takeAll(slots)) assert.deepStrictEqual(slots.finish(delivery, "unsent"), [])
    assert.deepStrictEqual(slots.leasedIds(), [12])
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [12]
    )
  })

  it("an endpoint is stocked while enough waits for it, and runs low once", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 2 })
    slots.add([...deliveries(1, 11, 12, 13, 14, 15, 16), ...deliveries(2, 21)])
    assert.deepStrictEqual(slots.stockedIds(), [1])
    const low: Array<number> = []
    for (let taken = slots.take(); taken !== null; taken = slots.take()) {
      if (taken.isRunningLow) low.push(taken.delivery.id)
      slots.finish(taken.delivery, "delivered")
    }
    assert.deepStrictEqual(low, [13])
    assert.deepStrictEqual(slots.stockedIds(), [])
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
    if (first !== undefined) slots.settle([first])
    assert.deepStrictEqual(slots.leasedIds(), [11])
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
    if (first !== undefined) slots.finish(first, "delivered")
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
      slots.finish(first, "failed").map(({ id }) => id),
      [12, 13]
    )
    assert.isNull(slots.take())
    assert.deepStrictEqual(slots.leasedIds(), [11, 21, 22])
  })

  it("a withdrawn delivery that is claimed again is sent, whenever its lease was released", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 1 })
    slots.add(deliveries(1, 11, 12))
    const [first] = takeAll(slots)
    slots.withdraw(() => true)
    assert.isFalse(slots.isLeased(12))
    slots.add(deliveries(1, 12))
    if (first !== undefined) slots.finish(first, "delivered")
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [12]
    )
  })

  it("gives nothing once closed", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    slots.add(deliveries(1, 11))
    slots.close()
    assert.isNull(slots.take())
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
          for (const delivery of running.splice(below(running.length), 1)) slots.finish(delivery, "delivered")
        } else {
          const next = slots.take()?.delivery
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
