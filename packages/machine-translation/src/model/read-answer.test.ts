import { assert, describe, it } from "vitest"
import { cleanAnswer, makeOutputReader, readFields } from "./read-answer.ts"

const found = { output: "Hallo {name}", contextDescription: "A greeting." }
const json = JSON.stringify(found)

describe("an answer in JSON", () => {
  it.each([
    ["as it is", json, found],
    ["with spaces around", `\n ${json}\n`, found],
    ["with prose around", `Sure! ${json} Anything else?`, found],
    ["in a code fence", `\`\`\`json\n${json}\n\`\`\``, found],
    ["in a code fence among braces", `Keep {it}:\n\`\`\`\n${json}\n\`\`\`\nDone {well}.`, found],
    [
      "with further fields",
      '{"output": "a", "score": 1, "contextDescription": "b"}',
      { output: "a", contextDescription: "b" }
    ],
    ["without a description", '{"output": "a"}', { output: "a", contextDescription: null }],
    [
      "with a description that is no text",
      '{"output": "a", "contextDescription": 7}',
      { output: "a", contextDescription: null }
    ],
    ["with escaped NUL", '{"output": "a\\u0000b"}', { output: "ab", contextDescription: null }],
    ["with an empty output", '{"output": ""}', { output: "", contextDescription: null }]
  ])("is found %s", (_, text, fields) => assert.deepStrictEqual(readFields(text), fields))

  it.each([
    ["prose", "Hallo {name}"],
    ["cut off", json.slice(0, 20)],
    ["a list", `[${json}]`.replace("output", "input")],
    ["a number as output", '{"output": 7}'],
    ["nothing", ""],
    ["null", "null"],
    ["without output", '{"translation": "a"}']
  ])("is not found in %s", (_, text) => assert.isNull(readFields(text)))
})

describe("a text of a model", () => {
  it.each([
    ["NUL", "a\0b", "ab"],
    ["thoughts before the answer", "<think>{maybe}\n</think>\n\nHallo", "Hallo"],
    ["nothing of thoughts within a text", "Hallo <think>du</think>", "Hallo <think>du</think>"]
  ])("loses %s", (_, text, cleaned) => assert.strictEqual(cleanAnswer(text), cleaned))
})

describe("an output that grows", () => {
  const output = 'Ein "Zitat", \\ und\nZeile – 😀 \u00e9'
  const escaped = JSON.stringify(output).replace("😀", "\\ud83d\\ude00").replace("\u00e9", "\\u00e9")
  const text = `\`\`\`json\n{"output" : ${escaped}, "contextDescription": "x"}`

  it.each([1, 2, 3, 5, 100])("is read as it arrives, %i characters at a time", (length) => {
    const read = makeOutputReader()
    const parts: Array<string> = []
    for (let at = 0; at < text.length; at += length) parts.push(read(text.slice(at, at + length)))
    assert.strictEqual(parts.join(""), output)
    for (const part of parts) assert.isTrue(part.isWellFormed())
  })

  it("keeps a character together that arrives in halves", () => {
    const read = makeOutputReader()
    assert.deepStrictEqual(['{"output": "a\ud83d', '\ude00b"}'].map(read), ["a", "😀b"])
  })

  it("shows nothing before the output, and nothing after it", () => {
    const read = makeOutputReader()
    assert.deepStrictEqual(['{"contextDescription": "c", ', '"output":', ' "a', '"', ', "more": "b"}'].map(read), [
      "",
      "",
      "a",
      "",
      ""
    ])
  })
})
