import { assert, describe, it } from "vitest"
import { fieldErrors } from "../error/domain-error.ts"
import { invalid } from "../validation/validated.ts"
import { type CommentInput, commentTextMaxUtf16Units, validateComment, validateNewComment } from "./comment.ts"

const failsWith = (messages: Readonly<Record<string, string>>) => invalid(fieldErrors(messages))

describe("a comment", () => {
  it.each([
    ["without a text is invalid", {}, "must not be blank"],
    ["of white space is invalid", { text: " \n" }, "must not be blank"],
    [
      "that is too long is invalid",
      { text: "x".repeat(commentTextMaxUtf16Units + 1) },
      "size must be between 1 and 10000"
    ]
  ] satisfies ReadonlyArray<[string, CommentInput, string]>)("%s", (_, input, text) => {
    assert.deepStrictEqual(validateComment(input), failsWith({ text }))
  })

  it.each([
    ["keeps its text as it is written", { text: " a\n", state: "RESOLVED" }, { text: " a\n", state: "RESOLVED" }],
    ["needs no resolution unless it says so", { text: "a" }, { text: "a", state: "RESOLUTION_NOT_NEEDED" }],
    ["has a null state for none", { text: "a", state: null }, { text: "a", state: "RESOLUTION_NOT_NEEDED" }],
    [
      "may be as long as a translation",
      { text: "x".repeat(commentTextMaxUtf16Units), state: "NEEDS_RESOLUTION" },
      { text: "x".repeat(commentTextMaxUtf16Units), state: "NEEDS_RESOLUTION" }
    ]
  ] satisfies ReadonlyArray<[string, CommentInput, object]>)("%s", (_, input, value) => {
    assert.deepStrictEqual(validateComment(input), { ok: true, value: value as never })
  })

  it("on a key in a language names both", () => {
    const absent = "must not be null"
    assert.deepStrictEqual(validateNewComment({ text: "a" }), failsWith({ keyId: absent, languageId: absent }))
    assert.deepStrictEqual(validateNewComment({ text: "a", keyId: 1, languageId: 2 }), {
      ok: true,
      value: { text: "a", state: "RESOLUTION_NOT_NEEDED", keyId: 1, languageId: 2 }
    })
  })
})
