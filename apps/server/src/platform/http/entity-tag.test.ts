import { assert, describe, it } from "@effect/vitest"
import { isNotModified } from "./entity-tag.ts"

describe("a client has the representation", () => {
  it.each([
    ["with its tag", '"a-br"', true],
    ["with its tag in a list", '"x", "a-br" ,"y"', true],
    ["with a tag that a proxy has weakened", 'W/"a-br"', true],
    ["with a weak tag in a list", 'W/"x",W/"a-br"', true],
    ["with any tag", " * ", true],
    ["not with another tag", '"a"', false],
    ["not with a longer tag", '"a-br2"', false],
    ["not with a tag that contains it", '"x a-br"', false],
    ["not with a tag without quotes", "a-br", false],
    ["not without a tag", undefined, false],
    ["not with an empty header", "", false]
  ])("%s", (_, header, expected) => {
    assert.strictEqual(isNotModified(header, '"a-br"'), expected)
  })
})
