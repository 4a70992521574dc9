import { BranchCopyRepository, BranchRepository, type CopyingBranch, Database } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockProject } from "../../change/change-project.ts"
import { failWith } from "../../platform/fail.ts"

/** Keys that one transaction copies, so that writers of other projects run in between. */
const keysPerTransaction = 500

/** Longest time for one of these transactions; after a crash, writers of the project wait so long at most. */
const leaseMillis = 30_000

/** Pause between two transactions, in real time, for the requests of others. */
const pause = Effect.provideService(Effect.sleep("1 millis"), Clock.Clock, Clock.Clock.defaultValue())

interface NewBranch {
  readonly name: string
  /** The branch whose keys it gets; null: the default one. */
  readonly originBranchId: number | null
  readonly authorId: number | null
}

/**
 * Inserts a branch in the transaction of the operation, which has locked the content of the project and checked the name; returns its
 * id. Changes of content of the project wait until `copyBranch` has copied the keys.
 */
export const beginBranch = Effect.fn("beginBranch")(function* (
  { projectId }: { readonly projectId: number },
  branch: NewBranch
) {
  const copying = yield* BranchCopyRepository
  const now = yield* Clock.currentTimeMillis
  return yield* copying.insert({ ...branch, projectId, leasedUntil: now + leaseMillis }, now)
})

/** Copies the keys to a branch that `beginBranch` inserted, and opens it. When that fails or is interrupted, the branch is deleted. */
export const copyBranch = Effect.fn("copyBranch")(
  function* ({ projectId }: { readonly projectId: number }, branchId: number) {
    const copying = yield* BranchCopyRepository
    const step = stepOf(projectId, branchId)
    const copySome = step((branch) => copying.copyKeys(branchId, branch, keysPerTransaction))
    while ((yield* copySome) > 0) yield* pause
    const positions = yield* copying.listPositions(branchId)
    for (let first = 0; first < positions.length; first += keysPerTransaction) {
      yield* step(() => copying.setPositions(projectId, positions.slice(first, first + keysPerTransaction)))
      yield* pause
    }
    yield* step((branch) => finish(branchId, branch))
  },
  (copy, _, branchId) => Effect.onError(copy, () => deleteUnfinished(branchId))
)

/** Runs a transaction that needs the lock of the project and the lease of the branch. */
const stepOf =
  (projectId: number, branchId: number) =>
  <A, E, R>(run: (branch: CopyingBranch) => Effect.Effect<A, E, R>) =>
    Database.use((database) =>
      database.transaction(
        Effect.gen(function* () {
          yield* lockProject(projectId)
          const copying = yield* BranchCopyRepository
          const now = yield* Clock.currentTimeMillis
          const branch = yield* copying.extend(branchId, now, now + leaseMillis)
          // It was deleted meanwhile, or the server slept until the lease had ended.
          if (Option.isNone(branch)) return yield* failWith("branch_not_found")
          return yield* run(branch.value)
        })
      )
    )

const finish = Effect.fnUntraced(function* (
  branchId: number,
  { projectId, name, originBranchId, authorId }: CopyingBranch
) {
  const branches = yield* BranchRepository.use((repository) => repository.listOfProject(projectId))
  const origin = branches.find(({ id, isDefault }) => (originBranchId === null ? isDefault : id === originBranchId))
  yield* recordActivity({
    projectId,
    authorId,
    type: "BRANCH_CREATE",
    entities: [{ entityClass: "Branch", entityId: branchId, before: null, after: { name, isProtected: false } }],
    params: { source: origin?.name ?? null, target: name }
  })
  // After its own revision, which is the newest one then.
  yield* BranchCopyRepository.use((copying) => copying.finish(branchId))
})

const deleteUnfinished = Effect.fnUntraced(function* (branchId: number) {
  const database = yield* Database
  yield* database.transaction(eraseBranch(branchId))
})

/** Hides a branch at once in the transaction of the operation, so that its name is free; hourly work erases its keys. */
export const eraseBranch = Effect.fn("eraseBranch")(function* (branchId: number) {
  const copying = yield* BranchCopyRepository
  yield* copying.erase(branchId, yield* Clock.currentTimeMillis)
})

/** Hides branches that were being copied when their server stopped. */
export const eraseAbandonedBranches = Effect.fn("eraseAbandonedBranches")(function* () {
  const database = yield* Database
  const copying = yield* BranchCopyRepository
  const now = yield* Clock.currentTimeMillis
  if (yield* copying.isAbandoned(now)) yield* database.transaction(copying.eraseAbandoned(now))
})
