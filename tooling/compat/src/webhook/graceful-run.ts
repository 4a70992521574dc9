import { setTimeout as pause } from "node:timers/promises"
import type { RunningProgram } from "@dragoman/release/running-program"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { missingAt, openWebhookReceiver } from "../webhook-receiver.ts"
import { writeChanges } from "./change-writers.ts"
import { compareReceived, type ReceivedComparison } from "./compare-received.ts"
import { type FixtureOptions, messageId, openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts"

type Options = Omit<FixtureOptions, "dispatcher">

/** Longest wait for deliveries: longer than any lease, which lasts three attempts and half a minute. */
const drainMillis = 180_000

export interface RollingRestartReport extends ReceivedComparison {
  readonly restarts: number
  readonly deliveries: number
  readonly missing: number
  /** Dispatchers that did not end with 0. */
  readonly badEnds: number
  /** Whether a test call came although no dispatcher ran: the server makes it. */
  readonly isTested: boolean
}

/**
 * Stops the dispatchers one after the other with SIGTERM, and starts them again, while changes are written: two of them
 * on PostgreSQL, one on SQLite.
 */
export const runRollingRestarts = async (
  options: Options & { readonly changes: number; readonly overMillis: number; readonly restarts: number }
): Promise<RollingRestartReport> => {
  const fixture = await openWebhookFixture({ ...options, dispatcher: "external" })
  // Some attempts are under way whenever a signal comes.
  const receiver = await openWebhookReceiver({ answerAfterMillis: 20 })
  try {
    const hooks = [await fixture.hook(receiver.url), await fixture.hook(receiver.url)]
    const tested = await fixture.call<{ readonly success: boolean }>(
      "POST",
      `${fixture.project}/webhook-configs/${hooks[0]}/test`
    )
    const dispatchers = Array.from({ length: options.postgresUrl === null ? 1 : 2 }, fixture.startDispatcher)
    for (const dispatcher of dispatchers) await fixture.dispatcherReady(dispatcher)
    const writing = writeChanges(fixture, options)
    const codes: Array<number | null> = []
    const end = async (dispatcher: RunningProgram) => {
      dispatcher.signal("SIGTERM")
      codes.push(await dispatcher.ended)
    }
    for (let restart = 0; restart < options.restarts; restart++) {
      const index = restart % dispatchers.length
      await end(dispatchers[index] as RunningProgram)
      const next = fixture.startDispatcher()
      dispatchers[index] = next
      await fixture.dispatcherReady(next)
    }
    await writing
    const revisions = await fixture.textRevisions()
    const expected = new Set(hooks.flatMap((hook) => revisions.map((revision) => messageId(hook, revision))))
    const missing = await missingAt([receiver], expected, drainMillis)
    for (const dispatcher of dispatchers) await end(dispatcher)
    return {
      ...compareReceived(receiver.received, expected),
      restarts: options.restarts,
      deliveries: expected.size,
      missing: missing.length,
      badEnds: codes.filter((code) => code !== 0).length,
      isTested: tested.success
    }
  } finally {
    await fixture.close()
    receiver.close()
  }
}

export interface StopReport {
  readonly exitCode: number | null
  /** Requests that came later than a tenth of a second after SIGTERM. */
  readonly late: number
  /** Time from SIGTERM to the end of the process. */
  readonly stopMillis: number
  /** Requests that came, and deliveries that are noted as delivered: the same number. */
  readonly received: number
  readonly delivered: number
  /** Deliveries that another dispatcher still leases. */
  readonly leased: number
}

const stopGraceMillis = 100

/** SIGTERM while each slot of the dispatcher is in use and more is waiting. */
export const runStop = async (options: Options & { readonly changes: number }): Promise<StopReport> => {
  const fixture = await openWebhookFixture({ ...options, dispatcher: "external" })
  const receiver = await openWebhookReceiver({ answerAfterMillis: 300 })
  try {
    const hook = await fixture.hook(receiver.url)
    await writeChanges(fixture, { changes: options.changes, overMillis: 0 })
    const dispatcher = fixture.startDispatcher()
    while (receiver.received.length < options.changes / 4) await receiver.next()
    const signalledAt = performance.now()
    dispatcher.signal("SIGTERM")
    const exitCode = await dispatcher.ended
    const stopMillis = performance.now() - signalledAt
    return {
      exitCode,
      stopMillis,
      late: receiver.received.filter(({ at }) => at > signalledAt + stopGraceMillis).length,
      received: receiver.received.length,
      delivered: await fixture.deliveryCount([hook], "DELIVERED"),
      leased: await leasedCount(fixture)
    }
  } finally {
    await fixture.close()
    receiver.close()
  }
}

const leasedCount = ({ inDatabase }: WebhookFixture): Promise<number> =>
  inDatabase(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ id: number }>`SELECT id FROM delivery WHERE leased_by IS NOT NULL`
    ).pipe(Effect.map((rows) => rows.length))
  )

export interface HandoverReport extends ReceivedComparison {
  /** Deliveries that the dispatcher had when it was killed or stood still. */
  readonly held: number
  readonly missing: number
  /** Time from the kill, or the end of the standstill, until all deliveries had come. */
  readonly afterMillis: number
}

/** Kills one of two dispatchers while attempts are under way: the other one takes them over when their leases end. */
export const runTakeOver = (options: Options & { readonly changes: number }): Promise<HandoverReport> =>
  withTwo(options, async (fixture, first, all) => {
    first.signal("SIGKILL")
    await first.ended
    const since = performance.now()
    const held = await leasedCount(fixture)
    await fixture.dispatcherReady(fixture.startDispatcher())
    return { held, since, missing: await all() }
  })

/** One of two dispatchers stands still for a while, less than its leases last. */
export const runStalled = (
  options: Options & { readonly changes: number; readonly stalledMillis: number }
): Promise<HandoverReport> =>
  withTwo(options, async (fixture, first, all) => {
    first.signal("SIGSTOP")
    const held = await leasedCount(fixture)
    await fixture.dispatcherReady(fixture.startDispatcher())
    await pause(options.stalledMillis)
    first.signal("SIGCONT")
    const since = performance.now()
    return { held, since, missing: await all() }
  })

/** `act` gets the first dispatcher with all slots in use, and waits with `all` until each delivery has come. */
const withTwo = async (
  options: Options & { readonly changes: number },
  act: (
    fixture: WebhookFixture,
    first: RunningProgram,
    all: () => Promise<ReadonlyArray<string>>
  ) => Promise<{ readonly held: number; readonly since: number; readonly missing: ReadonlyArray<string> }>
): Promise<HandoverReport> => {
  const fixture = await openWebhookFixture({ ...options, dispatcher: "external" })
  const receiver = await openWebhookReceiver({ answerAfterMillis: 100 })
  try {
    const hook = await fixture.hook(receiver.url)
    await writeChanges(fixture, { changes: options.changes, overMillis: 0 })
    const expected = new Set((await fixture.textRevisions()).map((revision) => messageId(hook, revision)))
    const first = fixture.startDispatcher()
    while (receiver.received.length < options.changes / 4) await receiver.next()
    const { held, since, missing } = await act(fixture, first, () => missingAt([receiver], expected, drainMillis))
    return {
      ...compareReceived(receiver.received, expected),
      held,
      missing: missing.length,
      afterMillis: performance.now() - since
    }
  } finally {
    await fixture.close()
    receiver.close()
  }
}
