import type { DomainError } from "@dragoman/domain/error"
import {
  checkChangePermission,
  checkLeaveProject,
  checkResetPermission,
  checkRevokeAccess,
  computePermission,
  type Permission,
  type PermissionFacts,
  type PermissionType,
  type SetDirectPermissionFacts,
  setDirectPermissionScopes,
  setDirectPermissionType
} from "@dragoman/domain/permission"
import type { Validated } from "@dragoman/domain/validation"
import { Database, LanguageRepository, MemberRepository, type MemberRow, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { changeProject } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import { type Precondition, requireUnchanged } from "../../platform/http/if-match.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"
import { getProjectUser, withHasDirectPermission } from "./member-queries.ts"

/** Language restrictions of the query; absent: no restriction. */
export interface LanguageQuery {
  /** Deprecated alias of `translateLanguages`, read only without it. */
  readonly languages?: ReadonlyArray<number> | undefined
  readonly translateLanguages?: ReadonlyArray<number> | undefined
  readonly viewLanguages?: ReadonlyArray<number> | undefined
  readonly stateChangeLanguages?: ReadonlyArray<number> | undefined
}

/**
 * Replaces the direct permission of a member by a permission type: at most what the caller has, and only for members who
 * have no more than the caller. Source: docs/permissions.md#what-may-be-granted.
 */
export const setPermissionType = Effect.fn("setPermissionType")(
  (
    access: ProjectAccess<"members.edit">,
    userId: number,
    type: PermissionType,
    query: LanguageQuery,
    precondition: Precondition<MemberRow> | null
  ) =>
    setDirectPermission(access, userId, query, precondition, (facts) =>
      setDirectPermissionType(facts, type, toRequested(query))
    )
)

/** Works like `setPermissionType`, with granular scopes. */
export const setScopes = Effect.fn("setScopes")(
  (
    access: ProjectAccess<"members.edit">,
    userId: number,
    scopes: ReadonlyArray<string>,
    query: LanguageQuery,
    precondition: Precondition<MemberRow> | null
  ) =>
    setDirectPermission(access, userId, query, precondition, (facts) =>
      setDirectPermissionScopes(facts, scopes, toRequested(query))
    )
)

const setDirectPermission = Effect.fnUntraced(function* (
  access: ProjectAccess<"members.edit">,
  userId: number,
  query: LanguageQuery,
  precondition: Precondition<MemberRow> | null,
  decide: (facts: SetDirectPermissionFacts) => Validated<Permission>
) {
  const { caller, projectId, computedPermission } = access
  const members = yield* MemberRepository
  const languages = yield* LanguageRepository
  const users = yield* UserRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const change = changeProject(
    access,
    Effect.fnUntraced(function* (project) {
      const user = Option.getOrNull(yield* members.findUser(projectId, userId))
      const existing = yield* languages.listProjects(Object.values(toRequested(query)).flat())
      const permission = yield* orFail(
        decide({
          projectId,
          callerId: caller.userId,
          userId,
          user: user && withHasDirectPermission(user),
          projectIdsByLanguageId: new Map(existing.map((language) => [language.id, language.projectId]))
        })
      )
      if (user === null) return yield* failWith("user_not_found")
      yield* requireUnchanged(precondition, user)
      yield* failIf(checkChangePermission(computedPermission, user, permission))
      yield* members.saveDirectPermission(projectId, userId, permission, now)
      const event = permissionEvent(access, "PROJECT_PERMISSION_SET", user)
      yield* recordChange(caller, event, { ...user.directPermission }, { ...permission })
      if (!canEnter(user) && canEnter({ ...user, directPermission: permission })) {
        yield* notifyUsers({
          type: "ADDED_TO_PROJECT",
          params: {},
          userIds: [userId],
          project: { id: projectId, name: project.name },
          actor: caller
        })
      }
    })
  )
  // The account cannot be deleted before this transaction ends. ADR 13: its lock comes before that of the project.
  yield* database.transaction(Effect.andThen(users.lock([userId]), change))
})

/** Whether a user may do anything in the project. */
const canEnter = (user: PermissionFacts): boolean => computePermission(user).scopes.length > 0

const toRequested = (query: LanguageQuery) => ({
  translateLanguageIds: query.translateLanguages ?? query.languages ?? [],
  viewLanguageIds: query.viewLanguages ?? [],
  stateChangeLanguageIds: query.stateChangeLanguages ?? []
})

/**
 * Resets a member to the base permission of the organization. The caller needs everything that the member has before and
 * after. Source: docs/permissions.md#what-may-be-granted.
 */
export const resetToOrganization = Effect.fn("resetToOrganization")(
  (access: ProjectAccess<"members.edit">, userId: number, precondition: Precondition<MemberRow> | null) =>
    removeDirectPermission(
      access,
      "PROJECT_PERMISSION_SET",
      userId,
      precondition,
      (user) =>
        checkResetPermission({ callerId: access.caller.userId, userId, user }) ??
        checkChangePermission(access.computedPermission, user, null)
    )
)

/** Removes a user without a role in the organization from the project. */
export const revokeAccess = Effect.fn("revokeAccess")(
  (access: ProjectAccess<"members.edit">, userId: number, precondition: Precondition<MemberRow> | null) =>
    removeDirectPermission(
      access,
      "PROJECT_ACCESS_REVOKED",
      userId,
      precondition,
      (user) =>
        checkRevokeAccess({ callerId: access.caller.userId, userId, user }) ??
        checkChangePermission(access.computedPermission, user, null)
    )
)

/** Gives up the caller's own direct permission. */
export const leaveProject = Effect.fn("leaveProject")((access: ProjectAccess) =>
  removeDirectPermission(access, "PROJECT_ACCESS_REVOKED", access.caller.userId, null, checkLeaveProject)
)

const removeDirectPermission = Effect.fnUntraced(function* (
  access: ProjectAccess,
  action: PermissionAction,
  userId: number,
  precondition: Precondition<MemberRow> | null,
  check: (user: Effect.Success<ReturnType<typeof getProjectUser>>) => DomainError | null
) {
  const repository = yield* MemberRepository
  yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const user = yield* getProjectUser(access, userId)
      yield* requireUnchanged(precondition, user)
      yield* failIf(check(user))
      yield* repository.removeDirectPermission(access.projectId, userId)
      const before = user.directPermission
      if (before === null) return
      yield* recordAudit(access.caller, { ...permissionEvent(access, action, user), before: { ...before } })
    })
  )
})

type PermissionAction = "PROJECT_PERMISSION_SET" | "PROJECT_ACCESS_REVOKED"

const permissionEvent = (
  { organizationId, projectId }: ProjectAccess,
  action: PermissionAction,
  { userId, username }: { readonly userId: number; readonly username: string }
) => ({ action, object: { kind: "USER", id: userId, name: username }, organizationId, projectId }) as const
