import type { LanguageContent } from "@dragoman/store"
import type { EntityChange } from "../../change/activity/record-activity.ts"

/** What the activity shows of a language. Source: reference "webhooks" 3.4. */
export const languageEntity = (
  languageId: number,
  before: LanguageContent | null,
  after: LanguageContent | null
): EntityChange => ({
  entityClass: "Language",
  entityId: languageId,
  before: before && toLogged(before),
  after: after && toLogged(after)
})

const toLogged = ({ tag, name, originalName, flagEmoji }: LanguageContent) => ({ tag, name, originalName, flagEmoji })
