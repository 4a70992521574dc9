import { type KeyRow, TagRepository, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { viewableLanguages } from "../language/viewable-languages.ts"
import type { ContentProject } from "../project/content-project.ts"
import type { KeyWithData } from "./key-to-model.ts"

/** A key with its tags, and its texts in the languages that the caller may view. */
export const getKeyWithData = Effect.fn("getKeyWithData")(function* (
  access: ProjectAccess,
  project: Pick<ContentProject, "languages">,
  key: KeyRow
) {
  const tags = yield* TagRepository
  const translations = yield* TranslationRepository
  const languages = viewableLanguages(access, project.languages)
  const languageIds = languages.map(({ id }) => id)
  const data: KeyWithData = {
    key,
    languages,
    translations: yield* translations.list([key.id], languageIds),
    tags: yield* tags.listOfKeys([key.id])
  }
  return data
})
