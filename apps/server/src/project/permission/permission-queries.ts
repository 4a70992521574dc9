import { fieldErrors } from "@dragoman/domain/error"
import {
  checkExplain,
  explainedUser,
  explainPermission,
  explainPermissionAt,
  isScope
} from "@dragoman/domain/permission"
import { AccessRepository, MemberRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getLanguage } from "../language/language-queries.ts"
import { getProject } from "../project/project-queries.ts"

export interface ExplanationQuery {
  /** The user; absent: the caller. */
  readonly userId?: number | undefined
  readonly scope?: string | undefined
  readonly languageId?: number | undefined
  /** Needs the language. */
  readonly keyId?: number | undefined
}

/**
 * Explains why a user has a scope in the project or lacks it. For the caller with a project API key, the key counts as
 * well. Source: docs/permissions.md#ask-why.
 */
export const explainProjectPermission = Effect.fn("explainProjectPermission")(function* (
  access: ProjectAccess,
  query: ExplanationQuery
) {
  const { userId: callerId, serverRole, credential } = access.caller
  const userId = query.userId ?? callerId
  yield* failIf(checkExplain(callerId, userId, access.effectiveScopes))
  const { scope = "" } = query
  if (scope === "") return yield* Effect.fail(fieldErrors({ scope: "must not be blank" }))
  if (!isScope(scope)) return yield* failWith("scope_not_found", [scope])
  const { languageId, keyId } = query
  if (languageId !== undefined) yield* getLanguage(access, languageId)
  if (keyId !== undefined && languageId === undefined) {
    return yield* Effect.fail(fieldErrors({ languageId: "must not be null" }))
  }
  const repository = yield* MemberRepository
  const found = Option.getOrNull(yield* repository.findUser(access.projectId, userId))
  const { publicProjects } = yield* Settings
  const isVisit = publicProjects && (yield* getProject(access)).isPublic
  const seesAccounts = serverRole === "ADMIN" && credential.kind !== "PAK"
  const user = yield* orFail(explainedUser({ callerId, userId, seesAccounts, user: found }))
  const keyScopes = userId === callerId && credential.kind === "PAK" ? credential.scopes : null
  const facts = { ...user, isVisit }
  if (keyId === undefined || languageId === undefined) {
    return { userId, ...explainPermission(facts, scope, languageId ?? null, keyScopes) }
  }
  const tasks = yield* AccessRepository.use((accesses) => accesses.listTaskPlaces(access.projectId, userId, [keyId]))
  return { userId, ...explainPermissionAt(facts, scope, { keyId, languageId }, tasks, keyScopes) }
})
