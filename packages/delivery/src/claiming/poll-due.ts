import { surviving } from "@dragoman/background"
import type { DueRequest } from "@dragoman/store"
import { Duration, Effect, Queue } from "effect"
import type { EngineParts } from "../engine-parts.ts"

/** A poll takes a millisecond, with a thousand endpoints some. A longer one steps over thousands of deliveries that are over. */
const slowPollMillis = 20

/**
 * Pause between two readings of all cursors, at least and as a multiple of the time they took. Until the next one a delivery before
 * its cursor waits: only a server of an older version, a clock that is wrong by a minute, or another database puts it there.
 */
const renewalPauseMillis = 10_000
const renewalPauseFactor = 20

/** Polls for due deliveries behind the known cursors. */
export const makePoll = ({ outbox, cursors, slowPolls }: EngineParts) =>
  Effect.fnUntraced(function* (request: Omit<DueRequest, "cursors">) {
    const known = cursors.known()
    const [duration, due] = yield* Effect.timed(outbox.listDue({ ...request, cursors: known }))
    cursors.advance(known, due)
    if (known === null && Duration.toMillis(duration) > slowPollMillis) yield* Queue.offer(slowPolls, undefined)
    return due
  })

/**
 * Reads the cursors once a poll was slow, and again from time to time, until a poll without them is quick. Ends where the
 * database has no need of cursors.
 */
export const renewCursors = ({ outbox, clock, cursors, slowPolls }: EngineParts): Effect.Effect<void> => {
  const renew = Effect.gen(function* () {
    const [polling] = yield* Effect.timed(outbox.listDue({ now: clock.read().monotonicMillis }))
    if (Duration.toMillis(polling) <= slowPollMillis) return "unneeded"
    const [listing, listed] = yield* Effect.timed(outbox.listCursors(clock.read().monotonicMillis))
    if (listed === null) return "never"
    cursors.replace(listed)
    const pauseMillis = Math.max(
      renewalPauseMillis,
      renewalPauseFactor * Duration.toMillis(Duration.sum(polling, listing))
    )
    // A slow poll meanwhile means that the claim loop has dropped the cursors.
    yield* Effect.timeoutOption(Queue.take(slowPolls), pauseMillis)
    return "needed"
  })

  const renewing = surviving("Reading the cursors of webhook deliveries failed", renew)
  return Effect.gen(function* () {
    for (;;) {
      yield* Queue.take(slowPolls)
      let need: "needed" | "unneeded" | "never" | null
      do need = yield* renewing
      while (need === "needed")
      cursors.replace(null)
      if (need === "never") return
    }
  })
}
