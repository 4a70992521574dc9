import { type Permission, removeLanguage } from "@dragoman/domain/permission"
import { Database, LanguageLimitRepository, LanguageRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockProject } from "../../change/lock/lock-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { getLanguage } from "./get-language.ts"
import { languageEntity } from "./language-entity.ts"

/**
 * Deletes a language other than the base one. Permissions that are limited to it are lowered, so that the end of the
 * last permitted language never opens all languages.
 * Source: reference "content-api" 1.5; "auth-and-permissions" 2.5.
 */
export const deleteLanguage = Effect.fn("deleteLanguage")(function* (
  access: ProjectAccess<"languages.edit">,
  languageId: number
) {
  const repository = yield* LanguageRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const { caller, projectId } = access
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const language = yield* getLanguage(access, languageId)
      if (language.base) return yield* failWith("cannot_delete_base_language")
      yield* repository.remove(languageId, now)
      yield* lowerPermissions(projectId, languageId)
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "DELETE_LANGUAGE",
        entities: [languageEntity(languageId, language, null)]
      })
    })
  )
})

/** Of members and of pending invitations; an invitation that would grant nothing any more is withdrawn. */
const lowerPermissions = Effect.fnUntraced(function* (projectId: number, languageId: number) {
  const repository = yield* LanguageLimitRepository
  const rows = yield* repository.list(projectId)
  const lowered = rows
    .filter(({ permission }) => languageListsOf(permission).some((ids) => ids?.includes(languageId)))
    .map((row) => ({ ...row, permission: removeLanguage(row.permission, languageId) }))
  yield* repository.update(
    projectId,
    lowered.flatMap(({ permission, ...row }) => (permission === null ? [] : [{ ...row, permission }]))
  )
  yield* repository.remove(
    projectId,
    lowered.filter(({ permission }) => permission === null)
  )
})

const languageListsOf = (permission: Permission) => [
  permission.translateLanguageIds,
  permission.viewLanguageIds,
  permission.stateChangeLanguageIds
]
