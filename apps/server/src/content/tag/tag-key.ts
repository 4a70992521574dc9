import { validateTagName } from "@dragoman/domain/tag"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { editTagsOfKey } from "./edit-tags-of-key.ts"

/** Gives a key a tag; nothing happens when it has it. Source: reference "content-api" 4.1. */
export const tagKey = Effect.fn("tagKey")(function* (
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  body: { readonly name?: string | null | undefined }
) {
  const name = yield* orFail(validateTagName(body.name))
  const tags = yield* editTagsOfKey(access, keyId, (before) =>
    Effect.succeed([...new Set([...before.map((tag) => tag.name), name])])
  )
  const { id } = tags.find((tag) => tag.name === name) ?? { id: 0 }
  return { id, name }
})
