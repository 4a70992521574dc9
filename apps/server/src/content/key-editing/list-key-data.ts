import {
  type KeyRow,
  type LanguageRow,
  ScreenshotRepository,
  type ScreenshotRow,
  TagRepository,
  TranslationRepository
} from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import { screenshotsByKey } from "../screenshot/screenshots-by-key.ts"
import type { KeyWithData } from "./key-to-model.ts"

/** What keys have, as far as the caller may view it: texts in these languages of the project, tags, screenshots. */
export const listKeyData = Effect.fn("listKeyData")(function* <Key extends KeyRow>(
  access: ProjectAccess,
  languages: ReadonlyArray<LanguageRow>,
  keys: ReadonlyArray<Key>
) {
  const tags = yield* TagRepository
  const translations = yield* TranslationRepository
  const screenshots = yield* ScreenshotRepository
  const viewable = viewableLanguages(access, languages)
  const ids = keys.map(({ id }) => id)
  const rows = yield* translations.list(
    ids,
    viewable.map(({ id }) => id)
  )
  const textsByKey = Map.groupBy(rows, ({ keyId }) => keyId)
  const tagsByKey = Map.groupBy(yield* tags.listOfKeys(ids), ({ keyId }) => keyId)
  const images: ReadonlyArray<ScreenshotRow> = access.effectiveScopes.includes("screenshots.view")
    ? yield* screenshots.listOfKeys(ids)
    : []
  const imagesByKey = screenshotsByKey(images)
  return keys.map(
    (key): KeyWithData<Key> => ({
      key,
      languages: viewable,
      translations: textsByKey.get(key.id) ?? [],
      tags: tagsByKey.get(key.id) ?? [],
      screenshots: imagesByKey.get(key.id) ?? []
    })
  )
})

/** The same of one key. */
export const getKeyData = Effect.fnUntraced(function* <Key extends KeyRow>(
  access: ProjectAccess,
  languages: ReadonlyArray<LanguageRow>,
  key: Key
) {
  const [data] = yield* listKeyData(access, languages, [key])
  return data as KeyWithData<Key>
})
