import type { ErrorCode } from "@dragoman/domain/error"
import type { ListQuery } from "@dragoman/domain/page"
import { computePermission, effectiveScopes, hasScope } from "@dragoman/domain/permission"
import { AccessRepository, ProjectApiKeyRepository, ProjectRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { Caller, ProjectAccess, UserAccess } from "../../service/access/access.ts"
import { usesBranches } from "../branch/branch-feature.ts"

/** Reads a page of the caller's keys to live projects. */
export const listOwnApiKeys = Effect.fn("listOwnApiKeys")(
  ({ caller }: UserAccess, query: ListQuery<"apiKeys"> & { readonly filterProjectId?: number | undefined }) =>
    listApiKeys(query, { readerId: caller.userId, userId: caller.userId, projectId: query.filterProjectId ?? null })
)

/** Reads a page of the keys of all users to the project. */
export const listApiKeysOfProject = Effect.fn("listApiKeysOfProject")(
  ({ caller, projectId }: ProjectAccess<"admin">, query: ListQuery<"apiKeys">) =>
    listApiKeys(query, { readerId: caller.userId, userId: null, projectId })
)

const listApiKeys = Effect.fnUntraced(function* (
  query: ListQuery<"apiKeys">,
  filter: { readonly readerId: number; readonly userId: number | null; readonly projectId: number | null }
) {
  const repository = yield* ProjectApiKeyRepository
  return yield* paged("apiKeys", query, (slice) => repository.list({ ...filter, ...slice }))
})

/**
 * Finds a key of the caller, or of any user in a project that the caller administers. `absentCode`: also for the keys
 * that the caller may not see.
 */
export const getProjectApiKey = Effect.fn("getProjectApiKey")(function* (
  { caller }: UserAccess,
  apiKeyId: number,
  absentCode: ErrorCode = "api_key_not_found"
) {
  const repository = yield* ProjectApiKeyRepository
  const found = yield* repository.find(apiKeyId, caller.userId)
  if (Option.isNone(found)) return yield* failWith(absentCode)
  const key = found.value
  if (key.userId === caller.userId) return key
  const permission = yield* findCallerPermission(caller, key.projectId)
  const isAdministered = Option.exists(permission, ({ computed }) => hasScope(computed, "admin"))
  return isAdministered ? key : yield* failWith(absentCode)
})

/**
 * Reads the permission of the caller, as a user, in a project that the path does not name. None: there is no such
 * project. No scopes: the caller cannot see it.
 */
export const findCallerPermission = Effect.fn("findCallerPermission")(function* (
  { userId, serverRole }: Caller,
  projectId: number
) {
  const repository = yield* AccessRepository
  const found = yield* repository.findProject(projectId, userId)
  return Option.map(found, (facts) => ({ facts, computed: computePermission({ ...facts, serverRole }) }))
})

/** Reads the key of the request, whether its project uses branches, and the languages that its user may translate (null: all). */
export const getCurrentApiKey = Effect.fn("getCurrentApiKey")(function* (access: UserAccess) {
  const { credential } = access.caller
  if (credential.kind !== "PAK") return yield* failWith("invalid_authentication_method")
  const row = yield* getProjectApiKey(access, credential.id)
  const permission = yield* findCallerPermission(access.caller, row.projectId)
  return {
    row,
    branchingEnabled: yield* usesBranches(row.projectId),
    permittedLanguageIds: Option.isSome(permission) ? permission.value.computed.translateLanguageIds : null
  }
})

/**
 * Reads the permission of the credential in its project. A project API key has a project of its own, and gets a
 * response also when it has no scopes there; `isVisible` false: its user may not see the project. `projectId`: for the
 * other credentials.
 */
export const getCurrentPermissions = Effect.fn("getCurrentPermissions")(function* (
  { caller }: UserAccess,
  projectId: number | undefined
) {
  const repository = yield* ProjectRepository
  const { credential, serverRole } = caller
  const key = credential.kind === "PAK" ? credential : null
  const id = key?.projectId ?? projectId
  if (id === undefined) return yield* failWith("no_project_id_provided")
  const found = yield* repository.find(id, caller.userId)
  if (Option.isNone(found)) return yield* failWith("project_not_found")
  const project = found.value
  const computed = computePermission({ ...project, basePermission: project.organization.basePermission, serverRole })
  const scopes = effectiveScopes(computed, key?.scopes ?? null)
  if (key === null && scopes.length === 0) return yield* failWith("project_not_found")
  const isVisible = computed.scopes.length > 0
  return { project, isVisible, computed, scopes, type: key === null ? computed.type : null }
})
