import type { LanguageModel } from "@dragoman/api"
import type { LanguageRow } from "@dragoman/store"

/** Source: specification 2.5. */
export const languageToModel = (row: LanguageRow): LanguageModel => ({
  id: row.id,
  name: row.name,
  tag: row.tag,
  originalName: row.originalName,
  flagEmoji: row.flagEmoji,
  base: row.base
})
