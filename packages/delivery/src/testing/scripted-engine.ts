import { MachineUptime } from "@dragoman/background"
import { type ClaimRequest, OutboxRepository } from "@dragoman/store"
import { claimDue } from "@dragoman/store/testing/claim-due"
import { Cause, Clock, Context, Duration, Effect, Exit, Fiber, Queue, Random, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { type EngineOptions, runEngine } from "../engine.ts"
import { DeliverySender, type SendRequest } from "../sending/delivery-sender.ts"
import type { SendResult } from "../sending/post.ts"
import { commitRevision, seedWebhooks, untilDeliveries } from "./outbox-fixture.ts"

/** A response without a body. */
export const respondedWith = (status: number, retryAfter: string | null = null): SendResult => ({
  kind: "response",
  status,
  retryAfter,
  excerpt: ""
})

interface ScriptedEngineOptions extends Partial<EngineOptions> {
  /** The jitter of every pause, as a share of the longest one: 0 to 1. */
  readonly jitter?: number
}

/** An engine in the background on a machine whose clocks are moved by hand; nothing goes over a network. */
export const startScriptedEngine = Effect.fnUntraced(function* (
  machine: Pick<ManualClock, "context">,
  send: (request: SendRequest) => Effect.Effect<SendResult>,
  { jitter = 0, ...options }: ScriptedEngineOptions = {}
) {
  const signals = yield* Queue.unbounded<void>()
  const fiber = yield* Effect.forkScoped(
    runEngine({ timeoutMillis: 1_000, logDays: 30, wakeUps: Stream.fromQueue(signals), ...options }).pipe(
      Effect.provideService(
        DeliverySender,
        scriptedSender((request) => Effect.provideContext(send(request), machine.context))
      ),
      Effect.provideService(Random.Random, { nextDoubleUnsafe: () => jitter, nextIntUnsafe: () => 0 }),
      Effect.provideContext(machine.context)
    )
  )
  return { wake: Queue.offer(signals, undefined), stop: Fiber.interrupt(fiber) }
})

/** A sender whose attempts are these effects. One that dies at once is a sender that throws. */
export const scriptedSender = (send: (request: SendRequest) => Effect.Effect<SendResult>): DeliverySender["Service"] =>
  DeliverySender.of({
    start: (request, done) => {
      const fiber = Effect.runFork(send(request))
      const exit = fiber.pollUnsafe()
      if (exit !== undefined && Exit.isFailure(exit)) throw Cause.squash(exit.cause)
      fiber.addObserver((ended) => {
        if (Exit.isSuccess(ended)) done(ended.value)
      })
      return () => fiber.interruptUnsafe()
    }
  })

const controlProject = 2
const controlUrl = "http://control.example/"

/**
 * A healthy configuration beside those of the test. Each call of `passes` returns when a delivery for it was sent, so that
 * all that was due before the call is claimed; `send` responds for it and asks the test about all others.
 */
export const makeControl = Effect.fnUntraced(function* (send: (request: SendRequest) => Effect.Effect<SendResult>) {
  yield* seedWebhooks([controlUrl], controlProject)
  let revisionId = 1_000_000
  return {
    send: (request: SendRequest) => (request.url === controlUrl ? Effect.succeed(respondedWith(200)) : send(request)),
    passes: Effect.fnUntraced(function* (engine: { readonly wake: Effect.Effect<unknown> }) {
      const suffix = `_${++revisionId}`
      yield* commitRevision(revisionId, controlProject)
      yield* engine.wake
      yield* untilDeliveries((rows) =>
        rows.some(({ messageId, state }) => messageId.endsWith(suffix) && state === "DELIVERED")
      )
    })
  }
})

/** Reads again, without a pause, until nothing is due and nothing is leased. */
export const untilQuiet = (now: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outbox = yield* OutboxRepository
    for (;;) {
      // In this order: due deliveries become leased, possibly between the two queries.
      const isDue = (yield* outbox.listDue({ now })).length > 0
      const leased = yield* sql`SELECT id FROM delivery WHERE state = 'PENDING' AND leased_by IS NOT NULL LIMIT 1`
      if (!isDue && leased.length === 0) return
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
  })

/** Leases due deliveries, as a dispatcher that is then killed. */
export const claimAndDie = (request: Pick<ClaimRequest, "now" | "leasedUntil">) =>
  claimDue({ owner: "killed", limit: 10, perEndpointLimit: 10, perFailingEndpointLimit: 10, ...request })

/** The clocks of a machine that stand still unless they are moved; sleeping takes real time. */
export const makeManualClock = Effect.map(Clock.clockWith(Effect.succeed), (real) => {
  let wallMillis = real.currentTimeMillisUnsafe()
  let [monotonicMillis, uptimeMillis] = [1_000_000, 5_000_000]
  const nanos = (millis: number) => BigInt(millis) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => wallMillis,
    currentTimeMillis: Effect.sync(() => wallMillis),
    currentTimeNanosUnsafe: () => nanos(wallMillis),
    currentTimeNanos: Effect.sync(() => nanos(wallMillis)),
    monotonicTimeNanosUnsafe: () => nanos(monotonicMillis),
    monotonicTimeNanos: Effect.sync(() => nanos(monotonicMillis)),
    sleep: (duration) => real.sleep(duration)
  }
  return {
    /** For the programs on this machine. */
    context: Context.make(Clock.Clock, clock).pipe(Context.add(MachineUptime, () => uptimeMillis)),
    wallMillis: () => wallMillis,
    /** Time passes. */
    pass: (millis: number): void => {
      wallMillis += millis
      monotonicMillis += millis
      uptimeMillis += millis
    },
    /** The wall clock is set. */
    jump: (millis: number): void => {
      wallMillis += millis
    },
    /** Time passes while the machine is suspended. */
    suspend: (millis: number): void => {
      wallMillis += millis
      uptimeMillis += millis
    }
  }
})

type ManualClock = Effect.Success<typeof makeManualClock>

/** Turns of the event loop in which the programs of a virtual machine come to rest. */
const turnsToRest = 6

/** The clocks of a machine on which time passes only while all programs sleep: minutes take as long as their work. */
export const makeVirtualMachine = Effect.gen(function* () {
  const machine = yield* makeManualClock
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  const sleep = (duration: Duration.Duration) =>
    Effect.callback<void>((resume) => {
      const sleeper = { at: machine.wallMillis() + Duration.toMillis(duration), wake: () => resume(Effect.void) }
      sleepers.add(sleeper)
      return Effect.sync(() => sleepers.delete(sleeper))
    })
  const rest = async () => {
    for (let turn = 0; turn < turnsToRest; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ...machine,
    context: Context.add(machine.context, Clock.Clock, { ...Context.get(machine.context, Clock.Clock), sleep }),
    /** Lets so much time pass, from one sleeper that wakes up to the next. */
    run: (millis: number) =>
      Effect.promise(async () => {
        const until = machine.wallMillis() + millis
        for (;;) {
          await rest()
          const next = Math.min(until, ...[...sleepers].map(({ at }) => at))
          machine.pass(next - machine.wallMillis())
          const awake = [...sleepers].filter(({ at }) => at <= next)
          if (awake.length === 0) return
          for (const sleeper of awake) {
            sleepers.delete(sleeper)
            sleeper.wake()
          }
        }
      })
  }
})
