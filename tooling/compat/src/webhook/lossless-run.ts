import { setTimeout as pause } from "node:timers/promises"
import type { RunningProgram } from "@dragoman/release/running-program"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { printedRandom } from "../printed-random.ts"
import { missingAt, openWebhookReceiver } from "../webhook-receiver.ts"
import { writeChanges } from "./change-writers.ts"
import { compareReceived, type ReceivedComparison } from "./compare-received.ts"
import { type FixtureOptions, messageId, openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts"

export interface LosslessOptions extends Omit<FixtureOptions, "dispatcher"> {
  /** Each is announced to five endpoints. */
  readonly changes: number
  /** Number of SIGKILLs, half of them for the server, half for the dispatcher. */
  readonly kills: number
  /** The changes and the kills are spread over this time. */
  readonly overMillis: number
  /** Leases of a killed dispatcher end as it starts again, in place of some thirty seconds later. */
  readonly endLeases: boolean
}

export interface LosslessReport extends ReceivedComparison {
  readonly changes: number
  readonly deliveries: number
  readonly serverKills: number
  readonly dispatcherKills: number
  /** Requests whose answer a kill has cut off. */
  readonly unsure: number
  /** Acknowledged changes that no delivery tells of. */
  readonly forgotten: number
  /** Deliveries that did not come. */
  readonly missing: number
  /** Still pending at the end. */
  readonly pending: number
  /** Exit code of the dispatcher after SIGTERM. */
  readonly exitCode: number | null
  readonly seconds: number
  /** The part of `seconds` from the last acknowledged change to the last delivery. */
  readonly drainSeconds: number
}

const hookCount = 5

/** Longest wait for deliveries: longer than any lease, which lasts three attempts and half a minute. */
const drainMillis = 180_000

/**
 * Changes texts while the server and the dispatcher are killed and started again, waits until all is delivered, and
 * compares the activity, which is what was committed, with what came.
 */
export const runLossless = async (options: LosslessOptions): Promise<LosslessReport> => {
  const startedAt = performance.now()
  const fixture = await openWebhookFixture({ ...options, dispatcher: "external" })
  const receiver = await openWebhookReceiver()
  try {
    const hooks: Array<number> = []
    for (let index = 0; index < hookCount; index++) hooks.push(await fixture.hook(`${receiver.url}${index}`))
    const programs: Programs = { server: fixture.server, dispatcher: fixture.startDispatcher() }
    await fixture.dispatcherReady(programs.dispatcher)
    const writing = writeChanges(fixture, options)
    const killed = await killAtRandom(fixture, programs, options)
    const { acknowledged, unsure } = await writing
    const writtenAt = performance.now()
    await fixture.serverReady(programs.server)
    const revisions = await fixture.textRevisions()
    const expected = new Set(hooks.flatMap((hook) => revisions.map((revision) => messageId(hook, revision))))
    const missing = await missingAt([receiver], expected, drainMillis)
    await fixture.untilDelivered(hooks, drainMillis)
    const drainedAt = performance.now()
    programs.dispatcher.signal("SIGTERM")
    const exitCode = await programs.dispatcher.ended
    const texts = new Set(receiver.received.map(({ text }) => text))
    return {
      changes: revisions.length,
      deliveries: expected.size,
      serverKills: killed.server,
      dispatcherKills: killed.dispatcher,
      unsure,
      forgotten: [...acknowledged].filter((text) => !texts.has(text)).length,
      missing: missing.length,
      ...compareReceived(receiver.received, expected),
      pending: await fixture.deliveryCount(hooks, "PENDING"),
      exitCode,
      seconds: (performance.now() - startedAt) / 1000,
      drainSeconds: (drainedAt - writtenAt) / 1000
    }
  } finally {
    await fixture.close()
    receiver.close()
  }
}

interface Programs {
  server: RunningProgram
  dispatcher: RunningProgram
}

/** Kills without looking what the program does; one that is just starting is killed as well. */
const killAtRandom = async (
  fixture: WebhookFixture,
  programs: Programs,
  { kills, overMillis, endLeases }: LosslessOptions
): Promise<{ readonly server: number; readonly dispatcher: number }> => {
  const random = printedRandom("lossless run")
  const moments = Array.from({ length: kills }, (_, index) => ((index + random()) / kills) * overMillis)
  const startedAt = performance.now()
  const count = { server: 0, dispatcher: 0 }
  for (const moment of moments) {
    await pause(Math.max(0, startedAt + moment - performance.now()))
    // Kills each of both equally often, in a random order.
    const isServer = random() * (kills - count.server - count.dispatcher) < Math.ceil(kills / 2) - count.server
    const name = isServer ? "server" : "dispatcher"
    count[name]++
    programs[name].signal("SIGKILL")
    await programs[name].ended
    if (!isServer && endLeases) await fixture.inDatabase(endOfLeases)
    programs[name] = isServer ? fixture.startServer() : fixture.startDispatcher()
  }
  return count
}

const endOfLeases = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE delivery SET leased_until = 1 WHERE leased_by IS NOT NULL`
)
