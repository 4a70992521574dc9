import { assert, describe, it } from "vitest"
import { printTextTree } from "./text-tree.ts"

const printed = (texts: Readonly<Record<string, string | null>>, delimiter: string | null = ".") =>
  printTextTree(
    Object.entries(texts).map(([name, text]) => ({ name, text })),
    delimiter
  )

describe("texts by key name", () => {
  it.each([
    ["no texts", {}, "{}"],
    ["a name without a delimiter", { home: "Home" }, `{"home":"Home"}`],
    ["a text that is empty", { home: null }, `{"home":null}`],
    ["names are nested", { "a.b.c": "1", "a.b.d": "2", "a.e": "3" }, `{"a":{"b":{"c":"1","d":"2"},"e":"3"}}`],
    ["a step that is a text", { home: "Home", "home.title": "Hi" }, `{"home":"Home","home.title":"Hi"}`],
    ["a deep step that is a text", { "a.b": "1", "a.b.c.d": "2" }, `{"a":{"b":"1"},"a.b.c.d":"2"}`],
    ["a leaf that is an object", { "a.b": "1", "\\a": "2" }, `{"a":{"b":"1"},"\\\\a":"2"}`],
    ["an escaped delimiter", { "a\\.b.c": "1" }, `{"a.b":{"c":"1"}}`],
    ["an escaped backslash", { "a\\\\.b": "1" }, `{"a\\\\":{"b":"1"}}`],
    ["a backslash at the end", { "a\\": "1" }, `{"a\\\\":"1"}`],
    ["empty steps", { "a..b": "1", ".": "2" }, `{"a":{"":{"b":"1"}},"":{"":"2"}}`],
    ["quotes and line breaks", { 'a"': 'say "hi"\n' }, `{"a\\"":"say \\"hi\\"\\n"}`]
  ])("%s", (_, texts, expected) => {
    assert.strictEqual(printed(texts), expected)
  })

  it("stay flat without a delimiter, backslashes too", () => {
    assert.strictEqual(printed({ "a.b\\.c": "1" }, null), `{"a.b\\\\.c":"1"}`)
  })

  it("keep their order and every name, whatever objects would make of them", () => {
    const texts = ["b", "10", "2", "__proto__", "constructor"].map((name) => ({ name, text: name }))
    assert.strictEqual(
      printTextTree(texts, "."),
      `{"b":"b","10":"10","2":"2","__proto__":"__proto__","constructor":"constructor"}`
    )
  })

  it("are as deep as their names", () => {
    const depth = 1_000
    const json = printed({ ["a.".repeat(depth)]: "x" })
    assert.strictEqual(json, `${'{"a":'.repeat(depth)}{"":"x"}${"}".repeat(depth)}`)
  })
})
