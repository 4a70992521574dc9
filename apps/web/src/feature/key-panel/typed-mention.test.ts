import { assert, describe, it } from "vitest"
import { mentionTyped, withMention } from "./typed-mention.ts"

describe("an @ that is typed", () => {
  it.each([
    ["begins a mention at the beginning", "", "@", 0],
    ["begins a mention after a space", "a  b", "a @ b", 2],
    ["begins a mention after a bracket", "(", "(@", 1],
    ["is part of an address inside a word", "nela", "nela@", null],
    ["is none when more was pasted", "", "@a", null],
    ["is none when something was deleted", "@a", "@", null],
    ["is none when it replaces something", "ab", "@bc", null]
  ] satisfies ReadonlyArray<[string, string, string, number | null]>)("%s", (_, before, after, expected) => {
    assert.strictEqual(mentionTyped(before, after), expected)
  })

  it("becomes the mention; without one it goes to the end", () => {
    assert.strictEqual(withMention("a @b", "@[N](user:1)", 2), "a @[N](user:1) b")
    assert.strictEqual(withMention("a", "@[N](user:1)", null), "a @[N](user:1) ")
    assert.strictEqual(withMention("", "@[N](user:1)", 0), "@[N](user:1) ")
  })
})
