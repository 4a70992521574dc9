import type { ListedSuggestionModel, SuggestionModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { SuggestionRow } from "@dragoman/store"

/** Converts a suggestion for responses; the author's user name only for callers who may view the members. */
export const suggestionToModel = (row: SuggestionRow, showsUsername: boolean): SuggestionModel => ({
  ...listedSuggestionToModel(row, showsUsername),
  languageId: row.languageId,
  keyId: row.keyId,
  updatedAt: row.updatedAt,
  createdAt: row.createdAt
})

/** Converts a suggestion for the list of translations. */
export const listedSuggestionToModel = (
  { id, text, isPlural, state, author }: SuggestionRow,
  showsUsername: boolean
): ListedSuggestionModel => ({
  id,
  translation: text,
  isPlural,
  state,
  author: {
    id: author.id,
    username: showsUsername ? author.username : "",
    name: author.name,
    avatar: avatarLinks(author.avatarHash),
    deleted: author.deleted
  }
})
