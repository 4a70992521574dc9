import type { ComplexTagBody } from "@dragoman/api"
import { type ComplexTagOperation, makeTagChange, validateTagNames } from "@dragoman/domain/tag"
import { KeyRepository, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import { openRevision } from "../../change/activity/record-activity.ts"
import { changeContent } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { orFail } from "../../platform/fail.ts"
import { describedKey } from "../key/key-entity.ts"
import { changeTags } from "./change-tags.ts"

/** Keys of one batch: a few milliseconds, then other requests run. */
const batchKeysMax = 1_000

/**
 * Tags and untags the keys that match filters, and the other keys, as one activity. Reads the keys in batches, so that
 * memory does not grow with the project.
 */
export const tagKeys = Effect.fn("tagKeys")(function* (access: ProjectAccess<"keys.edit">, body: ComplexTagBody) {
  const keys = yield* KeyRepository
  const tags = yield* TagRepository
  const tagFiltered = yield* orFail(validateTagNames(body.tagFiltered ?? []))
  const tagOther = yield* orFail(validateTagNames(body.tagOther ?? []))
  yield* changeContent(
    access,
    Effect.fnUntraced(function* ({ projectId }) {
      const operation: ComplexTagOperation = {
        filterKeyIds: yield* findKeyIds(projectId, body.filterKeys),
        filterKeyIdsNot: yield* findKeyIds(projectId, body.filterKeysNot),
        filterTag: body.filterTag ?? null,
        filterTagNot: body.filterTagNot ?? null,
        tagFiltered,
        untagFiltered: body.untagFiltered ?? [],
        tagOther,
        untagOther: body.untagOther ?? []
      }
      const tagsAfter = makeTagChange(operation)
      const authorId = access.caller.userId
      const revision = yield* openRevision({ projectId, authorId, type: "COMPLEX_TAG_OPERATION" })
      let afterId = 0
      for (;;) {
        const batch = yield* keys.listAfter(projectId, afterId, batchKeysMax)
        if (batch.length === 0) break
        afterId = batch.at(-1)?.id ?? 0
        const tagsByKey = Map.groupBy(yield* tags.listOfKeys(batch.map(({ id }) => id)), ({ keyId }) => keyId)
        const changes = batch.flatMap((key) => {
          const before = (tagsByKey.get(key.id) ?? []).map(({ name }) => name)
          const after = tagsAfter({ id: key.id, tags: before })
          return after === before ? [] : [{ key, before, after }]
        })
        const entities = yield* changeTags(projectId, changes)
        yield* revision.add(
          entities,
          changes.flatMap(({ key }) => describedKey(key))
        )
        yield* Effect.yieldNow
      }
      yield* tags.removeUnused(projectId)
      yield* revision.close
    })
  )
})

type KeyReferences = ComplexTagBody["filterKeys"]

/** null: no filter. Unknown keys match nothing; an id takes precedence over a name. */
const findKeyIds = Effect.fnUntraced(function* (projectId: number, references: KeyReferences) {
  if (references === null || references === undefined) return null
  const repository = yield* KeyRepository
  const names = references.flatMap(({ id, name, namespace }) =>
    (id ?? null) !== null || (name ?? null) === null
      ? []
      : [{ name: name ?? "", namespace: (namespace ?? "") === "" ? null : (namespace ?? null) }]
  )
  const found = yield* repository.findByName(projectId, names)
  return new Set([...references.flatMap(({ id }) => id ?? []), ...found.map(({ id }) => id)])
})
