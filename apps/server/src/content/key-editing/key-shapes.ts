import type { KeyModel, KeyWithDataModel } from "@dragoman/api"
import type { KeyRow, LanguageRow, ScreenshotRow, TagRow, TranslationRow } from "@dragoman/store"
import type { ImageLinks } from "../image/image-links.ts"
import { screenshotToModel } from "../screenshot/screenshot-shapes.ts"
import { translationsToModel } from "../translation/translation-shapes.ts"

/** As lists and edits show a key. */
export const keyToModel = (key: KeyRow): KeyModel => ({
  id: key.id,
  name: key.name,
  namespace: key.namespace,
  description: key.description,
  custom: key.customValues,
  maxCharLimit: key.maxCharLimit,
  branch: null
})

/** A key with everything that belongs to it and that the caller may view. */
export interface KeyWithData<Key extends KeyRow = KeyRow> {
  readonly key: Key
  readonly languages: ReadonlyArray<LanguageRow>
  readonly translations: ReadonlyArray<TranslationRow>
  readonly tags: ReadonlyArray<TagRow>
  readonly screenshots: ReadonlyArray<ScreenshotRow>
}

/** As a single key is shown, with its texts. */
export const keyWithDataToModel = (
  { key, languages, translations, tags, screenshots }: KeyWithData,
  links: ImageLinks
): KeyWithDataModel => ({
  id: key.id,
  name: key.name,
  namespace: key.namespace,
  description: key.description,
  translations: translationsToModel(translations, languages),
  tags: tags.map(({ id, name }) => ({ id, name })),
  screenshots: screenshots.map((row) => screenshotToModel(row, links)),
  isPlural: key.isPlural,
  pluralArgName: key.pluralArgumentName,
  custom: key.customValues ?? {},
  maxCharLimit: key.maxCharLimit,
  branch: null
})
