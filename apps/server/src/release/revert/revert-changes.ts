import type { RevertActivityBody, RevertBody } from "@dragoman/api"
import { importBatchOf, type JsonObject } from "@dragoman/domain/activity"
import { changesProtectedBranches } from "@dragoman/domain/branch"
import { fieldErrors } from "@dragoman/domain/error"
import {
  ActivityRepository,
  ActivityRetentionRepository,
  BatchJobRepository,
  type DroppedActivity,
  type RevisionRow
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { openRevision } from "../../change/activity/record-activity.ts"
import { readPlace } from "../../change/branch-place.ts"
import { changeContent, checkTarget, readContentProject } from "../../change/change-project.ts"
import { failWith } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { planRevert, type RevertPlan } from "./plan-revert.ts"
import { writeRevert } from "./write-revert.ts"

type RevertAccess = ProjectAccess<"activity.view">

/** Most revisions, and most values that they changed, which one transaction reverts. */
const revisionsMax = 10_000
const valuesMax = 200_000

/** Ids of reverted revisions that the new revision names at most. */
const namedRevisionsMax = 100

/** Reverts one revision, with the other batches of its import, or previews that. Source: docs/undo.md. */
export const revertRevision = Effect.fn("revertRevision")(function* (
  access: RevertAccess,
  revisionId: number,
  body: RevertBody
) {
  const found = yield* ActivityRepository.use((repository) => repository.find(access.projectId, revisionId))
  // Activity is dropped from its oldest revision on: with the first batch, some or all of the others are there.
  const firstId = Option.isSome(found) ? importBatchOf(found.value.params)?.firstRevisionId : null
  yield* checkIsKept(access, ({ droppedTo }) => (firstId ?? revisionId) <= droppedTo)
  if (Option.isNone(found)) return yield* failWith("resource_not_found")
  return yield* revert(access, yield* withBatches(found.value, access.projectId), {}, body)
})

/** The revisions of the import that the revision is a batch of, or the revision alone. */
const withBatches = Effect.fnUntraced(function* (found: RevisionRow, projectId: number) {
  const batch = importBatchOf(found.params)
  if (batch === null) return [found]
  const activities = yield* ActivityRepository
  const firstId = batch.firstRevisionId ?? found.id
  const first = yield* activities.find(projectId, firstId)
  const { rows, total } = yield* activities.list({
    projectId,
    filter: {
      types: ["IMPORT"],
      ...(found.authorId === null ? {} : { authorIds: [found.authorId] }),
      createdAfter: Option.isSome(first) ? first.value.createdAt : found.createdAt
    },
    sort: [{ property: "id", direction: "asc" }],
    limit: revisionsMax,
    offset: 0
  })
  if (total > revisionsMax) return yield* failTooLarge
  return rows.filter(({ id, params }) => id === firstId || importBatchOf(params)?.firstRevisionId === firstId)
})

/** Reverts the changes of a batch job that is over, or previews that. */
export const revertBatchJob = Effect.fn("revertBatchJob")(function* (
  access: RevertAccess,
  batchJobId: number,
  body: RevertBody
) {
  const { projectId } = access
  const job = yield* BatchJobRepository.use((jobs) => jobs.find(projectId, batchJobId))
  if (Option.isNone(job)) return yield* failWith("batch_job_not_found")
  const rows = yield* ActivityRepository.use((repository) => repository.listOfBatchJob(projectId, batchJobId))
  const { createdAt } = job.value
  yield* checkIsKept(access, ({ droppedTo, droppedBefore }) =>
    rows.length === 0 ? createdAt <= droppedBefore : rows.some(({ id }) => id <= droppedTo)
  )
  return yield* revert(access, rows, { batchJobId }, body)
})

/** Reverts the changes of a user on a branch, in a time, or previews that. */
export const revertActivity = Effect.fn("revertActivity")(function* (access: RevertAccess, body: RevertActivityBody) {
  const { projectId } = access
  const { authorId = null, createdAfter = null, createdBefore = null } = body
  if (authorId === null) return yield* Effect.fail(fieldErrors({ authorId: "must not be null" }))
  yield* checkIsKept(access, ({ droppedBefore }) => (createdAfter ?? 0) <= droppedBefore)
  const { branchId } = yield* readPlace(access, body.branch)
  const { rows, total } = yield* ActivityRepository.use((repository) =>
    repository.list({
      projectId,
      filter: {
        branchId,
        authorIds: [authorId],
        ...(createdAfter === null ? {} : { createdAfter }),
        ...(createdBefore === null ? {} : { createdBefore })
      },
      sort: [{ property: "id", direction: "asc" }],
      limit: revisionsMax,
      offset: 0
    })
  )
  if (total > revisionsMax) return yield* failTooLarge
  return yield* revert(access, rows, { authorId, createdAfter, createdBefore }, body)
})

/** Fails when a revert needs activity that is no longer kept: with a part of a change nothing could be taken back truly. */
const checkIsKept = Effect.fnUntraced(function* (
  { projectId }: RevertAccess,
  needs: (dropped: DroppedActivity) => boolean
) {
  const dropped = yield* ActivityRetentionRepository.use((repository) => repository.findDropped(projectId))
  if (Option.isSome(dropped) && needs(dropped.value)) {
    return yield* failWith("revert_too_old", [dropped.value.droppedBefore])
  }
})

const failTooLarge = failWith("revert_too_large", [revisionsMax, valuesMax])

/** A plan with the revisions that it led to; a preview has none. */
export interface Revert extends RevertPlan {
  readonly newRevisionIds: ReadonlyArray<number>
  /** The newest revision that the plan saw; null: the project has none. */
  readonly newestRevisionId: number | null
}

const revert = Effect.fnUntraced(function* (
  access: RevertAccess,
  revisions: ReadonlyArray<RevisionRow>,
  params: JsonObject,
  { dryRun, onConflict, expectedRevisionId }: RevertBody
) {
  const { projectId, caller } = access
  const revisionIds = revisions.map(({ id }) => id)
  if (revisions.reduce((sum, { counts }) => sum + sumOf(counts ?? {}), 0) > valuesMax) return yield* failTooLarge
  const newest = Effect.map(
    ActivityRepository.use((repository) => repository.findNewest(projectId)),
    (found) => (Option.isSome(found) ? found.value.id : null)
  )
  const preview = Effect.gen(function* () {
    // The newest revision comes first: a change during the reads makes the preview outdated.
    const newestRevisionId = yield* newest
    const project = yield* readContentProject(access)
    const plan = yield* planRevert(access, project, revisionIds)
    yield* checkTarget(project, targetOf(plan), changesProtectedBranches(access.effectiveScopes))
    const previewed: Revert = { ...plan, newRevisionIds: [], newestRevisionId }
    return previewed
  })
  // Also before a change: which branches it touches is known by then, and most conflicts are found without the lock.
  const previewed = yield* preview
  if (dryRun === true) return previewed
  return yield* changeContent(
    access,
    targetOf(previewed),
    Effect.fnUntraced(function* (project) {
      const newestRevisionId = yield* newest
      if (typeof expectedRevisionId === "number" && expectedRevisionId !== newestRevisionId) {
        return yield* failWith("revert_outdated")
      }
      const isSame = newestRevisionId === previewed.newestRevisionId
      const plan: RevertPlan = isSame ? previewed : yield* planRevert(access, project, revisionIds)
      const conflicts = plan.keys.reduce((sum, { reverted }) => sum + reverted.conflicts.length, 0)
      if (conflicts > 0 && onConflict !== "SKIP") return yield* failWith("revert_conflicts", [conflicts])
      if (!isSame) yield* checkTarget(project, targetOf(plan), changesProtectedBranches(access.effectiveScopes))
      const newRevisionIds: Array<number> = []
      for (const [branchId, keys] of Map.groupBy(changedKeys(plan), (key) => key.branchId)) {
        const named = { revisionIds: revisionIds.slice(0, namedRevisionsMax), ...params }
        const head = { projectId, branchId, authorId: caller.userId, type: "REVERT", params: named } as const
        const revision = yield* openRevision(head)
        yield* writeRevert({ ...project, branchId }, keys, revision, caller.userId)
        const id = yield* revision.close
        if (id !== null) newRevisionIds.push(id)
      }
      const reverted: Revert = { ...plan, newRevisionIds, newestRevisionId }
      return reverted
    })
  )
})

const changedKeys = ({ keys }: RevertPlan) => keys.filter(({ reverted }) => reverted.action !== "NONE")

const targetOf = (plan: RevertPlan) => ({ keyIds: changedKeys(plan).map(({ keyId }) => keyId) })

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
