import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { editTagsOfKey } from "./edit-tags-of-key.ts"

/** Takes a tag from a key. Source: reference "content-api" 4.1. */
export const untagKey = Effect.fn("untagKey")(function* (
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  tagId: number
) {
  yield* editTagsOfKey(access, keyId, (before) =>
    before.some(({ id }) => id === tagId)
      ? Effect.succeed(before.filter(({ id }) => id !== tagId).map(({ name }) => name))
      : failWith("tag_not_found")
  )
})
