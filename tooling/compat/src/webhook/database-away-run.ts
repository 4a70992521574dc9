import { setTimeout as pause } from "node:timers/promises"
import type { RunningProgram } from "@dragoman/release/running-program"
import { Effect } from "effect"
import { missingAt, openWebhookReceiver } from "../webhook-receiver.ts"
import { writeChanges } from "./change-writers.ts"
import { compareReceived, type ReceivedComparison } from "./compare-received.ts"
import { type FixtureOptions, messageId, openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts"

export interface DatabaseAwayOptions extends FixtureOptions {
  readonly awayMillis: number
  readonly changes: number
  /** Runs while the database is away; null: SQLite, whose file another process locks. */
  readonly whileAway: (<A>(run: () => Promise<A>) => Promise<A>) | null
}

export interface DatabaseAwayReport extends ReceivedComparison {
  readonly deliveries: number
  readonly missing: number
  readonly forgotten: number
  /** The different responses to changes that the server rejected. */
  readonly rejections: ReadonlyArray<string>
  /** Time from the return of the database until the delivery of a change that was made then. */
  readonly recoveryMillis: number
  /** Lines of the program's log that has more of them, while the database was away. */
  readonly linesPerSecond: number
  /** Programs that ended by themselves. */
  readonly ended: number
}

const hookCount = 2
const drainMillis = 180_000

/** Takes the database away while changes are written and sent; the programs are not restarted. */
export const runDatabaseAway = async (options: DatabaseAwayOptions): Promise<DatabaseAwayReport> => {
  const { awayMillis, changes } = options
  const fixture = await openWebhookFixture(options)
  const receiver = await openWebhookReceiver({ answerAfterMillis: 20 })
  try {
    const hooks: Array<number> = []
    for (let index = 0; index < hookCount; index++) hooks.push(await fixture.hook(receiver.url))
    const programs = [fixture.server, ...(options.dispatcher === "external" ? [fixture.startDispatcher()] : [])]
    let ended = 0
    for (const program of programs) void program.ended.then(() => ended++)
    // The database goes in the middle of the work, and is away for most of it.
    const writing = writeChanges(fixture, { changes, overMillis: awayMillis * 1.2 })
    while (receiver.received.length < changes * 0.1) await receiver.next()
    const lockSqlite = <A>(run: () => Promise<A>) => fixture.inDatabase(Effect.promise(run))
    const goneAt = performance.now()
    await (options.whileAway ?? lockSqlite)(() => pause(awayMillis))
    const backAt = performance.now()
    const fresh = await changedOnceMore(fixture)
    const late = await missingAt(
      [receiver],
      hooks.map((hook) => messageId(hook, fresh)),
      drainMillis
    )
    const recoveryMillis = late.length > 0 ? Number.POSITIVE_INFINITY : performance.now() - backAt
    const { acknowledged, rejections } = await writing
    const revisions = await fixture.textRevisions()
    const expected = new Set(hooks.flatMap((hook) => revisions.map((revision) => messageId(hook, revision))))
    const missing = await missingAt([receiver], expected, drainMillis)
    const texts = new Set(receiver.received.map(({ text }) => text))
    return {
      ...compareReceived(receiver.received, expected),
      deliveries: expected.size,
      missing: missing.length,
      forgotten: [...acknowledged].filter((text) => !texts.has(text)).length,
      rejections: [...rejections],
      recoveryMillis,
      linesPerSecond: Math.max(...programs.map(({ lines }) => linesPerSecond(lines, goneAt, backAt))),
      ended
    }
  } finally {
    await fixture.close()
    receiver.close()
  }
}

const againAfterMillis = 100

/** A text that no other change writes; the revision of its change. */
const changedOnceMore = async (fixture: WebhookFixture): Promise<number> => {
  for (;;) {
    try {
      await fixture.call("POST", `${fixture.project}/translations`, { key: "once more", translations: { en: "Text" } })
      const { _embedded } = await fixture.call<{
        readonly _embedded: {
          readonly activities: ReadonlyArray<{ readonly type: string; readonly revisionId: number }>
        }
      }>("GET", `${fixture.project}/activity?size=100&sort=timestamp,desc`)
      const created = _embedded.activities.find(({ type }) => type === "CREATE_KEY")
      if (created !== undefined) return created.revisionId
    } catch {
      // Not yet.
    }
    await pause(againAfterMillis)
  }
}

/** Lines that came in this time, for each of its seconds, without those of the access log. */
const linesPerSecond = (lines: RunningProgram["lines"], from: number, to: number): number =>
  lines.filter(({ at, line }) => at >= from && at < to && line["message"] !== "Request").length / ((to - from) / 1_000)
