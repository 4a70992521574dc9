import { fieldErrors } from "@dragoman/domain/error"
import { explainPermission, isScope } from "@dragoman/domain/permission"
import { MemberRepository, type MemberRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { getLanguage } from "../language/language-queries.ts"

export interface ExplanationQuery {
  /** Absent: the caller. */
  readonly userId?: number | undefined
  readonly scope?: string | undefined
  readonly languageId?: number | undefined
}

/**
 * Why a user has a scope in the project, or has not. Everybody may ask about themselves, so that every 403 can be asked;
 * about other members only who may view them. Asked about oneself with a project API key, the key counts as well.
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
    return yield* failWith("operation_not_permitted", ["members.view"])
  }
  const { scope = "" } = query
  if (scope === "") return yield* Effect.fail(fieldErrors({ scope: "must not be blank" }))
  if (!isScope(scope)) return yield* failWith("scope_not_found", [scope])
  if (query.languageId !== undefined) yield* getLanguage(access, query.languageId)
  const repository = yield* MemberRepository
  const found = yield* repository.findUser(projectId, userId)
  // An account that has nothing to do with the project is like none, but for who may see all accounts.
  const seesAccounts = caller.serverRole === "ADMIN" && caller.credential.kind !== "PAK"
  const isAskable = isSelf || seesAccounts || Option.exists(found, isOfProject)
  if (Option.isNone(found) || !isAskable) return yield* failWith("user_not_found")
  const keyScopes = isSelf && caller.credential.kind === "PAK" ? caller.credential.scopes : null
  return { userId, ...explainPermission(found.value, scope, query.languageId ?? null, keyScopes) }
})

const isOfProject = ({ organizationRole, directPermission }: MemberRow): boolean =>
  organizationRole !== null || directPermission !== null
