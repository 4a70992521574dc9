import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import type { Scope } from "../permission/scope.ts"
import { checkCommentChange } from "./comment-author.ts"

const author = 1
const other = 2
const ownOnly = domainError("can_edit_only_own_comment")

describe("a comment", () => {
  it.each([
    ["is edited by its author", "edit", author, [], null],
    ["is deleted by its author", "delete", author, [], null],
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
      assert.deepStrictEqual(checkCommentChange(change, author, { userId, scopes }), expected)
    }
  )
})
