import {
  checkChangePermission,
  type Permission,
  type PermissionType,
  type SetDirectPermissionFacts,
  setDirectPermissionScopes,
  setDirectPermissionType
} from "@dragoman/domain/permission"
import type { Validated } from "@dragoman/domain/validation"
import { Database, LanguageRepository, MemberRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { lockProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith, orFail } from "../../platform/fail.ts"

/** As the query has them; absent: no restriction. */
export interface LanguageQuery {
  /** Deprecated alias of `translateLanguages`, read only without it. */
  readonly languages?: ReadonlyArray<number> | undefined
  readonly translateLanguages?: ReadonlyArray<number> | undefined
  readonly viewLanguages?: ReadonlyArray<number> | undefined
  readonly stateChangeLanguages?: ReadonlyArray<number> | undefined
}

/**
 * Gives a member a permission type in place of any direct permission before: at most what the caller has, and to those
 * who have no more than the caller. Source: docs/permissions.md#what-may-be-granted.
 */
export const setPermissionType = Effect.fn("setPermissionType")(function* (
  access: ProjectAccess<"members.edit">,
  userId: number,
  type: PermissionType,
  query: LanguageQuery
) {
  yield* save(access, userId, query, (facts) => setDirectPermissionType(facts, type, toRequested(query)))
})

/** The same with granular scopes. Source: reference "auth-and-permissions" 6.3. */
export const setScopes = Effect.fn("setScopes")(function* (
  access: ProjectAccess<"members.edit">,
  userId: number,
  scopes: ReadonlyArray<string>,
  query: LanguageQuery
) {
  yield* save(access, userId, query, (facts) => setDirectPermissionScopes(facts, scopes, toRequested(query)))
})

const save = Effect.fnUntraced(function* (
  { caller, projectId, computedPermission }: ProjectAccess<"members.edit">,
  userId: number,
  query: LanguageQuery,
  decide: (facts: SetDirectPermissionFacts) => Validated<Permission>
) {
  const members = yield* MemberRepository
  const languages = yield* LanguageRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const found = yield* members.findUser(projectId, userId)
      const existing = yield* languages.listProjects(Object.values(toRequested(query)).flat())
      const permission = yield* orFail(
        decide({
          projectId,
          callerId: caller.userId,
          userId,
          user: Option.match(found, {
            onNone: () => null,
            onSome: ({ organizationRole, directPermission }) => ({
              organizationRole,
              hasDirectPermission: directPermission !== null
            })
          }),
          projectIdsByLanguageId: new Map(existing.map((language) => [language.id, language.projectId]))
        })
      )
      if (Option.isNone(found)) return yield* failWith("user_not_found")
      const error = checkChangePermission(computedPermission, found.value, permission)
      if (error !== null) return yield* Effect.fail(error)
      yield* members.saveDirectPermission(projectId, userId, permission, now)
    })
  )
})

const toRequested = (query: LanguageQuery) => ({
  translateLanguageIds: query.translateLanguages ?? query.languages ?? [],
  viewLanguageIds: query.viewLanguages ?? [],
  stateChangeLanguageIds: query.stateChangeLanguages ?? []
})
