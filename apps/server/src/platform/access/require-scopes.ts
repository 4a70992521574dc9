import { checkScopes, type Scope } from "@dragoman/domain/permission"
import { Effect } from "effect"

import type { ProjectAccess } from "./access.ts"

/** For operations that need more scopes than their endpoint requires: 403 with the missing scopes. */
export const requireScopes = (access: ProjectAccess, scopes: ReadonlyArray<Scope>) => {
  const error = checkScopes(access.effectiveScopes, scopes)
  return error === null ? Effect.void : Effect.fail(error)
}
