import { assert, describe, it } from "vitest"
import { findMentions, printMention, splitMentions } from "./mention.ts"

describe("a mention", () => {
  it.each([
    ["names its user by id", "Ask @[Nela Nová](user:12), please", [12], []],
    ["counts once", "@[A](user:1) @[B](user:1)", [1], []],
    ["by hand is a user name, with and without the end of the sentence", "Hi @admin.", [], ["admin.", "admin"]],
    ["by hand may hold an @ and dots", "@nela@example.com: see", [], ["nela@example.com"]],
    ["by hand is found in small letters", "(@Nela@Example.com)", [], ["nela@example.com"]],
    ["is no mail address", "Write to nela@example.com", [], []],
    ["is no @ alone", "5 @ 3 EUR", [], []],
    ["needs a number", "@[Nela](user:x)", [], []]
  ] satisfies ReadonlyArray<[string, string, ReadonlyArray<number>, ReadonlyArray<string>]>)(
    "%s",
    (_, text, userIds, usernames) => {
      assert.deepStrictEqual(findMentions(text), { userIds, usernames })
    }
  )

  it("that is printed is found again, whatever the name", () => {
    for (const name of ["Nela", "a]b[c", "", "x\ny", "@[A](user:1)", "x".repeat(300)]) {
      assert.deepStrictEqual(findMentions(printMention({ id: 7, name })).userIds, [7], name)
    }
  })

  it("is shown as a name between the other text", () => {
    assert.deepStrictEqual(splitMentions("Ask @[Nela](user:12)!"), [
      { kind: "text", text: "Ask " },
      { kind: "mention", name: "Nela", userId: 12 },
      { kind: "text", text: "!" }
    ])
    assert.deepStrictEqual(splitMentions("plain"), [{ kind: "text", text: "plain" }])
  })

  it("is found at most twenty times", () => {
    const text = Array.from({ length: 40 }, (_, index) => `@[U](user:${index + 1}) @u${index}`).join(" ")
    assert.lengthOf(findMentions(text).userIds, 20)
    assert.lengthOf(findMentions(text).usernames, 20)
  })
})
