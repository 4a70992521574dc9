import { assert, describe, it } from "vitest"
import { domainError, fieldErrors } from "../error/domain-error.ts"
import type { Scope } from "../permission/scope.ts"
import { invalid } from "../validation/validation.ts"
import {
  type CommentInput,
  checkCommentChange,
  commentTextMaxUtf16Units,
  validateComment,
  validateNewComment
} from "./comment.ts"

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

const author = 1
const other = 2
/** A project API key of the author. */
const key = 3
const ownOnly = domainError("can_edit_only_own_comment")

describe("changing a comment", () => {
  it.each([
    ["is edited by its author", "edit", author, [], null],
    ["is deleted by its author", "delete", author, [], null],
    [
      "is edited with a project API key of its author that may write comments",
      "edit",
      key,
      ["translation-comments.add"],
      null
    ],
    ["is not edited with another project API key of its author", "edit", key, ["translations.view"], ownOnly],
    ["is not deleted with such a key either", "delete", key, ["translations.view"], ownOnly],
    ["is deleted by others with the scope for it", "delete", other, ["translation-comments.edit"], null],
    ["is not edited by others with that scope", "edit", other, ["translation-comments.edit"], ownOnly],
    ["is not edited by others without it", "edit", other, ["translation-comments.add"], ownOnly],
    [
      "is not deleted by others who may only add and resolve comments",
      "delete",
      other,
      ["translation-comments.add", "translation-comments.set-state"],
      ownOnly
    ]
  ] satisfies ReadonlyArray<[string, "edit" | "delete", number, ReadonlyArray<Scope>, unknown]>)(
    "%s",
    (_, change, userId, scopes, expected) => {
      const usesProjectKey = userId === key
      const editor = { userId: usesProjectKey ? author : userId, scopes, usesProjectKey }
      assert.deepStrictEqual(checkCommentChange(change, author, editor), expected)
    }
  )
})
