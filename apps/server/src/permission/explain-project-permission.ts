import { refuseFields } from "@dragoman/domain/error"
import { explainPermission, isScope } from "@dragoman/domain/permission"
import { MemberRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refused, refusedWith } from "../http/refused.ts"
import { getLanguage } from "../language/get-language.ts"

export interface ExplanationQuery {
  /** Absent: the caller. */
  readonly userId?: number | undefined
  readonly scope?: string | undefined
  readonly languageId?: number | undefined
}

/**
 * Why a user has a scope in the project, or has not. Everybody may ask about themselves, so that every 403 can be asked;
 * about others only who may view the members. Asked about oneself with a project API key, the key counts as well.
 * Source: product section 3.1.
 */
export const explainProjectPermission = Effect.fn("explainProjectPermission")(function* (
  access: ProjectAccess,
  query: ExplanationQuery
) {
  const { caller, projectId } = access
  const userId = query.userId ?? caller.userId
  const isSelf = userId === caller.userId
  if (!isSelf && !access.effectiveScopes.includes("members.view")) {
    return yield* refusedWith(403, "operation_not_permitted", ["members.view"])
  }
  const { scope = "" } = query
  if (scope === "") return yield* refused(refuseFields({ scope: "must not be blank" }))
  if (!isScope(scope)) return yield* refusedWith(400, "scope_not_found", [scope])
  if (query.languageId !== undefined) yield* getLanguage(access, query.languageId)
  const repository = yield* MemberRepository
  const found = yield* repository.findUser(projectId, userId)
  if (Option.isNone(found)) return yield* refusedWith(404, "user_not_found")
  const keyScopes = isSelf && caller.credential.kind === "PAK" ? caller.credential.scopes : null
  return { userId, ...explainPermission(found.value, scope, query.languageId ?? null, keyScopes) }
})
