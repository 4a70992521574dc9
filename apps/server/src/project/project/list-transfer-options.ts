import { ProjectRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"

/** Organizations that the caller owns and could give the project to. Source: reference "auth-and-permissions" 3.6. */
export const listTransferOptions = Effect.fn("listTransferOptions")(function* (
  { caller, organizationId }: ProjectAccess<"admin">,
  search: string
) {
  const repository = yield* ProjectRepository
  return yield* repository.listTransferOptions({ userId: caller.userId, exceptOrganizationId: organizationId, search })
})
