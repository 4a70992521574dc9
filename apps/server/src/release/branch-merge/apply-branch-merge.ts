import type { ApplyBranchMergeBody } from "@dragoman/api"
import { checkBranchDeletion } from "@dragoman/domain/branch"
import {
  BranchMergeRepository,
  BranchRepository,
  type BranchRow,
  KeyRepository,
  type KeyRow,
  type ScreenshotLink,
  ScreenshotRepository,
  TagRepository,
  TaskRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { type OpenRevision, openRevision } from "../../change/activity/record-activity.ts"
import { type ContentProject, changeContent, type Record } from "../../change/change-project.ts"
import { trashKeys } from "../../content/key-editing/change-keys.ts"
import { removeUnusedNamespaces } from "../../content/namespace/namespaces.ts"
import { screenshotEntities } from "../../content/screenshot/screenshot-shapes.ts"
import { failIf, failWith } from "../../platform/fail.ts"
import { requireBranches } from "../../project/branch/branch-feature.ts"
import { removeBranch } from "../../project/branch/change-branches.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getOpenMerge } from "./branch-merge-queries.ts"
import { compareBranches, type KeyPair, keyPairOf, placeOf } from "./compare-branches.ts"
import { type MergePlan, planMerge, type ResolvedKey } from "./plan-merge.ts"
import { nameOf, vacateNames } from "./vacate-names.ts"
import { batchKeysMax, writeMergedKeys } from "./write-merged-keys.ts"

/**
 * Merges a branch into its origin: all changes or none. Then deletes the branch, or lets the next merge compare with its state of
 * now. Source: docs/branches.md#merging.
 */
export const applyBranchMerge = Effect.fn("applyBranchMerge")(function* (
  access: ProjectAccess<"project.edit">,
  mergeId: number,
  body: ApplyBranchMergeBody | null
) {
  yield* requireBranches(access)
  const { projectId, caller } = access
  const deletesBranch = body?.deleteBranch ?? true
  const { targetBranchId } = yield* getOpenMerge(access, mergeId)
  const found = yield* BranchRepository.use((repository) => repository.find(projectId, targetBranchId))
  if (Option.isNone(found)) return yield* failWith("branch_merge_not_found")
  const target = found.value
  yield* changeContent(
    access,
    { branchId: placeOf(projectId, target).branchId },
    Effect.fnUntraced(function* (project, record) {
      const merges = yield* BranchMergeRepository
      const merge = yield* getOpenMerge(access, mergeId)
      if (merge.outdated) return yield* failWith("branch_merge_revision_not_valid")
      if (merge.conflicts > 0) return yield* failWith("branch_merge_conflicts_not_resolved")
      const source = project.branches.find(({ id }) => id === merge.sourceBranchId)
      if (source === undefined) return yield* failWith("branch_merge_not_found")
      if (deletesBranch) yield* failIf(checkBranchDeletion(source, project.branches))
      const plan = planMerge(yield* currentChanges(project, source, mergeId))
      yield* requireFreeNames(project, plan)

      const now = yield* Clock.currentTimeMillis
      const params = { source: source.name, target: target.name }
      const head = { projectId, branchId: project.branchId, authorId: caller.userId }
      const revision = yield* openRevision({ ...head, type: "BRANCH_MERGE", params })
      const written = yield* writePlan(project, plan, revision, record, caller.userId, now)
      const mergeRevisionId = yield* revision.close
      yield* merges.finish({ id: mergeId, mergedAt: now, mergeRevisionId })
      const pairs = [...written, ...plan.kept]
      yield* merges.moveBase(
        source.id,
        pairs.flatMap(({ sourceKeyId, targetKeyId }) =>
          sourceKeyId === null ? [] : [{ id: sourceKeyId, originKeyId: targetKeyId }]
        )
      )
      if (!deletesBranch) return
      yield* TaskRepository.use((tasks) => tasks.moveToOrigin(source, project))
      yield* removeBranch(source, record)
    })
  )
})

/**
 * Compares the branches again, under the lock of the project, because a namespace that was renamed or a label that was deleted belongs to no branch. Fails
 * unless the comparison is the stored one.
 */
const currentChanges = Effect.fnUntraced(function* (project: ContentProject, source: BranchRow, mergeId: number) {
  const merges = yield* BranchMergeRepository
  const stored = yield* merges.listAllChanges(mergeId)
  const { changes } = yield* compareBranches(source, project)
  const storedByPair = new Map(stored.map((change) => [keyPairOf(change), change]))
  const resolved = changes.flatMap((change): ReadonlyArray<ResolvedKey> => {
    const before = storedByPair.get(keyPairOf(change))
    const isSame = before?.type === change.type && JSON.stringify(before.versions) === JSON.stringify(change.versions)
    return isSame ? [{ ...change, resolution: before.resolution }] : []
  })
  if (resolved.length < changes.length || stored.length > changes.length) {
    return yield* failWith("branch_merge_revision_not_valid")
  }
  return resolved
})

/** Fails with `key_exists` when a written key would get the name of another one. */
const requireFreeNames = Effect.fnUntraced(function* (project: ContentProject, { written, deletedIds }: MergePlan) {
  const keys = yield* KeyRepository
  const placed = written.filter(
    ({ target, merged }) => target?.name !== merged.name || target.namespace !== merged.namespace
  )
  const leaving = new Set([...deletedIds, ...placed.flatMap(({ targetKeyId }) => targetKeyId ?? [])])
  const taken = new Set<string>()
  for (let first = 0; first < placed.length; first += batchKeysMax) {
    const names = placed.slice(first, first + batchKeysMax).map(({ merged }) => merged)
    for (const key of yield* keys.findByName(project, names)) if (!leaving.has(key.id)) taken.add(nameOf(key))
  }
  for (const { merged } of placed) {
    if (taken.has(nameOf(merged))) return yield* failWith("key_exists", [merged.name, merged.namespace])
    taken.add(nameOf(merged))
  }
})

/**
 * Writes deletions, which free names, then the other changes, in batches; returns the pairs of keys that were written.
 */
const writePlan = Effect.fnUntraced(function* (
  project: ContentProject,
  { written: planned, deletedIds }: MergePlan,
  { add }: OpenRevision,
  record: Record,
  userId: number,
  at: number
) {
  const { projectId } = project
  const keys = yield* KeyRepository
  const pairs: Array<KeyPair> = []
  const moved: Array<Pick<KeyRow, "namespaceId">> = []
  const added: Array<ScreenshotLink> = []
  const removed: Array<ScreenshotLink> = []
  for (let first = 0; first < deletedIds.length; first += batchKeysMax) {
    const batch = yield* keys.findPlaces(projectId, deletedIds.slice(first, first + batchKeysMax))
    yield* add(yield* trashKeys(project.projectId, batch, userId, at))
    yield* Effect.yieldNow
  }
  yield* vacateNames(projectId, planned)
  for (let first = 0; first < planned.length; first += batchKeysMax) {
    const batch = yield* writeMergedKeys(project, planned.slice(first, first + batchKeysMax), at)
    yield* add(batch.changes)
    pairs.push(...batch.written)
    moved.push(...batch.moved)
    added.push(...batch.screenshots.added)
    removed.push(...batch.screenshots.removed)
    yield* Effect.yieldNow
  }
  yield* TagRepository.use((repository) => repository.removeUnused(projectId))
  yield* ScreenshotRepository.use((repository) => repository.removeWithoutKeys(removed.map(({ imageId }) => imageId)))
  // A revision has one change of each image.
  const addedIds = new Set(added.map(({ imageId }) => imageId))
  const [alsoAdded, others] = [
    removed.filter(({ imageId }) => addedIds.has(imageId)),
    removed.filter(({ imageId }) => !addedIds.has(imageId))
  ]
  yield* add({
    entities: [
      ...(yield* removeUnusedNamespaces(projectId, moved)),
      ...screenshotEntities(added, "ADD"),
      ...screenshotEntities(others, "DEL")
    ]
  })
  yield* record("SCREENSHOT_DELETE", screenshotEntities(alsoAdded, "DEL"))
  return pairs
})
