import type { DescribedEntity, EntityChange } from "@dragoman/domain/activity"
import type { CommentContent } from "@dragoman/domain/comment"
import type { TranslationRow } from "@dragoman/store"
import { translationRelations } from "../translation/translation-entity.ts"

/** What the activity shows of a comment; null: it did not exist before, or does not after. Source: reference "webhooks" 3.4. */
export const commentEntity = (
  id: number,
  translation: TranslationRow,
  before: CommentContent | null,
  after: CommentContent | null
): EntityChange => ({
  entityClass: "TranslationComment",
  entityId: id,
  before: before && { text: before.text, state: before.state },
  after: after && { text: after.text, state: after.state },
  relations: { translation: { entityClass: "Translation", entityId: translation.id } }
})

/** A translation as the activity of its comments names it. */
export const describedTranslation = (translation: TranslationRow): DescribedEntity => ({
  entityClass: "Translation",
  entityId: translation.id,
  data: { text: translation.text },
  relations: translationRelations(translation)
})
