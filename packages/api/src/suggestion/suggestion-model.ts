import { suggestionStates } from "@dragoman/domain/suggestion"
import { Schema } from "effect"
import { field } from "../field.ts"
import { SimpleUserModel } from "../user/user-model.ts"

const id = field(Schema.Int, "Id of the suggestion.", 301)
const translation = field(Schema.String, "The suggested text, as ICU message.", "Rezervovat stání")
const isPlural = field(Schema.Boolean, "Whether the suggested text is a plural.")
const state = field(
  Schema.Literals(suggestionStates),
  "ACTIVE: waits for a decision; ACCEPTED: became the text; DECLINED."
)
const author = field(SimpleUserModel, "The user who made it.")

/** A text that a user suggests for a key in a language. Times are epoch milliseconds. */
export const SuggestionModel = Schema.Struct({
  id,
  languageId: field(Schema.Int, "Id of the language.", 102),
  keyId: field(Schema.Int, "Id of the key.", 4021),
  translation,
  state,
  author,
  isPlural,
  updatedAt: field(Schema.Int, "Last change in epoch milliseconds.", 1_767_225_600_000),
  createdAt: field(Schema.Int, "Time of the suggestion in epoch milliseconds.", 1_767_225_600_000)
})
export type SuggestionModel = typeof SuggestionModel.Type

/** A suggestion in the list of translations. */
export const ListedSuggestionModel = Schema.Struct({ id, translation, isPlural, author, state })
export type ListedSuggestionModel = typeof ListedSuggestionModel.Type

export const SuggestionBody = Schema.Struct({
  translation: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "The suggested text, as ICU message of up to 10,000 characters; required. A plural for a plural key.",
    "Rezervovat stání"
  )
})
export type SuggestionBody = typeof SuggestionBody.Type

export const AcceptedSuggestionModel = Schema.Struct({
  accepted: field(SuggestionModel, "The accepted suggestion."),
  declined: field(Schema.Array(Schema.Int), "Ids of the suggestions that were declined.", [299, 300])
})
export type AcceptedSuggestionModel = typeof AcceptedSuggestionModel.Type
