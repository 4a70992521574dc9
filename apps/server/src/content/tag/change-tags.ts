import type { EntityChange } from "@dragoman/domain/activity"
import { validateTagName } from "@dragoman/domain/tag"
import { type KeyRow, type KeyTagRow, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import { changeContent } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { describedKey, keyMetaEntity } from "../key/key-entity.ts"
import { getKey } from "../key/key-queries.ts"

/** Gives a key a tag. Changes nothing when the key has it. */
export const tagKey = Effect.fn("tagKey")(function* (
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  body: { readonly name?: string | null | undefined }
) {
  const name = yield* orFail(validateTagName(body.name))
  const tags = yield* changeTagsOfKey(access, keyId, (before) =>
    Effect.succeed([...new Set([...before.map((tag) => tag.name), name])])
  )
  const { id } = tags.find((tag) => tag.name === name) ?? { id: 0 }
  return { id, name }
})

/** Takes a tag from a key. */
export const untagKey = Effect.fn("untagKey")(function* (
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  tagId: number
) {
  yield* changeTagsOfKey(access, keyId, (before) =>
    before.some(({ id }) => id === tagId)
      ? Effect.succeed(before.filter(({ id }) => id !== tagId).map(({ name }) => name))
      : failWith("tag_not_found")
  )
})

/** `change` returns the new names from the present tags. Returns the new tags. */
const changeTagsOfKey = Effect.fn("changeTagsOfKey")(function* <E, R>(
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  change: (tags: ReadonlyArray<KeyTagRow>) => Effect.Effect<ReadonlyArray<string>, E, R>
) {
  const repository = yield* TagRepository
  return yield* changeContent(
    access,
    Effect.fnUntraced(function* ({ projectId }, record) {
      const key = yield* getKey(access, keyId)
      const tags = yield* repository.listOfKeys([keyId])
      const after = yield* change(tags)
      const entities = yield* changeTags(projectId, [{ key, before: tags.map(({ name }) => name), after }])
      yield* repository.removeUnused(projectId)
      yield* record("KEY_TAGS_EDIT", entities, { described: describedKey(key) })
      return yield* repository.listOfKeys([keyId])
    })
  )
})

/** The tags of one key before and after, as names. */
export interface TagChange {
  readonly key: KeyRow
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

/**
 * Gives keys their new tags in the transaction of the operation, and creates tags that do not exist. Returns the activity.
 * Unused tags stay until `TagRepository.removeUnused`.
 */
export const changeTags = Effect.fn("changeTags")(function* (projectId: number, changes: ReadonlyArray<TagChange>) {
  const repository = yield* TagRepository
  const named = yield* repository.ensure(
    projectId,
    changes.flatMap(({ before, after }) => [...before, ...after])
  )
  const idByName = new Map(named.map(({ id, name }) => [name, id]))
  const pairs = (from: "before" | "after", to: "before" | "after") =>
    changes.flatMap((change) =>
      change[to]
        .filter((name) => !change[from].includes(name))
        .map((name) => ({ keyId: change.key.id, tagId: idByName.get(name) ?? 0 }))
    )
  yield* repository.add(pairs("before", "after"))
  yield* repository.remove(pairs("after", "before"))
  return changes.map(({ key, before, after }): EntityChange => {
    const { description, customValues } = key
    const meta = (tags: ReadonlyArray<string>) => ({ description, customValues, tags: tags.toSorted() })
    return keyMetaEntity(key.id, meta(before), meta(after))
  })
})
