import type { LanguageBody } from "@dragoman/api"
import { customErrors } from "@dragoman/domain/error"
import { validateLanguage } from "@dragoman/domain/language"
import { type Permission, removeLanguage } from "@dragoman/domain/permission"
import { type LanguageContent, LanguageLimitRepository, LanguageRepository, type LanguageRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { changeContent, changeProject } from "../../change/change-project.ts"
import { followContent } from "../../change/content-follower.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { type Precondition, requireUnchanged } from "../../platform/http/if-match.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getLanguage } from "./language-queries.ts"
import { languageEntity } from "./language-shapes.ts"

/** Adds a language to the project. */
export const createLanguage = Effect.fn("createLanguage")(function* (
  access: ProjectAccess<"languages.edit">,
  body: LanguageBody
) {
  const repository = yield* LanguageRepository
  const content = yield* orFail(validateLanguage(body))
  const now = yield* Clock.currentTimeMillis
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      yield* checkIsFree(access.projectId, content, null)
      const [id = 0] = yield* repository.insert(access.projectId, [content], now)
      yield* record("CREATE_LANGUAGE", [languageEntity(id, null, content)])
      return { ...content, id, base: false }
    })
  )
})

/** Replaces a language; the base language as well, its tag included. */
export const editLanguage = Effect.fn("editLanguage")(function* (
  access: ProjectAccess<"languages.edit">,
  languageId: number,
  body: LanguageBody,
  precondition: Precondition<LanguageRow> | null
) {
  const repository = yield* LanguageRepository
  const content = yield* orFail(validateLanguage(body))
  return yield* changeContent(
    access,
    "project",
    Effect.fnUntraced(function* (project, record) {
      const before = yield* getLanguage(access, languageId)
      yield* requireUnchanged(precondition, before)
      yield* checkIsFree(access.projectId, content, languageId)
      yield* repository.update(languageId, content)
      if (content.tag !== before.tag) yield* followContent(project, { languageIds: [languageId] })
      yield* record("EDIT_LANGUAGE", [languageEntity(languageId, before, content)])
      return { ...before, ...content }
    })
  )
})

/**
 * Deletes a language other than the base one. Permissions that are limited to it are lowered, so that the end of the
 * last permitted language never opens all languages.
 */
export const deleteLanguage = Effect.fn("deleteLanguage")(function* (
  access: ProjectAccess<"languages.edit">,
  languageId: number,
  precondition: Precondition<LanguageRow> | null
) {
  const repository = yield* LanguageRepository
  const now = yield* Clock.currentTimeMillis
  yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const language = yield* getLanguage(access, languageId)
      yield* requireUnchanged(precondition, language)
      if (language.base) return yield* failWith("cannot_delete_base_language")
      yield* repository.remove(languageId, now)
      yield* lowerPermissions(access.projectId, languageId)
      yield* record("DELETE_LANGUAGE", [languageEntity(languageId, language, null)])
    })
  )
})

/** Checks that tag and name are each unique among the live languages of a project. */
const checkIsFree = Effect.fnUntraced(function* (projectId: number, content: LanguageContent, exceptId: number | null) {
  const repository = yield* LanguageRepository
  const taken = yield* repository.findTaken(projectId, content, exceptId)
  if (taken.tag || taken.name) {
    return yield* Effect.fail(
      customErrors({
        ...(taken.tag ? { language_tag_exists: [] } : {}),
        ...(taken.name ? { language_name_exists: [] } : {})
      })
    )
  }
})

/**
 * Lowers permissions of members and of pending invitations; an invitation that would grant nothing any more is
 * withdrawn.
 */
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
