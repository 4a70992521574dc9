import { surviving } from "@dragoman/background"
import type { DeliveryFloor, DueEndpoint, DueRequest } from "@dragoman/store"
import { Duration, Effect, Queue } from "effect"
import type { EngineParts } from "../engine-parts.ts"

type Floors = ReadonlyMap<number, DeliveryFloor>

/** The floors that a dispatcher knows; ADR 58. */
export interface DeliveryFloors {
  /** null while looks are quick without. */
  readonly known: () => Floors | null
  /** After a look with these floors: what it found becomes the floors of its configurations. */
  readonly raise: (used: Floors | null, found: ReadonlyArray<DueEndpoint>) => void
  readonly replace: (floors: Floors | null) => void
}

export const makeDeliveryFloors = (): DeliveryFloors => {
  let known: Map<number, DeliveryFloor> | null = null
  return {
    known: () => known,
    raise: (used, found) => {
      // Replaced meanwhile, perhaps by lower ones: a delivery below the floors of the look must not be passed over again.
      if (known === null || used !== known) return
      for (const { id, floor } of found) if (floor !== undefined) known.set(id, floor)
    },
    replace: (floors) => {
      known = floors === null ? null : new Map(floors)
    }
  }
}

/** A look takes a millisecond, with a thousand endpoints some. Longer: it steps over thousands of deliveries that are over. */
const slowLookMillis = 20

/**
 * Pause between two readings of all floors, and how many times as long as they took. Until the next one a delivery below its floor
 * waits: nothing puts it there but a server of an older version, a clock that is wrong by a minute, or another database.
 */
const renewalPauseMillis = 10_000
const renewalPauseFactor = 20

/** Looks for what is due above the floors that are known. */
export const makeLook = ({ outbox, floors, slowLooks }: EngineParts) =>
  Effect.fnUntraced(function* (request: Omit<DueRequest, "floors">) {
    const known = floors.known()
    const [duration, due] = yield* Effect.timed(outbox.listDue({ ...request, floors: known }))
    floors.raise(known, due)
    if (known === null && Duration.toMillis(duration) > slowLookMillis) yield* Queue.offer(slowLooks, undefined)
    return due
  })

/**
 * Once a look was slow, keeps floors, and reads them again from the beginning now and then, until a look without them is quick.
 * Ends where the database has no need of floors.
 */
export const keepFloors = ({ outbox, clock, floors, slowLooks }: EngineParts): Effect.Effect<void> => {
  const renew = Effect.gen(function* () {
    const [looking] = yield* Effect.timed(outbox.listDue({ now: clock.read().monotonicMillis }))
    if (Duration.toMillis(looking) <= slowLookMillis) return "unneeded"
    const [listing, listed] = yield* Effect.timed(outbox.listFloors(clock.read().monotonicMillis))
    if (listed === null) return "never"
    floors.replace(listed)
    const pauseMillis = Math.max(
      renewalPauseMillis,
      renewalPauseFactor * Duration.toMillis(Duration.sum(looking, listing))
    )
    // A slow look: the claim loop has given up the floors.
    yield* Effect.timeoutOption(Queue.take(slowLooks), pauseMillis)
    return "needed"
  })

  const renewing = surviving("Reading the floors of webhook deliveries failed", renew)
  return Effect.gen(function* () {
    for (;;) {
      yield* Queue.take(slowLooks)
      let need: "needed" | "unneeded" | "never" | null
      do need = yield* renewing
      while (need === "needed")
      floors.replace(null)
      if (need === "never") return
    }
  })
}
