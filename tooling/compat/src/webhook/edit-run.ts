import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { printedRandom } from "../printed-random.ts"
import { missingAt, openWebhookReceiver } from "../webhook-receiver.ts"
import { writeChanges } from "./change-writers.ts"
import { compareReceived, type ReceivedComparison } from "./compare-received.ts"
import { type FixtureOptions, messageId, openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts"

export interface EditOptions extends Omit<FixtureOptions, "dispatcher"> {
  /** Each is announced to five endpoints, and waits while the edits begin. */
  readonly changes: number
  readonly edits: number
}

export interface EditReport extends ReceivedComparison {
  readonly edits: number
  /** Deliveries that were pending when the edits began. */
  readonly pending: number
  readonly missing: number
  /** Deliveries that came to the address from before the edits, and to the other one. */
  readonly before: number
  readonly after: number
  readonly seconds: number
}

const hookCount = 5
const editorCount = 8
/** Longest wait for deliveries: longer than a lease and the first two pauses between attempts. */
const drainMillis = 100_000
/** After this time, the log describes the missing deliveries, because only a rare run has some. */
const lateMillis = 20_000

/** Edits webhook configurations in all ways that must not lose anything, while what is pending for them is sent. */
export const runEdits = async (options: EditOptions): Promise<EditReport> => {
  const startedAt = performance.now()
  const fixture = await openWebhookFixture({ ...options, dispatcher: "embedded" })
  const [before, after] = [await openWebhookReceiver(), await openWebhookReceiver()]
  try {
    const hooks: Array<number> = []
    for (let index = 0; index < hookCount; index++) hooks.push(await fixture.hook(before.url))
    const edit = (hook: number, body: object) => fixture.call("PUT", `${fixture.project}/webhook-configs/${hook}`, body)
    for (const hook of hooks) await edit(hook, { url: before.url, paused: true })
    await writeChanges(fixture, { ...options, overMillis: 0 })
    const revisions = await fixture.textRevisions()
    const expected = new Set(hooks.flatMap((hook) => revisions.map((revision) => messageId(hook, revision))))
    const pending = await fixture.deliveryCount(hooks, "PENDING")
    for (const hook of hooks) await edit(hook, { url: before.url, paused: false })

    const random = printedRandom("run of edits")
    let begun = 0
    const editing = async (): Promise<void> => {
      while (begun < options.edits) {
        const index = begun++
        const hook = hooks[index % hookCount] as number
        const url = random() < 0.5 ? before.url : after.url
        const kind = Math.floor(random() * 4)
        if (kind === 0) await edit(hook, { url, enabled: true })
        else if (kind === 1) await edit(hook, { url, paused: random() < 0.5 })
        else if (kind === 2) await edit(hook, { url, eventFilter: { activityTypes: ["CREATE_LANGUAGE"] } })
        else await fixture.call("POST", `${fixture.project}/webhook-configs/${hook}/rotate-secret`, {})
      }
    }
    await Promise.all(Array.from({ length: editorCount }, editing))
    for (const hook of hooks) await edit(hook, { url: after.url, paused: false, eventFilter: null })

    // An attempt to the old address may be under way after the last edit.
    const late = await missingAt([before, after], expected, lateMillis)
    if (late.length > 0)
      process.stderr.write(`Late webhook deliveries: ${JSON.stringify(await pendingDeliveries(fixture))}\n`)
    const missing = await missingAt([before, after], late, drainMillis)
    fixture.server.signal("SIGTERM")
    await fixture.server.ended
    const received = [...before.received, ...after.received]
    return {
      ...compareReceived(received, expected),
      edits: begun,
      pending,
      missing: missing.length,
      before: before.received.length,
      after: after.received.length,
      seconds: (performance.now() - startedAt) / 1000
    }
  } finally {
    await fixture.close()
    before.close()
    after.close()
  }
}

const pendingDeliveries = (fixture: WebhookFixture) =>
  fixture.inDatabase(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        SELECT d.id, d.attempt_count, d.next_attempt_at, d.leased_until, c.id AS hook, c.paused, c.enabled, c.held_until,
          c.first_failed_at, d.last_error AS error
        FROM delivery d JOIN webhook_configuration c ON c.id = d.webhook_configuration_id
        WHERE d.state = 'PENDING' ORDER BY d.id LIMIT 20`
    )
  )

export interface DeletionReport {
  /** Deliveries that were pending when the configuration was deleted. */
  readonly pending: number
  /** Time from the response of DELETE to the last delivery; below 0: none came after it. */
  readonly lastAfterMillis: number
}

/** Time for which the receiver listens: longer than allowed, so that late deliveries are seen. */
const listenMillis = 1_500

/** Deletes a configuration with a backlog while its deliveries are sent as fast as the endpoint takes them. */
export const runDeletion = async (
  options: Omit<FixtureOptions, "dispatcher"> & { readonly changes: number }
): Promise<DeletionReport> => {
  const fixture = await openWebhookFixture({ ...options, dispatcher: "embedded" })
  // The receiver is so slow that the claimed deliveries would last for seconds.
  const receiver = await openWebhookReceiver({ answerAfterMillis: 500 })
  try {
    const hook = await fixture.hook(receiver.url)
    await pausedBacklog(fixture, hook, receiver.url, options.changes)
    while (receiver.received.length < 100) await receiver.next()
    const pending = await fixture.deliveryCount([hook], "PENDING")
    await fixture.call("DELETE", `${fixture.project}/webhook-configs/${hook}`)
    const answeredAt = performance.now()
    await pause(listenMillis)
    return { pending, lastAfterMillis: (receiver.received.at(-1)?.at ?? answeredAt) - answeredAt }
  } finally {
    await fixture.close()
    receiver.close()
  }
}

const pausedBacklog = async (fixture: WebhookFixture, hook: number, url: string, changes: number): Promise<void> => {
  const path = `${fixture.project}/webhook-configs/${hook}`
  await fixture.call("PUT", path, { url, paused: true })
  await writeChanges(fixture, { changes, overMillis: 0 })
  await fixture.call("PUT", path, { url, paused: false })
}
