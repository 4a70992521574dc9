import type { LanguageBody } from "@dragoman/api"
import { validateLanguage } from "@dragoman/domain/language"
import { Database, LanguageRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockProject } from "../../change/lock/lock-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { checkLanguageIsFree } from "./check-language-is-free.ts"
import { languageEntity } from "./language-entity.ts"

/** Adds a language to the project. Source: reference "content-api" 1.2 and 1.3. */
export const createLanguage = Effect.fn("createLanguage")(function* (
  { caller, projectId }: ProjectAccess<"languages.edit">,
  body: LanguageBody
) {
  const repository = yield* LanguageRepository
  const database = yield* Database
  const content = yield* orFail(validateLanguage(body))
  const now = yield* Clock.currentTimeMillis
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      yield* checkLanguageIsFree(projectId, content, null)
      const [id = 0] = yield* repository.insert(projectId, [content], now)
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "CREATE_LANGUAGE",
        entities: [languageEntity(id, null, content)]
      })
      return { ...content, id, base: false }
    })
  )
})
