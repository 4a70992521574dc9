import type { ComplexTagBody } from "@dragoman/api"
import type { EntityChange } from "@dragoman/domain/activity"
import type { ListQuery } from "@dragoman/domain/page"
import { type ComplexTagOperation, makeTagChange, validateTagName, validateTagNames } from "@dragoman/domain/tag"
import { type ContentPlace, KeyRepository, type KeyTagRow, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import { openRevision } from "../../change/activity/record-activity.ts"
import { changeContent } from "../../change/change-project.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getKey } from "../key/key-queries.ts"
import { describedKey, describedStoredKeys, keyMetaEntity } from "../key/key-shapes.ts"

/** A page of the tags of the project, by name. */
export const listTags = Effect.fn("listTags")(function* (
  { projectId }: ProjectAccess,
  query: ListQuery<"tags"> & { readonly search?: string | undefined }
) {
  const repository = yield* TagRepository
  return yield* paged("tags", query, (slice) => repository.list({ projectId, search: query.search ?? "", ...slice }))
})

/** Adds a tag to a key. Changes nothing when the key has it. */
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

/** Removes a tag from a key. */
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

/** `change` returns the new names from the current tags. Returns the new tags. */
const changeTagsOfKey = Effect.fn("changeTagsOfKey")(function* <E, R>(
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  change: (tags: ReadonlyArray<KeyTagRow>) => Effect.Effect<ReadonlyArray<string>, E, R>
) {
  const repository = yield* TagRepository
  return yield* changeContent(
    access,
    { keyIds: [keyId] },
    Effect.fnUntraced(function* ({ projectId }, record) {
      const key = yield* getKey(access, keyId)
      const tags = yield* repository.listOfKeys([keyId])
      const after = yield* change(tags)
      const before = tags.map(({ name }) => name)
      yield* changeTags(projectId, [{ keyIds: [keyId], before, after }])
      yield* repository.removeUnused(projectId)
      yield* record("KEY_TAGS_EDIT", [tagsEntity(keyId, before, after)], { described: describedKey(key) })
      return yield* repository.listOfKeys([keyId])
    })
  )
})

/** Keys of one batch: a few milliseconds, then other requests run. */
const batchKeysMax = 1_000

/**
 * Tags and untags the keys of a branch that match filters, and its other keys, as one activity. Reads the keys in batches, so that
 * memory does not grow with the project.
 */
export const tagKeys = Effect.fn("tagKeys")(function* (
  access: ProjectAccess<"keys.edit">,
  body: ComplexTagBody,
  branch: string | undefined
) {
  const keys = yield* KeyRepository
  const tags = yield* TagRepository
  const tagFiltered = yield* orFail(validateTagNames(body.tagFiltered ?? []))
  const tagOther = yield* orFail(validateTagNames(body.tagOther ?? []))
  yield* changeContent(
    access,
    { branch },
    Effect.fnUntraced(function* (project) {
      const { projectId, branchId } = project
      const operation: ComplexTagOperation = {
        filterKeyIds: yield* findKeyIds(project, body.filterKeys),
        filterKeyIdsNot: yield* findKeyIds(project, body.filterKeysNot),
        filterTag: body.filterTag ?? null,
        filterTagNot: body.filterTagNot ?? null,
        tagFiltered,
        untagFiltered: body.untagFiltered ?? [],
        tagOther,
        untagOther: body.untagOther ?? []
      }
      const tagsAfter = makeTagChange(operation)
      const authorId = access.caller.userId
      const revision = yield* openRevision({ projectId, branchId, authorId, type: "COMPLEX_TAG_OPERATION" })
      let afterId = 0
      for (;;) {
        const batch = yield* keys.listAfter(project, afterId, batchKeysMax)
        if (batch.length === 0) break
        afterId = batch.at(-1)?.id ?? 0
        const tagsByKey = Map.groupBy(yield* tags.listOfKeys(batch.map(({ id }) => id)), ({ keyId }) => keyId)
        const changes = batch.flatMap((key) => {
          const before = (tagsByKey.get(key.id) ?? []).map(({ name }) => name)
          const after = tagsAfter({ id: key.id, tags: before })
          return after === before ? [] : [{ key, before, after }]
        })
        yield* changeTags(
          projectId,
          changes.map(({ key, ...change }) => ({ ...change, keyIds: [key.id] }))
        )
        yield* revision.add({
          entities: changes.map(({ key, before, after }) => tagsEntity(key.id, before, after)),
          ...describedStoredKeys(changes.map(({ key }) => key))
        })
        yield* Effect.yieldNow
      }
      yield* tags.removeUnused(projectId)
      yield* revision.close
    })
  )
})

type KeyReferences = ComplexTagBody["filterKeys"]

/** null: no filter. Unknown keys match nothing; an id takes precedence over a name. */
const findKeyIds = Effect.fnUntraced(function* (place: ContentPlace, references: KeyReferences) {
  if (references === null || references === undefined) return null
  const repository = yield* KeyRepository
  const names = references.flatMap(({ id, name, namespace }) =>
    (id ?? null) !== null || (name ?? null) === null
      ? []
      : [{ name: name ?? "", namespace: (namespace ?? "") === "" ? null : (namespace ?? null) }]
  )
  const found = yield* repository.findByName(place, names)
  return new Set([...references.flatMap(({ id }) => id ?? []), ...found.map(({ id }) => id)])
})

/** The tags of keys before and after, as names; the keys have them alike. */
export interface TagChange {
  readonly keyIds: ReadonlyArray<number>
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

/**
 * Sets the tags of keys in the transaction of the operation, and creates tags that do not exist. Unused tags stay until
 * `TagRepository.removeUnused`.
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
        .flatMap((name) => {
          const tagId = idByName.get(name) ?? 0
          return change.keyIds.map((keyId) => ({ keyId, tagId }))
        })
    )
  yield* repository.add(projectId, pairs("before", "after"))
  yield* repository.remove(pairs("after", "before"))
})

/** A change of the tags of a key, as the activity shows it. */
export const tagsEntity = (
  keyId: number,
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): EntityChange => {
  const meta = (tags: ReadonlyArray<string>) => ({ description: null, customValues: null, tags: tags.toSorted() })
  return keyMetaEntity(keyId, meta(before), meta(after))
}
