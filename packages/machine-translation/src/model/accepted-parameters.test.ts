import { assert, describe, it } from "vitest"
import type { ModelConfig } from "../language-model.ts"
import { type AcceptedParameters, firstParameters, withoutRejected } from "./accepted-parameters.ts"

const config: ModelConfig = {
  type: "OPENAI",
  url: null,
  apiKey: null,
  model: "m",
  deployment: null,
  format: null,
  maxTokens: 100,
  reasoningEffort: "low",
  attemptMillis: []
}

const first = firstParameters(config)

describe("the first parameters", () => {
  const rows: ReadonlyArray<readonly [string, Partial<ModelConfig>, Partial<AcceptedParameters>]> = [
    ["are the newer ones at OpenAI", {}, { limits: ["max_completion_tokens", "max_tokens"] }],
    [
      "are the older ones at other servers",
      { url: "https://a.example" },
      { limits: ["max_tokens", "max_completion_tokens"] }
    ],
    ["have no limit that is not set", { maxTokens: null }, { limits: [] }],
    ["have no effort that is not set", { reasoningEffort: null }, { hasReasoningEffort: false }],
    ["begin with the format that is set", { format: "json_object" }, { formats: ["json_object", "text"] }],
    ["know that Anthropic has no JSON without a schema", { type: "ANTHROPIC" }, { formats: ["json_schema", "text"] }],
    ["use text where JSON needs a schema", { type: "ANTHROPIC", format: "json_object" }, { formats: ["text"] }]
  ]
  it.each(rows)("%s", (_, changes, expected) => {
    const parameters = firstParameters({ ...config, ...changes })
    assert.deepStrictEqual({ ...parameters, ...expected }, parameters)
  })
})

describe("an error about a parameter", () => {
  const json = { isJson: true, isStream: true }
  const rows: ReadonlyArray<readonly [string, string | null, string, Partial<AcceptedParameters> | null]> = [
    [
      "replaces the limit, though the replacement is named, too",
      "max_completion_tokens",
      "'max_completion_tokens' is not supported. Use 'max_tokens' instead.",
      { limits: ["max_tokens"] }
    ],
    ["weakens the format", null, "response_format.type json_schema is unknown", { formats: ["json_object", "text"] }],
    [
      "weakens the format that a small server calls otherwise",
      null,
      "This model has no structured outputs",
      { formats: ["json_object", "text"] }
    ],
    ["leaves the effort out", "reasoning_effort", "Unrecognized argument", { hasReasoningEffort: false }],
    [
      "leaves out the effort, not the format beside it",
      null,
      "output_config.effort: not supported",
      { hasReasoningEffort: false }
    ],
    [
      "leaves the usage of streams out",
      null,
      '{"loc":["body","stream_options"],"type":"extra_forbidden"}',
      { hasStreamUsage: false }
    ],
    [
      "believes the parameter before the message",
      "reasoning_effort",
      "No response_format with it",
      { hasReasoningEffort: false }
    ],
    [
      "takes the first one of the message",
      null,
      "max_tokens and response_format are unknown",
      { limits: ["max_tokens"] }
    ],
    ["changes nothing when it is about another one", "model", "The model does not exist", null]
  ]
  it.each(rows)("%s", (_, parameter, message, expected) =>
    assert.deepStrictEqual(
      withoutRejected(first, json, { parameter, message }),
      expected === null ? null : ({ ...first, ...expected } as AcceptedParameters)
    )
  )

  it("changes nothing that was not sent", () => {
    const none = firstParameters({ ...config, maxTokens: null, reasoningEffort: null, format: "text" })
    for (const message of ["response_format", "max_tokens", "reasoning_effort", "stream_options"]) {
      assert.isNull(withoutRejected(none, { isJson: true, isStream: false }, { parameter: null, message }))
    }
  })

  it("ends with the least that can be sent", () => {
    let accepted: AcceptedParameters = first
    let count = 0
    for (;;) {
      const message = "response_format, max_tokens, max_completion_tokens, reasoning_effort, stream_options"
      const next = withoutRejected(accepted, json, { parameter: null, message })
      if (next === null) break
      accepted = next
      count += 1
    }
    assert.strictEqual(count, 6)
    assert.deepStrictEqual(accepted, {
      formats: ["text"],
      limits: [],
      hasReasoningEffort: false,
      hasStreamUsage: false
    })
  })
})
