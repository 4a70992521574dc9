import { domainError } from "@dragoman/domain/error"
import { BranchRepository } from "@dragoman/store"
import { Effect } from "effect"
import { changeProject, type LockedProject, type Record } from "../../change/change-project.ts"
import { failIf, failWith } from "../../platform/fail.ts"
import { SwitchedOffFeatures } from "../../platform/feature/switched-off-features.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Fails unless server and project use branches. */
export const requireBranches = Effect.fn("requireBranches")(function* ({ projectId }: { readonly projectId: number }) {
  yield* requireBranchesOfServer
  const isUsed = yield* BranchRepository.use((branches) => branches.isUsedBy(projectId))
  yield* failIf(isUsed ? null : notUsed)
})

/** Whether server and project use branches. */
export const usesBranches = Effect.fn("usesBranches")(function* (projectId: number) {
  if ((yield* SwitchedOffFeatures).has("BRANCHING")) return false
  return yield* BranchRepository.use((branches) => branches.isUsedBy(projectId))
})

/** Works like `changeProject`; fails unless server and project use branches. */
export const changeBranches = <A, E, R>(
  access: ProjectAccess<"project.edit">,
  change: (project: LockedProject, record: Record) => Effect.Effect<A, E, R>
) =>
  Effect.andThen(
    requireBranchesOfServer,
    changeProject(access, (project, record) =>
      Effect.andThen(failIf(project.useBranching ? null : notUsed), change(project, record))
    )
  )

const requireBranchesOfServer = Effect.gen(function* () {
  if ((yield* SwitchedOffFeatures).has("BRANCHING")) return yield* failWith("feature_not_enabled", ["BRANCHING"])
})

const notUsed = domainError("feature_not_enabled_for_project", ["BRANCHING"])
