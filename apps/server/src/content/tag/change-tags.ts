import type { EntityChange } from "@dragoman/domain/activity"
import { type KeyRow, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import { keyMetaEntity } from "../key/key-entity.ts"

/** The tags of one key before and after, as names. */
export interface TagChange {
  readonly key: KeyRow
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

/**
 * Gives keys their new tags, inside the transaction of the operation; tags that nobody has seen yet come into being.
 * Returns what the activity shows. Tags that no key has any more stay until `TagRepository.removeUnused`.
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
