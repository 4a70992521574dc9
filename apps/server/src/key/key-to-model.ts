import type { KeyModel, KeyWithDataModel } from "@dragoman/api"
import type { KeyRow, LanguageRow, TagRow, TranslationRow } from "@dragoman/store"
import { translationsToModel } from "../translation/translation-to-model.ts"

/** Source: reference "content-api" 2.2. */
export const keyToModel = (key: KeyRow): KeyModel => ({
  id: key.id,
  name: key.name,
  namespace: key.namespace,
  description: key.description,
  custom: key.customValues,
  maxCharLimit: key.maxCharLimit,
  branch: null
})

/** What belongs to a key, as far as the caller may see it. */
export interface KeyWithData {
  readonly key: KeyRow
  readonly languages: ReadonlyArray<LanguageRow>
  readonly translations: ReadonlyArray<TranslationRow>
  readonly tags: ReadonlyArray<TagRow>
}

/** Source: reference "content-api" 2.2. */
export const keyWithDataToModel = ({ key, languages, translations, tags }: KeyWithData): KeyWithDataModel => ({
  id: key.id,
  name: key.name,
  namespace: key.namespace,
  description: key.description,
  translations: translationsToModel(translations, languages),
  tags: tags.map(({ id, name }) => ({ id, name })),
  screenshots: [],
  isPlural: key.isPlural,
  pluralArgName: key.pluralArgumentName,
  custom: key.customValues ?? {},
  maxCharLimit: key.maxCharLimit,
  branch: null
})
