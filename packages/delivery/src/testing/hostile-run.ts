import { Effect, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { runEngine } from "../engine.ts"
import { DeliverySender } from "../sending/delivery-sender.ts"
import { trustedAuthority } from "./certificates.ts"
import type { HostileReceiver } from "./hostile-receivers.ts"
import { localRules } from "./local-rules.ts"
import { commitRevision, seedWebhooks, withOutbox } from "./outbox-fixture.ts"
import { respondWith, startReceiver } from "./receiver.ts"

export { endingReceivers, lastingReceivers } from "./hostile-receivers.ts"

export interface HostileAttempt {
  readonly name: string
  readonly expected: number | string
  /** From the log of attempts. */
  readonly status: number | null
  readonly error: string | null
  readonly durationMillis: number
}

/**
 * One change for all of these receivers and a good one at the same time, then another one: the first attempts, when the
 * good one has received both changes.
 */
export const tryHostileReceivers = (
  receivers: ReadonlyArray<HostileReceiver>,
  timeoutMillis: number
): Effect.Effect<ReadonlyArray<HostileAttempt>> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* trustedAuthority
    const good = yield* startReceiver(respondWith(200))
    const started = yield* Effect.forEach(receivers, ({ start }) => start)
    yield* seedWebhooks([...started.map(({ url }) => url), good.url])
    yield* commitRevision(1)
    const acknowledged = yield* Queue.unbounded<void>()
    yield* Effect.forkScoped(
      runEngine({ timeoutMillis, logDays: 1, onAttempts: () => Queue.offerUnsafe(acknowledged, undefined) }).pipe(
        Effect.provide(DeliverySender.layer({ rules: localRules, timeoutMillis }))
      )
    )
    const firstAttempts = sql<Omit<HostileAttempt, "name" | "expected">>`
      SELECT a.status, a.error, a.duration_millis FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id
      WHERE a.number = 1 AND d.revision_id = 1 ORDER BY d.webhook_configuration_id`
    let attempts = yield* firstAttempts
    while (attempts.length <= receivers.length) {
      yield* Queue.take(acknowledged)
      attempts = yield* firstAttempts
    }
    yield* commitRevision(2)
    yield* good.next
    yield* good.next
    return receivers.flatMap(({ name, expected }, index) => {
      const attempt = attempts[index]
      return attempt === undefined ? [] : [{ name, expected, ...attempt }]
    })
  }).pipe(withOutbox, Effect.orDie)
