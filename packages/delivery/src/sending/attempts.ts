import type { ClaimedDelivery } from "@dragoman/store"
import { Effect, FiberSet, Queue } from "effect"
import { clockSkewMillis, type EngineParts } from "../engine-parts.ts"
import { deliveryOutcome } from "./delivery-outcome.ts"
import { DeliverySender } from "./delivery-sender.ts"

/** Sends deliveries in fibers of their own, as many as the slots allow. */
export const makeAttempts = Effect.fnUntraced(function* ({ clock, slots, finished, wake, timeoutMillis }: EngineParts) {
  const sender = yield* DeliverySender
  const running = yield* FiberSet.make<void>()

  const attempt = Effect.fnUntraced(function* (delivery: ClaimedDelivery) {
    const startedAt = yield* clock.now
    // An attempt that would outlast its lease is left to the next claim.
    if (delivery.leasedUntil - startedAt.monotonicMillis < timeoutMillis + clockSkewMillis) {
      slots.finish(delivery, "unsent")
    } else {
      const outcome = deliveryOutcome(yield* sender.send(delivery))
      const finishedAt = yield* clock.now
      // An endpoint that hangs or fails must not keep its slots busy with all deliveries that were claimed for it.
      const withdrawn = slots.finish(delivery, outcome.isDelivered ? "delivered" : "failed")
      yield* Queue.offer(finished, { delivery, outcome, startedAt, finishedAt, withdrawn })
    }
    yield* start
  })

  /** Starts an attempt for each free slot; an attempt that ends starts the next one. */
  const start: Effect.Effect<void> = Effect.suspend(() => {
    const taken = slots.take()
    if (taken === null) return Effect.void
    if (taken.isRunningLow) Queue.offerUnsafe(wake, undefined)
    return Effect.andThen(FiberSet.run(running, attempt(taken.delivery)), start)
  })

  return { start, awaitEnd: FiberSet.awaitEmpty(running) }
})
