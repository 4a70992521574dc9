import { assert, describe, it } from "vitest"
import { renderJson } from "./render-json.ts"

const limits = { templateMax: 1_000, resultMax: 2_000, resultName: "body" }

/** Texts that end strings, begin escapes or leave lines. */
const hostile = '"}], \\ {{json .}} \n\u0000\u2028 \ud800 </script> 👋'

const values = {
  text: hostile,
  nested: { list: [1, null, true, hostile], [hostile]: hostile },
  none: null,
  long: Array.from({ length: 20 }, () => ({ text: "script".repeat(100) }))
}

const parsed = (template: string): unknown => {
  const result = renderJson(template, values, limits)
  return result.ok ? JSON.parse(result.text) : result.error
}

describe("JSON out of templates", () => {
  it.each([
    ["a text inside of a string", '{"a": "say {{text}}!"}', { a: `say ${hostile}!` }],
    ["a text without escaping by Handlebars", '{"a": "{{{text}}}"}', { a: hostile }],
    ["a value as JSON", '{"a": {{json nested}} }', { a: values.nested }],
    ["a text as JSON", '{"a": {{json text}} }', { a: hostile }],
    ["an unknown value as JSON", '{"a": {{json missing.deep}}, "b": {{json none}} }', { a: null, b: null }],
    [
      "names and values of a loop",
      '[{{#each nested}}"{{@key}}"{{#unless @last}},{{/unless}}{{/each}}]',
      Object.keys(values.nested)
    ],
    ["half of a pair in the template as a replacement", '{"a": "\ud800{{text}}"}', { a: `\ufffd${hostile}` }],
    ["a list", "[{{#each nested.list}}{{json this}}{{#unless @last}},{{/unless}}{{/each}}]", values.nested.list]
  ])("show %s exactly", (_, template, expected) => {
    assert.deepStrictEqual(parsed(template), expected)
  })

  it.each([
    ["a text outside of strings", '{"a": {{text}} }', /^The body is not JSON/],
    ["no JSON", "Hello {{text}}", /^The body is not JSON$/],
    ["a comma too many", '{"a": 1,}', /^The body is not JSON from its character 9 on$/],
    ["nothing", "", /^The body is not JSON$/],
    ["a broken template", "{{#if text}}", /no end/],
    ["a long template", `"${"x".repeat(1_000)}"`, /longer than 1000/],
    ["a long result", `"${"{{text}}".repeat(80)}"`, /^The body is longer than 2000/],
    [
      "a result of loops that is far too long",
      `"{{#each long}}{{#each ../long}}{{text}}{{/each}}{{/each}}"`,
      /^The body is longer than 2000/
    ],
    [
      "large values in loops",
      "[{{#each nested.list}}{{json @root}}{{json @root}}{{json @root}}{{json @root}}{{/each}}]",
      /too large/
    ]
  ])("are rejected with %s, and the error shows no value", (_, template, reason) => {
    const result = renderJson(template, values, limits)
    assert.isFalse(result.ok)
    if (result.ok) return
    assert.match(result.error.reason, reason)
    assert.notInclude(result.error.reason, "script")
  })
})
