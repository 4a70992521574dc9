import { ActivityRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { renderRevisions } from "./render-revisions.ts"

/** One revision of the project. Source: reference "webhooks" 3.6. */
export const getActivity = Effect.fn("getActivity")(function* (
  access: ProjectAccess<"activity.view">,
  revisionId: number
) {
  const repository = yield* ActivityRepository
  const found = yield* repository.find(access.projectId, revisionId)
  const [revision] = Option.isSome(found) ? yield* renderRevisions(access, [found.value]) : []
  return revision ?? (yield* failWith("resource_not_found"))
})
