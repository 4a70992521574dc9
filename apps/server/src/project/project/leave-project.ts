import { checkLeaveProject } from "@dragoman/domain/permission"
import { Database, MemberRepository } from "@dragoman/store"
import { Effect } from "effect"
import { lockProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"

import { findProjectUser } from "../member/find-project-user.ts"

/** Gives up the caller's own direct permission. Source: reference "auth-and-permissions" 6.4. */
export const leaveProject = Effect.fn("leaveProject")(function* ({ caller, projectId }: ProjectAccess) {
  const repository = yield* MemberRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const user = yield* findProjectUser(projectId, caller.userId)
      const error = checkLeaveProject(user)
      if (error !== null) return yield* Effect.fail(error)
      yield* repository.removeDirectPermission(projectId, caller.userId)
    })
  )
})
