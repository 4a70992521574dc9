import type { ComplexTagBody } from "@dragoman/api"
import { type ComplexTagOperation, makeTagChange, validateTagNames } from "@dragoman/domain/tag"
import { Database, KeyRepository, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import { openRevision } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { describedKey } from "../key/key-entity.ts"
import { changeTags } from "./change-tags.ts"

/** Keys looked at together: a few milliseconds, then others get their turn. */
const pieceKeysMax = 1_000

/**
 * Tags and untags the keys that match filters, and the others, as one activity. Keys are walked in pieces, so that the
 * size of a project decides about time only. Source: reference "content-api" 4.2.
 */
export const tagKeys = Effect.fn("tagKeys")(function* (access: ProjectAccess<"keys.edit">, body: ComplexTagBody) {
  const database = yield* Database
  const keys = yield* KeyRepository
  const tags = yield* TagRepository
  const { caller, projectId } = access
  const tagFiltered = yield* orFail(validateTagNames(body.tagFiltered ?? []))
  const tagOther = yield* orFail(validateTagNames(body.tagOther ?? []))
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(projectId)
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
      const revision = yield* openRevision({ projectId, authorId: caller.userId, type: "COMPLEX_TAG_OPERATION" })
      let afterId = 0
      for (;;) {
        const piece = yield* keys.listAfter(projectId, afterId, pieceKeysMax)
        if (piece.length === 0) break
        afterId = piece.at(-1)?.id ?? 0
        const tagsByKey = Map.groupBy(yield* tags.listOfKeys(piece.map(({ id }) => id)), ({ keyId }) => keyId)
        const changes = piece.flatMap((key) => {
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

/** null: no filter. Keys that are not there match nothing; the id wins over the name. */
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
