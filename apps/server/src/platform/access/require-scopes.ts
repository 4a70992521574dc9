import { checkScopes, type Scope } from "@dragoman/domain/permission"
import { Effect } from "effect"
import { refused } from "../refused.ts"
import type { ProjectAccess } from "./grant.ts"

/** For checks inside an operation that needs more than its endpoint demands: 403 with the missing scopes. */
export const requireScopes = (access: ProjectAccess, scopes: ReadonlyArray<Scope>) => {
  const refusal = checkScopes(access.effectiveScopes, scopes)
  return refusal === null ? Effect.void : refused(refusal)
}
