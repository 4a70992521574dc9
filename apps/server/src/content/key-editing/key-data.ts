import type { KeyWithDataModel } from "@dragoman/api"
import {
  type KeyRow,
  type LanguageRow,
  ScreenshotRepository,
  type ScreenshotRow,
  TagRepository,
  type TagRow,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect } from "effect"
import { readBranchNames } from "../../change/branch-place.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import type { ImageLinks } from "../image/image-links.ts"
import { screenshotsByKey, screenshotToModel } from "../screenshot/screenshot-shapes.ts"
import { readTranslationLabels, type TranslationLabels } from "../translation/translation-labels.ts"
import { translationsToModel } from "../translation/translation-shapes.ts"

/** A key with those of its texts, tags and screenshots that the caller may view. */
export interface KeyWithData<Key extends KeyRow = KeyRow> {
  readonly key: Key
  /** Name of the branch; null: the project uses no branches. */
  readonly branch: string | null
  readonly languages: ReadonlyArray<LanguageRow>
  readonly translations: ReadonlyArray<TranslationRow>
  readonly labels: TranslationLabels
  readonly tags: ReadonlyArray<TagRow>
  readonly screenshots: ReadonlyArray<ScreenshotRow>
}

/** Adds to keys the texts in these languages, tags and screenshots that the caller may view. */
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
    access.projectId,
    ids,
    viewable.map(({ id }) => id)
  )
  const textsByKey = Map.groupBy(rows, ({ keyId }) => keyId)
  const labels = yield* readTranslationLabels(rows)
  const branchNames = yield* readBranchNames(access)
  const tagsByKey = Map.groupBy(yield* tags.listOfKeys(ids), ({ keyId }) => keyId)
  const images: ReadonlyArray<ScreenshotRow> = access.effectiveScopes.includes("screenshots.view")
    ? yield* screenshots.listOfKeys(ids)
    : []
  const imagesByKey = screenshotsByKey(images)
  return keys.map(
    (key): KeyWithData<Key> => ({
      key,
      branch: branchNames.get(key.branchId) ?? null,
      languages: viewable,
      translations: textsByKey.get(key.id) ?? [],
      labels,
      tags: tagsByKey.get(key.id) ?? [],
      screenshots: imagesByKey.get(key.id) ?? []
    })
  )
})

/** Works like `listKeyData`, for one key. */
export const getKeyData = Effect.fnUntraced(function* <Key extends KeyRow>(
  access: ProjectAccess,
  languages: ReadonlyArray<LanguageRow>,
  key: Key
) {
  const [data] = yield* listKeyData(access, languages, [key])
  return data as KeyWithData<Key>
})

/** Converts a single key for responses, with its texts. */
export const keyWithDataToModel = (
  { key, branch, languages, translations, labels, tags, screenshots }: KeyWithData,
  links: ImageLinks
): KeyWithDataModel => ({
  id: key.id,
  name: key.name,
  namespace: key.namespace,
  description: key.description,
  translations: translationsToModel(translations, languages, labels),
  tags: tags.map(({ id, name }) => ({ id, name })),
  screenshots: screenshots.map((row) => screenshotToModel(row, links)),
  isPlural: key.isPlural,
  pluralArgName: key.pluralArgumentName,
  custom: key.customValues ?? {},
  maxCharLimit: key.maxCharLimit,
  branch
})
