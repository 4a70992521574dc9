import type { DescribedEntity } from "@dragoman/domain/activity"
import type { LanguageRow } from "@dragoman/store"

/** A language as the activity of something else names it. Source: reference "webhooks" 3.4. */
export const describedLanguage = ({ id, tag, name, flagEmoji }: LanguageRow): DescribedEntity => ({
  entityClass: "Language",
  entityId: id,
  data: { tag, name, flagEmoji },
  relations: {}
})
