import { randomBytes } from "node:crypto"
import type { CreateProjectApiKeyBody, EditProjectApiKeyBody, RegenerateBody } from "@dragoman/api"
import {
  checkNarrowForeignKey,
  defaultProjectApiKeyDescription,
  encodeProjectApiKey,
  generateProjectApiKey,
  projectApiKeyRandomBytes,
  validateApiKeyCreation,
  validateApiKeyEdit
} from "@dragoman/domain/credential"
import { checkProjectAccess, type Scope } from "@dragoman/domain/permission"
import { Database, ProjectApiKeyRepository, type ProjectApiKeyRow } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import { type Caller, explainError, type UserAccess } from "../../service/access/access.ts"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { lockCaller } from "../../service/access/lock-caller.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"
import { findCallerPermission, getProjectApiKey } from "./project-api-key-queries.ts"

/** Creates a key of the caller and returns it in clear, this once. */
export const createProjectApiKey = Effect.fn("createProjectApiKey")(function* (
  access: UserAccess,
  body: CreateProjectApiKeyBody
) {
  const repository = yield* ProjectApiKeyRepository
  const database = yield* Database
  const { projectId, scopes, description, expiresAt } = yield* orFail(validateApiKeyCreation(body))
  const { key, keyHash, defaultDescription } = newKey(projectId)
  const at = yield* Clock.currentTimeMillis
  const { userId } = access.caller
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockCaller(access.caller)
      yield* checkKeyScopes(access.caller, projectId, scopes)
      const row = { projectId, userId, description: description ?? defaultDescription, scopes, keyHash, expiresAt, at }
      const apiKeyId = yield* repository.create(row)
      yield* recordAudit(access.caller, {
        action: "API_KEY_CREATED",
        object: keyObject(apiKeyId, row.description),
        projectId,
        after: { description: row.description, scopes, expiresAt }
      })
      const created = yield* getProjectApiKey(access, apiKeyId)
      yield* notifyOfKey(created)
      return { row: created, key }
    })
  )
})

/**
 * Edits a key. Its user gives it scopes that the user has; other users who administer the project can only remove
 * scopes. Source: docs/permissions.md#keys-of-others.
 */
export const editProjectApiKey = Effect.fn("editProjectApiKey")(function* (
  access: UserAccess,
  apiKeyId: number,
  body: EditProjectApiKeyBody
) {
  const repository = yield* ProjectApiKeyRepository
  const database = yield* Database
  const { scopes, description } = yield* orFail(validateApiKeyEdit(body))
  return yield* database.transaction(
    Effect.gen(function* () {
      const key = yield* getProjectApiKey(access, apiKeyId)
      if (key.userId === access.caller.userId) yield* checkKeyScopes(access.caller, key.projectId, scopes)
      else yield* failIf(checkNarrowForeignKey(key.scopes, scopes))
      const edited = { description: description ?? key.description, scopes }
      yield* repository.edit(apiKeyId, edited)
      const object = keyObject(apiKeyId, key.description)
      const event = { action: "API_KEY_EDITED", object, projectId: key.projectId } as const
      const before = { description: key.description, scopes: key.scopes }
      yield* recordChange(access.caller, event, before, edited)
      return { ...key, ...edited }
    })
  )
})

/** Checks that the user has all scopes of the key; a project that the caller cannot see is hidden. */
const checkKeyScopes = Effect.fnUntraced(function* (caller: Caller, projectId: number, scopes: ReadonlyArray<Scope>) {
  const permission = yield* findCallerPermission(caller, projectId)
  if (Option.isNone(permission)) return yield* failWith("project_not_found")
  const { facts, computed } = permission.value
  const error = checkProjectAccess({
    effectiveScopes: computed.scopes,
    requiredScopes: scopes,
    keyOfOtherProject: false
  })
  yield* failIf(error && explainError(error, { caller, ...facts }))
})

/**
 * Replaces the secret of a key and returns the new one in clear, this once. Only its user gets it: a key acts in the name
 * of its user. Source: docs/permissions.md#keys-of-others.
 */
export const regenerateProjectApiKey = Effect.fn("regenerateProjectApiKey")(function* (
  access: UserAccess,
  apiKeyId: number,
  body: RegenerateBody
) {
  const repository = yield* ProjectApiKeyRepository
  const database = yield* Database
  const row = yield* getProjectApiKey(access, apiKeyId)
  if (row.userId !== access.caller.userId) return yield* failWith("api_key_of_another_user")
  const { key, keyHash } = newKey(row.projectId)
  const expiresAt = body.expiresAt ?? null
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockCaller(access.caller)
      yield* repository.replace(apiKeyId, { keyHash, expiresAt })
      yield* recordAudit(access.caller, {
        action: "API_KEY_REGENERATED",
        object: keyObject(apiKeyId, row.description),
        projectId: row.projectId,
        before: { expiresAt: row.expiresAt },
        after: { expiresAt }
      })
      yield* notifyOfKey(row)
    })
  )
  return { row: { ...row, expiresAt }, key }
})

/** Deletes a key, which stops working at once. */
export const deleteProjectApiKey = Effect.fn("deleteProjectApiKey")(function* (access: UserAccess, apiKeyId: number) {
  const repository = yield* ProjectApiKeyRepository
  const database = yield* Database
  const { description, projectId, userId, scopes } = yield* getProjectApiKey(access, apiKeyId)
  yield* database.transaction(
    Effect.andThen(
      repository.delete(apiKeyId),
      recordAudit(access.caller, {
        action: "API_KEY_DELETED",
        object: keyObject(apiKeyId, description),
        projectId,
        before: { userId, scopes }
      })
    )
  )
})

/** Notifies users of their own action too: a thief may have done it. */
const notifyOfKey = ({ userId, description, projectId, projectName }: ProjectApiKeyRow) =>
  notifyUsers({
    type: "API_KEY_ISSUED",
    params: { description },
    userIds: [userId],
    project: { id: projectId, name: projectName ?? "" },
    actor: null
  })

const keyObject = (id: number, name: string) => ({ kind: "API_KEY", id, name }) as const

/** `key`: for its user, once. `keyHash`: for the database. */
const newKey = (projectId: number) => {
  const inner = generateProjectApiKey(randomBytes(projectApiKeyRandomBytes))
  return {
    key: encodeProjectApiKey(projectId, inner),
    keyHash: digestOfKey(inner),
    defaultDescription: defaultProjectApiKeyDescription(inner)
  }
}
