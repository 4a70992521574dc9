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
  for (let next = slots.next(); next !== null; next = slots.next()) taken.push(next)
  return taken
}

describe("delivery slots", () => {
  it("endpoints take turns", () => {
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
    for (const delivery of taken) slots.free(delivery)
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [12]
    )
  })

  it("endpoints that hang leave slots to those that answer, also before they have failed", () => {
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

  it("what was taken is held until it leaves", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    slots.add(deliveries(1, 11, 12, 13))
    const taken = takeAll(slots)
    for (const delivery of taken) slots.free(delivery)
    assert.strictEqual(slots.leasedCount(), 3)
    slots.leave(taken.slice(0, 2))
    assert.strictEqual(slots.leasedCount(), 1)
  })

  it("an endpoint is stocked while enough waits for it, and runs low once", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 2 })
    slots.add([...deliveries(1, 11, 12, 13, 14, 15, 16), ...deliveries(2, 21)])
    assert.deepStrictEqual(slots.stockedIds(), [1])
    const low: Array<number> = []
    for (let delivery = slots.next(); delivery !== null; delivery = slots.next()) {
      if (slots.isRunningLow(delivery)) low.push(delivery.id)
      slots.free(delivery)
    }
    assert.deepStrictEqual(low, [13])
    assert.deepStrictEqual(slots.stockedIds(), [])
  })

  it("what is held and claimed again is not sent again", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    slots.add(deliveries(1, 11))
    assert.lengthOf(takeAll(slots), 1)
    slots.add(deliveries(1, 11, 12))
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [12]
    )
    assert.strictEqual(slots.leasedCount(), 2)
  })

  it("what is claimed again after its attempt is sent again, even if the one before has not left yet", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    slots.add(deliveries(1, 11))
    const [first] = takeAll(slots)
    slots.add(deliveries(1, 11).map((delivery) => ({ ...delivery, attemptCount: 1 })))
    assert.lengthOf(takeAll(slots), 1)
    if (first !== undefined) slots.leave([first])
    assert.strictEqual(slots.leasedCount(), 1)
  })

  it("withdraws what is no longer current, of all endpoints, and goes on with the rest", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 1 })
    slots.add([...deliveries(1, 11, 12, 13), ...deliveries(2, 21, 22)])
    const [first] = takeAll(slots)
    assert.deepStrictEqual(slots.waitingIds(), [1, 2])
    const stale = slots.withdrawStale(({ id }) => id === 13)
    assert.deepStrictEqual(
      stale.map(({ id }) => id),
      [12, 22]
    )
    assert.deepStrictEqual(slots.waitingIds(), [1])
    if (first !== undefined) slots.free(first)
    assert.deepStrictEqual(
      takeAll(slots).map(({ id }) => id),
      [13]
    )
  })

  it("withdraws what waits for one endpoint only; what is sent already stays", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 1 })
    slots.add([...deliveries(1, 11, 12, 13), ...deliveries(2, 21, 22)])
    const [first] = takeAll(slots)
    assert.deepStrictEqual(
      slots.withdraw(1).map(({ id }) => id),
      [12, 13]
    )
    assert.deepStrictEqual(slots.withdraw(3), [])
    if (first !== undefined) slots.free(first)
    assert.isNull(slots.next())
    assert.strictEqual(slots.leasedCount(), 5)
  })

  it("gives nothing once closed", () => {
    const slots = makeDeliverySlots({ concurrency: 10, perEndpointConcurrency: 10 })
    slots.add(deliveries(1, 11))
    slots.close()
    assert.isNull(slots.next())
  })

  it("never exceeds a limit, and gives everything exactly once, in the order of its endpoint", () => {
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
          for (const delivery of running.splice(below(running.length), 1)) slots.free(delivery)
        } else {
          const next = slots.next()
          if (next === null) continue
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
