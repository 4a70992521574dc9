import { customErrors } from "@dragoman/domain/error"
import type { ListQuery } from "@dragoman/domain/page"
import { KeyRepository, type KeyRow } from "@dragoman/store"
import { Effect } from "effect"
import { readPlace } from "../../change/branch-place.ts"
import type { ContentProject } from "../../change/change-project.ts"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Reads a live key of the project; also in a transaction that changes it. */
export const getKey = Effect.fn("getKey")(function* (
  access: ProjectAccess,
  keyId: number,
  absentCode: "key_not_found" | "resource_not_found" = "key_not_found"
) {
  const repository = yield* KeyRepository
  const [key] = yield* repository.find(access.projectId, [keyId])
  return key ?? (yield* failWith(absentCode))
})

export interface BranchQuery {
  readonly branch?: string | undefined
}

/** Reads a page of the keys of a branch, by id. */
export const listKeys = Effect.fn("listKeys")(function* (
  access: ProjectAccess<"keys.view">,
  { branch, ...query }: ListQuery<"keys"> & BranchQuery
) {
  const place = yield* readPlace(access, branch)
  const repository = yield* KeyRepository
  return yield* paged("keys", query, (slice) => repository.list({ place, ...slice }))
})

/** Number of keys in one statement: a few milliseconds. */
const batchKeysMax = 1_000

/**
 * Reads all keys of a branch by id, each through `map`. A large project has a hundred thousand keys: between batches
 * other requests run.
 */
export const mapAllKeys = Effect.fn("mapAllKeys")(function* <A>(
  access: ProjectAccess<"translations.view">,
  branch: string | undefined,
  map: (key: KeyRow) => A
) {
  const repository = yield* KeyRepository
  const place = yield* readPlace(access, branch)
  const mapped: Array<A> = []
  let afterId = 0
  for (;;) {
    const batch: ReadonlyArray<KeyRow> = yield* repository.listAfter(place, afterId, batchKeysMax)
    for (const key of batch) mapped.push(map(key))
    if (batch.length < batchKeysMax) return mapped as ReadonlyArray<A>
    afterId = batch.at(-1)?.id ?? afterId
    yield* Effect.yieldNow
  }
})

/**
 * Fails when another live key has this name, or when the name is in a namespace and the project does not use them. Call it
 * in the transaction that writes the name.
 */
export const checkKeyName = Effect.fn("checkKeyName")(function* (
  project: ContentProject,
  place: { readonly namespace: string | null; readonly name: string },
  exceptId: number | null
) {
  if (place.namespace !== null && !project.useNamespaces) {
    return yield* Effect.fail(customErrors({ namespace_cannot_be_used_when_feature_is_disabled: [] }))
  }
  const keys = yield* KeyRepository
  const [found] = yield* keys.findByName(project, [place])
  if (found !== undefined && found.id !== exceptId) return yield* Effect.fail(customErrors({ key_exists: [] }))
})
