import { assert, describe, it } from "vitest"
import { type MachineSuggestion, withLine, withoutWaiting } from "./machine-suggestions.ts"

const nothing: ReadonlyArray<MachineSuggestion> = []
const asked = withLine(nothing, { servicesTypes: ["PROMPT", "DEEPL"], promptId: 7 })
const noError = { errorMessage: null, errorParams: null, errorException: null }
const translated = withLine(asked, {
  serviceType: "DEEPL",
  result: { output: "Stání", contextDescription: null },
  promptId: null,
  ...noError
})

describe("translations that come as lines", () => {
  it("wait at first, in the order of the services, the language model with its prompt", () => {
    assert.deepStrictEqual(asked, [
      { service: "PROMPT", promptId: 7, end: { kind: "waiting" } },
      { service: "DEEPL", promptId: null, end: { kind: "waiting" } }
    ])
  })

  it("keep their places when a later one comes first", () => {
    assert.deepStrictEqual(
      translated.map(({ end }) => end),
      [{ kind: "waiting" }, { kind: "translated", text: "Stání", contextDescription: null }]
    )
  })

  it("fail with the code and its parameters", () => {
    const [failed] = withLine(translated, {
      serviceType: "PROMPT",
      result: null,
      promptId: 7,
      ...noError,
      errorMessage: "llm_rate_limited",
      errorParams: ["in 20 s"]
    })
    assert.deepStrictEqual(failed?.end, { kind: "failed", code: "llm_rate_limited", params: ["in 20 s"] })
  })

  it("have failed when the stream ends without them", () => {
    assert.deepStrictEqual(
      withoutWaiting(translated).map(({ end }) => end.kind),
      ["failed", "translated"]
    )
  })
})
