import { assert, describe, it } from "vitest"
import type { RenderedEntity, RenderedRevision } from "../activity/revision.ts"
import { webhookActivity, webhookBody } from "./webhook-event.ts"

const bodyMaxBytes = 256 * 1024
const bytesOf = (text: string) => new TextEncoder().encode(text).length

const translation = (entityId: number, text: string): RenderedEntity => ({
  entityClass: "Translation",
  entityId,
  description: {},
  modifications: { text: { old: null, new: text } },
  relations: {},
  exists: null
})

const revision = (texts: ReadonlyArray<string>): RenderedRevision => ({
  revisionId: 5,
  timestamp: 1_767_225_600_000,
  type: "SET_TRANSLATIONS",
  branch: null,
  author: null,
  modifiedEntities: { Translation: texts.map((text, id) => translation(id, text)), Key: [] },
  meta: null,
  counts: null,
  params: null
})

const body = (rendered: RenderedRevision) =>
  webhookBody({
    webhookConfigId: Number.MAX_SAFE_INTEGER,
    projectId: Number.MAX_SAFE_INTEGER,
    eventType: "PROJECT_ACTIVITY",
    activityData: webhookActivity(rendered)
  })

describe("a body", () => {
  it("shows the entities while it is small", () => {
    const small = revision(["a", "č"])
    assert.strictEqual(webhookActivity(small), small)
  })

  it("that would be too large has their numbers in place of them, and says so", () => {
    const large = revision(Array.from({ length: 1_000 }, () => "x".repeat(300)))
    assert.deepStrictEqual(webhookActivity(large), {
      ...large,
      modifiedEntities: null,
      meta: { truncated: true },
      counts: { Translation: 1_000, Key: 0 }
    })
  })

  it.each(["x", "č", "€", "👋"])("of texts of %s never has more than 256 KiB, and as much as nearly that", (letter) => {
    const unit = bytesOf(letter)
    const base = bytesOf(body(revision([""])))
    const fitting = revision([letter.repeat(Math.floor((bodyMaxBytes - 256 - base) / unit))])
    assert.isNotNull(webhookActivity(fitting).modifiedEntities)
    assert.isAtMost(bytesOf(body(fitting)), bodyMaxBytes)
    for (const more of [300, 600, 90_000]) {
      const large = revision([letter.repeat(Math.ceil((bodyMaxBytes - base + more) / unit))])
      assert.isNull(webhookActivity(large).modifiedEntities)
      assert.isAtMost(bytesOf(body(large)), 1_000)
    }
  })

  it("of a type that is counted anyway says nothing of being cut", () => {
    const counted = { ...revision([]), type: "IMPORT" as const, modifiedEntities: null, counts: { Key: 100_000 } }
    assert.strictEqual(webhookActivity(counted), counted)
  })

  it("says both that it is cut and that texts are hidden", () => {
    const large: RenderedRevision = { ...revision(Array(300).fill("x".repeat(1000))), meta: { textsHidden: true } }
    assert.deepStrictEqual(webhookActivity(large).meta, { textsHidden: true, truncated: true })
  })
})
