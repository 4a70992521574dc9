import type { EntityChange, EntityRelations, JsonObject } from "@dragoman/domain/activity"
import type { Translation } from "@dragoman/domain/translation"

/**
 * What the activity shows of a translation; `before` null: there was no row. The key and the language that it points to
 * are described beside it. Source: reference "webhooks" 3.4.
 */
export const translationEntity = (
  row: { readonly id: number; readonly keyId: number; readonly languageId: number },
  before: Translation | null,
  after: Translation | null
): EntityChange => ({
  entityClass: "Translation",
  entityId: row.id,
  before: before && loggedTranslation(before),
  after: after && loggedTranslation(after),
  relations: translationRelations(row)
})

/** What a translation points to. */
export const translationRelations = (row: {
  readonly keyId: number
  readonly languageId: number
}): EntityRelations => ({
  key: { entityClass: "Key", entityId: row.keyId },
  language: { entityClass: "Language", entityId: row.languageId }
})

const loggedTranslation = ({ text, state, auto, mtProvider, outdated }: Translation): JsonObject => ({
  text,
  state,
  auto,
  mtProvider,
  outdated
})
