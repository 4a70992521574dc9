import { LanguageRepository, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { findKey } from "../key/find-key.ts"

/** The languages into which a key is not translated, by id. Source: reference "content-api" 2.3. */
export const listDisabledLanguages = Effect.fn("listDisabledLanguages")(function* (
  access: ProjectAccess<"keys.view">,
  keyId: number
) {
  yield* findKey(access, keyId)
  const languages = yield* LanguageRepository
  const translations = yield* TranslationRepository
  const rows = yield* translations.list([keyId], null)
  const disabled = new Set(rows.filter(({ state }) => state === "DISABLED").map(({ languageId }) => languageId))
  return (yield* languages.listOfProject(access.projectId))
    .filter(({ id }) => disabled.has(id))
    .toSorted((left, right) => left.id - right.id)
})
