import { ApiError } from "../../base/api/api-error.ts"
import { sentencesOfFields } from "../../base/api/error-sentences.ts"
import type { Text } from "../../base/texts/text.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"

/** The fields of the forms of a key. */
export type KeyField =
  | "name"
  | "namespace"
  | "description"
  | "tags"
  | "isPlural"
  | "pluralArgName"
  | "maxCharLimit"
  | "text"
  | "languages"

export type KeyFieldErrors = Readonly<Partial<Record<KeyField, string>>>

/** Errors of the server that are about one field, though they do not name it. */
const fieldOfCode: Readonly<Record<string, KeyField>> = {
  key_exists: "name",
  key_exists_in_namespace: "name",
  namespace_cannot_be_used_when_feature_is_disabled: "namespace",
  tag_is_blank: "tags",
  tag_too_log: "tags",
  invalid_plural_form: "text",
  plural_forms_data_loss: "isPlural",
  translation_exceeds_char_limit: "maxCharLimit",
  translation_text_too_long: "text",
  language_not_permitted: "languages"
}

/** The messages at the fields, and the one above them: null where a field has it. */
export const keyFieldErrors = (
  error: unknown,
  t: Text
): { readonly fields: KeyFieldErrors; readonly message: string | null } => {
  if (error === null) return { fields: {}, message: null }
  if (!(error instanceof ApiError)) return { fields: {}, message: errorSentence(error, t) }
  const named = Object.keys(error.fields).length > 0
  if (named) return { fields: sentencesOfFields(error.fields) as KeyFieldErrors, message: null }
  const field = fieldOfCode[error.code]
  const sentence = errorSentence(error, t)
  return field === undefined ? { fields: {}, message: sentence } : { fields: { [field]: sentence }, message: null }
}
