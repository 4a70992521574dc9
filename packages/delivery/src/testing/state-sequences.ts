import { isDeepStrictEqual } from "node:util"
import { moveWebhookState } from "@dragoman/domain/webhook"
import { Database, WebhookConfigurationRepository, type WebhookStateRow } from "@dragoman/store"
import { deliverToAll } from "@dragoman/store/testing/deliver-to-all"
import { Effect, Option } from "effect"
import { moveWebhookStates } from "../acknowledging/acknowledge-loop.ts"
import type { FinishedAttempt } from "../engine-parts.ts"
import { DeliverySender, type SendRequest, sendTest } from "../sending/delivery-sender.ts"
import { deliveryOutcome, type SendResult } from "../sending/post.ts"
import { seedWebhooks, testSecrets, withOutbox } from "./outbox-fixture.ts"
import { makeManualClock, respondedWith, scriptedSender, startScriptedEngine, untilQuiet } from "./scripted-engine.ts"

export interface StateRun {
  /** States that were compared. */
  readonly comparedCount: number
  readonly attemptCount: number
  /** Sequences that left the model, with the first difference of each. */
  readonly differences: ReadonlyArray<string>
}

const start = Date.UTC(2026, 0, 1)

const fresh: WebhookStateRow = {
  id: 1,
  enabled: true,
  autoDisabled: false,
  firstFailedAt: null,
  lastExecutedAt: null,
  lastSucceededAt: null,
  failingMillis: 0,
  warnedAt: null,
  heldUntil: null
}

const seen = (state: Omit<WebhookStateRow, "id">): SeenState => ({
  enabled: state.enabled,
  autoDisabled: state.autoDisabled,
  firstFailed: state.firstFailedAt,
  lastExecuted: state.lastExecutedAt
})

const differenceOf = (state: SeenState, history: ReadonlyArray<HistoryEntry>): string | null => {
  const expected = naiveState(history)
  return isDeepStrictEqual(state, expected)
    ? null
    : `is ${JSON.stringify(state)}, should be ${JSON.stringify(expected)} after ${JSON.stringify(history)}`
}

/** Sequences through the rules alone: settling attempts and moving states, one or more attempts at a time. */
export const runPureSequences = (options: { readonly sequences: number; readonly seed: number }): StateRun => {
  const chance = makeChance(options.seed)
  let [comparedCount, attemptCount] = [0, 0]
  const differences: Array<string> = []
  for (let sequence = 0; sequence < options.sequences; sequence++) {
    let state = fresh
    let now = start
    const history: Array<HistoryEntry> = []
    const length = 1 + chance(30)
    for (let index = 0; index < length; index++) {
      const step = anyStep(chance)
      if (step.type === "edit") {
        history.push({ type: "edit", enabled: step.enabled })
        state = { id: 1, ...moveWebhookState(state, { ...step, type: "edited" }) }
      } else if (step.type === "test") {
        state = { id: 1, ...moveWebhookState(state, { type: "tested" }) }
      } else if (step.type === "attempt") {
        const batch: Array<FinishedAttempt> = []
        for (let result = step.result, more = chance(3); more >= 0; more--, result = otherResult(chance)) {
          now += anyPause(chance)
          const outcome = deliveryOutcome(result)
          history.push({ type: "attempt", at: now, isDelivered: outcome.isDelivered })
          batch.push({ ...attemptAt(now), outcome })
        }
        attemptCount += batch.length
        const shuffled = batch.toSorted(() => chance(3) - 1)
        state = moveWebhookStates(shuffled, [state])[0] ?? state
      }
      comparedCount++
      const difference = differenceOf(seen(state), history)
      if (difference === null) continue
      differences.push(`sequence ${sequence}: ${difference}`)
      break
    }
  }
  return { comparedCount, attemptCount, differences }
}

const otherResult = (chance: Chance): SendResult => respondedWith(chance(6) === 0 ? 200 : 500)

const attemptAt = (at: number): Omit<FinishedAttempt, "outcome"> => ({
  delivery: {
    id: 1,
    webhookConfigurationId: 1,
    messageId: "msg_1",
    url: "http://endpoint.example/",
    secrets: testSecrets,
    headers: [],
    body: Buffer.from("{}"),
    attemptCount: 0,
    leasedUntil: 0
  },
  startedAt: { wallMillis: at, monotonicMillis: at },
  finishedAt: { wallMillis: at, monotonicMillis: at },
  withdrawn: []
})

/**
 * One sequence for each of so many configurations, all at the same time: through the store, the claims, retries, pauses
 * and drops of a real engine, with edits as the server makes them. Only the sender and the clock are replaced. Each call
 * of the sender is an attempt.
 */
export const runEngineSequences = (options: {
  readonly sequences: number
  readonly rounds: number
  readonly seed: number
}) =>
  Effect.gen(function* () {
    const database = yield* Database
    const configurations = yield* WebhookConfigurationRepository
    const chance = makeChance(options.seed)
    const machine = yield* makeManualClock
    const ids = Array.from({ length: options.sequences }, (_, index) => index + 1)
    yield* seedWebhooks(ids.map((id) => `http://endpoint.example/${id}`))
    const historyById = new Map(ids.map((id) => [id, [] as Array<HistoryEntry>]))
    const resultById = new Map<number, SendResult>()
    const differenceById = new Map<number, string>()
    let [comparedCount, attemptCount] = [0, 0]

    const send = ({ url, messageId }: SendRequest) =>
      Effect.sync(() => {
        const id = Number(new URL(url).pathname.slice(1))
        const result = resultById.get(id) ?? respondedWith(500)
        // A test call moves no state.
        if (messageId.includes("_test_")) return result
        attemptCount++
        const { isDelivered } = deliveryOutcome(result)
        historyById.get(id)?.push({ type: "attempt", at: machine.wallMillis(), isDelivered })
        return result
      })
    const startEngine = startScriptedEngine(machine, send, {
      jitter: chance(1_000) / 1_000,
      backOffAfter: Number.POSITIVE_INFINITY
    })

    const edit = Effect.fnUntraced(function* (id: number, { enabled, isMoved }: StateStep & { readonly type: "edit" }) {
      const found = Option.getOrThrow(yield* configurations.findLocked(1, id))
      const url = isMoved ? `${found.url.split("?")[0]}?${chance(1_000)}` : found.url
      const edited = { type: "edited", enabled, isMoved: url !== found.url } as const
      yield* configurations.update({ ...found, ...moveWebhookState(found, edited), url })
      historyById.get(id)?.push({ type: "edit", enabled })
    })

    let engine = yield* startEngine
    for (let round = 1; round <= options.rounds; round++) {
      machine.pass(anyPause(chance))
      const steps = ids.map((id) => ({ id, step: anyStep(chance) }))
      for (const { id, step } of steps) {
        if (step.type === "attempt" || step.type === "test") resultById.set(id, step.result)
      }
      const committing = new Set(steps.flatMap(({ id, step }) => (step.type === "attempt" ? id : [])))
      yield* database.transaction(
        Effect.gen(function* () {
          for (const { id, step } of steps) if (step.type === "edit") yield* edit(id, step)
          yield* deliverToAll({
            projectId: 1,
            revisionId: round,
            now: machine.wallMillis(),
            content: (id) => (committing.has(id) ? { messageId: `msg_${id}_${round}`, body: "{}" } : null)
          })
        })
      )
      for (const { id, step } of steps) {
        if (step.type !== "test") continue
        const test = {
          webhookConfigurationId: id,
          url: `http://endpoint.example/${id}`,
          secrets: testSecrets,
          headers: [],
          body: Buffer.from("{}")
        }
        yield* Effect.provideService(sendTest(test), DeliverySender, scriptedSender(send))
      }
      if (steps.some(({ step }) => step.type === "restart") && chance(2) === 0) {
        yield* engine.stop
        engine = yield* startEngine
      }
      yield* engine.wake
      yield* untilQuiet(machine.wallMillis())
      const { rows } = yield* configurations.list({
        projectId: 1,
        offset: 0,
        limit: ids.length,
        sort: [{ property: "id", direction: "asc" }]
      })
      for (const row of rows) {
        comparedCount++
        const difference = differenceOf(seen(row), historyById.get(row.id) ?? [])
        if (difference !== null && !differenceById.has(row.id))
          differenceById.set(row.id, `hook ${row.id}: ${difference}`)
      }
    }
    const run: StateRun = { comparedCount, attemptCount, differences: [...differenceById.values()] }
    return run
  }).pipe(Effect.provide(WebhookConfigurationRepository.layer), withOutbox)

/** A step of a sequence of one webhook configuration. */
type StateStep =
  /** An attempt and its result. */
  | { readonly type: "attempt"; readonly result: SendResult }
  /** A person's edit; `enabled` null: only the rest. */
  | { readonly type: "edit"; readonly enabled: boolean | null; readonly isMoved: boolean }
  | { readonly type: "test"; readonly result: SendResult }
  | { readonly type: "restart" }

/** Numbers below a bound, the same for the same seed. */
type Chance = (bound: number) => number

const makeChance = (seed: number): Chance => {
  let state = seed >>> 0
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

const noResponses = ["timedOut", "hostNotFound", "closedEarly", "connectionRefused"] as const
const failingStatuses = [301, 302, 400, 404, 410, 500, 502, 503]

const anyResult = (chance: Chance): SendResult => {
  const kind = chance(10)
  if (kind < 2) return respondedWith(kind === 0 ? 200 : 204)
  if (kind < 6) return { kind: "noResponse", reason: noResponses[kind - 2] ?? "failed", detail: null }
  if (kind === 6) return respondedWith(429, chance(2) === 0 ? String(chance(20_000)) : null)
  return respondedWith(failingStatuses[chance(failingStatuses.length)] ?? 500)
}

const anyStep = (chance: Chance): StateStep => {
  const kind = chance(20)
  if (kind < 14) return { type: "attempt", result: anyResult(chance) }
  if (kind < 18)
    return { type: "edit", enabled: [true, false, null, null][kind - 14] ?? null, isMoved: chance(2) === 0 }
  return kind === 18 ? { type: "test", result: anyResult(chance) } : { type: "restart" }
}

const minute = 60_000

/** Minutes, hours or days, in milliseconds. */
const anyPause = (chance: Chance): number => chance([10 * minute, 600 * minute, 6_000 * minute][chance(3)] ?? minute)

/** Events of a webhook configuration, in their order. */
type HistoryEntry =
  | { readonly type: "attempt"; readonly at: number; readonly isDelivered: boolean }
  | { readonly type: "edit"; readonly enabled: boolean | null }

/** The state as clients see it. Times in epoch milliseconds, null: never. */
interface SeenState {
  readonly enabled: boolean
  readonly autoDisabled: boolean
  readonly firstFailed: number | null
  readonly lastExecuted: number | null
}

const threeDays = 3 * 24 * 60 * 60 * 1000

/** A day and a tenth. */
const longestPause = 95_040_000

/**
 * The state after a history, computed from the whole history field by field. Test calls and restarts are not in a
 * history: they change nothing. Source: docs/reference/webhooks.md#state-of-a-configuration.
 */
const naiveState = (history: ReadonlyArray<HistoryEntry>): SeenState => ({
  ...switchedBy(history),
  firstFailed: failuresOf(history)[0] ?? null,
  lastExecuted: history.findLast((entry) => entry.type === "attempt")?.at ?? null
})

/** The failures after the last success and the last `enabled: true`. */
const failuresOf = (history: ReadonlyArray<HistoryEntry>): ReadonlyArray<number> => {
  const end = history.findLastIndex((entry) => (entry.type === "attempt" ? entry.isDelivered : entry.enabled === true))
  return history.slice(end + 1).flatMap((entry) => (entry.type === "attempt" ? entry.at : []))
}

/** The last switch: by an edit, or by the watchdog after a failure with three days of failures behind it. */
const switchedBy = (history: ReadonlyArray<HistoryEntry>): Pick<SeenState, "enabled" | "autoDisabled"> => {
  let switched = { enabled: true, autoDisabled: false }
  for (const [index, entry] of history.entries()) {
    if (entry.type === "edit") {
      if (entry.enabled === true) switched = { enabled: true, autoDisabled: false }
      if (entry.enabled === false) switched = { ...switched, enabled: false }
    } else if (!entry.isDelivered && switched.enabled) {
      if (failingMillisOf(failuresOf(history.slice(0, index + 1))) >= threeDays) {
        switched = { enabled: false, autoDisabled: true }
      }
    }
  }
  return switched
}

/** The times between failures, of each no more than the longest pause of a retry. */
const failingMillisOf = (failures: ReadonlyArray<number>): number =>
  failures
    .slice(1)
    .map((at, index) => Math.min(at - (failures[index] ?? at), longestPause))
    .reduce((sum, millis) => sum + millis, 0)
