import { isDeepStrictEqual } from "node:util"
import { ActivityRepository, Database, OutboxRepository } from "@dragoman/store"
import { deliverToAll } from "@dragoman/store/testing/deliver-to-all"
import { Effect, Layer } from "effect"
import { missingAt, openWebhookReceiver } from "../webhook-receiver.ts"
import { writeChanges } from "./change-writers.ts"
import { compareReceived, type ReceivedComparison } from "./compare-received.ts"
import { type FixtureOptions, messageId, openWebhookFixture, writerKeys } from "./webhook-fixture.ts"

export interface InventedOptions extends Omit<FixtureOptions, "dispatcher"> {
  readonly changes: number
  /** Transactions that write a revision and its deliveries and are then rolled back. */
  readonly rolledBack: number
  /** Requests that the server refuses. */
  readonly refused: number
}

export interface InventedReport extends ReceivedComparison {
  readonly deliveries: number
  readonly rolledBack: number
  readonly refused: number
  readonly missing: number
  /** Deliveries whose revision was not there yet, or another one, when the receiver asked for it. */
  readonly unreadable: number
}

const drainMillis = 60_000

/** Changes that are rolled back and requests that are refused, among some that are committed; the receiver asks for each revision. */
export const runInvented = async (options: InventedOptions): Promise<InventedReport> => {
  const fixture = await openWebhookFixture({ ...options, dispatcher: "embedded" })
  let unreadable = 0
  const receiver = await openWebhookReceiver({
    beforeAnswer: async ({ activityData }) => {
      const path = `${fixture.project}/activity/revisions/${activityData?.revisionId}`
      const readable = await fixture.call("GET", path).catch(() => null)
      if (!isDeepStrictEqual(readable, activityData)) unreadable++
    }
  })
  try {
    const hook = await fixture.hook(receiver.url)
    const [, refused] = await Promise.all([
      writeChanges(fixture, { ...options, overMillis: 0 }),
      refuse(fixture, options.refused),
      rollBack(fixture, options.rolledBack)
    ])
    const expected = new Set((await fixture.textRevisions()).map((revision) => messageId(hook, revision)))
    const missing = await missingAt([receiver], expected, drainMillis)
    fixture.server.signal("SIGTERM")
    await fixture.server.ended
    const others = receiver.received.filter(({ type }) => type !== "SET_TRANSLATIONS" && !type.startsWith("WEBHOOK"))
    const compared = compareReceived(receiver.received, expected)
    return {
      ...compared,
      invented: compared.invented + others.length,
      deliveries: expected.size,
      rolledBack: options.rolledBack,
      refused,
      missing: missing.length,
      unreadable
    }
  } finally {
    await fixture.close()
    receiver.close()
  }
}

type Fixture = Awaited<ReturnType<typeof openWebhookFixture>>

/** Writes changes like a use case, and rolls back at the moment of the commit. */
const rollBack = ({ client, project }: Fixture, count: number): Promise<void> =>
  Effect.gen(function* () {
    const activity = yield* ActivityRepository
    const database = yield* Database
    const projectId = Number(project.split("/").at(-1))
    for (let index = 0; index < count; index++) {
      const change = Effect.gen(function* () {
        const now = Date.now()
        const head = { projectId, authorId: null, type: "EDIT_PROJECT", params: null, createdAt: now } as const
        const revision = yield* activity.insert(head)
        const inserted = yield* deliverToAll({
          projectId,
          revisionId: revision.id,
          now,
          content: (id) => ({
            messageId: messageId(id, revision.id),
            body: `{"activityData":{"type":"EDIT_PROJECT","revisionId":${revision.id},"modifiedEntities":null}}`
          })
        })
        return yield* Effect.fail(inserted)
      })
      const inserted = yield* Effect.flip(database.transaction(change))
      if (inserted !== 1) return yield* Effect.die(`${inserted} deliveries were rolled back in place of one`)
    }
  }).pipe(
    Effect.provide(
      Layer.mergeAll(ActivityRepository.layer, OutboxRepository.layer, Database.layer).pipe(Layer.provideMerge(client))
    ),
    Effect.runPromise
  )

/** Returns how many were refused: all of them. */
const refuse = async ({ address, authorization, project }: Fixture, count: number): Promise<number> => {
  const [known] = writerKeys
  const requests: ReadonlyArray<readonly [method: string, path: string, body: object]> = [
    ["PUT", "/translations", { key: "unknown", translations: { en: "Text" } }],
    ["PUT", "/translations", { key: known, translations: { en: "Text", xx: "Text" } }],
    ["POST", "/keys", { name: known, translations: { en: "Text" } }],
    ["POST", "/keys", { name: "new", translations: { en: "Text", xx: "Text" } }],
    ["POST", "/languages", { name: "English", originalName: "English", tag: "en" }]
  ]
  let refused = 0
  for (let index = 0; index < count; index++) {
    const [method, path, body] = requests[index % requests.length] as (typeof requests)[number]
    const response = await fetch(`${address}${project}${path}`, {
      method,
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify(body)
    })
    const text = await response.text()
    if (response.status < 400 || response.status >= 500)
      throw new Error(`${method} ${path}: ${response.status} ${text}`)
    refused++
  }
  return refused
}
