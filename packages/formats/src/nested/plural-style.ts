import type { MessageFormat } from "../placeholder/dialect/message-format.ts"

/**
 * How a nested document spells plurals: as one ICU text, as members `name_form`, as an object of their forms, as
 * `{"variations": {"plural": …}}` around that object.
 */
export type PluralStyle = "message" | "suffixes" | "object" | "variations"

/** Source: docs/reference/placeholders.md#message-formats-of-an-export. */
export const pluralStyleOf = (messageFormat: MessageFormat): PluralStyle => {
  if (messageFormat === "ICU") return "message"
  return messageFormat === "I18NEXT" ? "suffixes" : "object"
}
