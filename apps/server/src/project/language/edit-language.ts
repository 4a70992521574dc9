import type { LanguageBody } from "@dragoman/api"
import { validateLanguage } from "@dragoman/domain/language"
import { Database, LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockProject } from "../../change/lock/lock-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { checkLanguageIsFree } from "./check-language-is-free.ts"
import { getLanguage } from "./get-language.ts"
import { languageEntity } from "./language-entity.ts"

/** Replaces a language; the base language as well, its tag included. Source: reference "content-api" 1.2 and 1.3. */
export const editLanguage = Effect.fn("editLanguage")(function* (
  access: ProjectAccess<"languages.edit">,
  languageId: number,
  body: LanguageBody
) {
  const repository = yield* LanguageRepository
  const database = yield* Database
  const content = yield* orFail(validateLanguage(body))
  const { caller, projectId } = access
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const before = yield* getLanguage(access, languageId)
      yield* checkLanguageIsFree(projectId, content, languageId)
      yield* repository.update(languageId, content)
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "EDIT_LANGUAGE",
        entities: [languageEntity(languageId, before, content)]
      })
      return { ...before, ...content }
    })
  )
})
