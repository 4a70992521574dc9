import { checkScopes, type Scope } from "@dragoman/domain/permission"
import { Effect } from "effect"

import type { ProjectAccess } from "./grant.ts"

/** For checks inside an operation that needs more than its endpoint demands: 403 with the missing scopes. */
export const requireScopes = (access: ProjectAccess, scopes: ReadonlyArray<Scope>) => {
  const error = checkScopes(access.effectiveScopes, scopes)
  return error === null ? Effect.void : Effect.fail(error)
}
