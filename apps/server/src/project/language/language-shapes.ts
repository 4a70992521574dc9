import type { LanguageModel } from "@dragoman/api"
import type { DescribedEntity } from "@dragoman/domain/activity"
import type { LanguageContent, LanguageRow } from "@dragoman/store"
import type { EntityChange } from "../../change/activity/record-activity.ts"

/** Converts a language for responses. */
export const languageToModel = (row: LanguageRow): LanguageModel => ({
  id: row.id,
  name: row.name,
  tag: row.tag,
  originalName: row.originalName,
  flagEmoji: row.flagEmoji,
  base: row.base
})

/** Describes a change of a language for the activity. */
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

/** Names a language in the activity of another entity. */
export const describedLanguage = ({
  id,
  tag,
  name,
  flagEmoji
}: Pick<LanguageRow, "id" | "tag" | "name" | "flagEmoji">): DescribedEntity => ({
  entityClass: "Language",
  entityId: id,
  data: { tag, name, flagEmoji },
  relations: {}
})
