import { assert, describe, it } from "vitest"
import { makeBlockReader, readCheckedTexts, readDataChange, readJobProgress } from "./project-event.ts"

const read = (stream: string) => {
  const reader = makeBlockReader()
  return stream.split("\n").flatMap((line) => reader(line) ?? [])
}

describe("a stream of events", () => {
  it("has blocks that end with an empty line; comments are none", () => {
    assert.deepStrictEqual(read("retry: 3000\n: alive\nid: 41\n\nid: 42\nevent: end\ndata: {}\n\nid: 43"), [
      { id: "41", event: "message", data: "" },
      { id: "42", event: "end", data: "{}" }
    ])
  })

  it("joins the lines of data", () => {
    assert.deepStrictEqual(read("data: a\ndata: b\n\n"), [{ id: null, event: "message", data: "a\nb" }])
  })
})

describe("a change of texts", () => {
  it("has the fields that changed, with key and language", () => {
    const change = readDataChange(
      JSON.stringify({
        actor: { type: "USER", data: { id: 7, name: "Jana" } },
        dataCollapsed: false,
        data: {
          keys: [{ id: 3 }],
          translations: [
            {
              id: 5,
              modifications: { text: { old: "a", new: "b" }, secret: { old: 1, new: 2 } },
              relations: { key: { entityId: 9 }, language: { entityId: 2, data: { tag: "cs" } } }
            }
          ],
          suggestions: [
            { id: 6, relations: { key: { entityId: 9 }, language: { entityId: 2, data: { tag: "cs" } } } },
            { id: 7, relations: { key: { entityId: 9 } } }
          ]
        }
      })
    )
    assert.deepStrictEqual(change, {
      actor: { id: 7, name: "Jana" },
      isCollapsed: false,
      keyIds: [3],
      texts: [{ keyId: 9, languageTag: "cs", translation: { id: 5, text: "b" }, hasOtherLabels: false }],
      suggestions: [{ keyId: 9, languageId: 2, languageTag: "cs" }]
    })
  })

  it("that is collapsed names nothing", () => {
    const change = readDataChange('{"actor":{"type":"UNKNOWN","data":null},"dataCollapsed":true,"data":null}')
    assert.deepStrictEqual(change, { actor: null, isCollapsed: true, texts: [], suggestions: [], keyIds: [] })
  })
})

describe("texts whose issues changed", () => {
  it("have their counts, and are null when they are too many to name", () => {
    const text = { keyId: 9, languageTag: "cs", qaIssueCount: 2 }
    assert.deepStrictEqual(readCheckedTexts(JSON.stringify({ dataCollapsed: false, data: [text] })), [text])
    assert.isNull(readCheckedTexts('{"dataCollapsed":true,"data":null}'))
  })
})

describe("the progress of a job", () => {
  it("has the keys that are done, and none once the job has ended", () => {
    const progress = (data: object) => readJobProgress(JSON.stringify({ actor: null, data }))
    assert.deepStrictEqual(
      progress({ jobId: 3, status: "RUNNING", processed: 400, total: 1_000, errorMessage: null }),
      {
        jobId: 3,
        status: "RUNNING",
        processed: 400
      }
    )
    assert.isNull(progress({ jobId: 3, status: "SUCCESS", processed: null, total: null }).processed)
  })
})
