import {
  type FieldMessages,
  firstMessage,
  matches,
  notBlank,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"

/** The fields of a body. */
export interface LanguageInput {
  readonly name?: Optional<string>
  readonly originalName?: Optional<string>
  readonly tag?: Optional<string>
  readonly flagEmoji?: Optional<string>
}

export interface LanguageContent {
  /** In English. */
  readonly name: string
  readonly originalName: string
  readonly tag: string
  readonly flagEmoji: string | null
}

const nameMaxUtf16Units = 100
const tagMaxUtf16Units = 20
const flagMaxUtf16Units = 20

/** Tags travel in comma-separated lists, so a comma is all that is forbidden; they need not be registered ones. */
const withoutComma = /^[^,]*$/

/** Source: docs/reference/content.md#languages. */
export const validateLanguage = (input: LanguageInput): Validated<LanguageContent> =>
  validateFields(languageMessages(input), toLanguageContent(input))

/**
 * The message of each field, for bodies that hold a language among other things.
 * Source: docs/reference/content.md#languages.
 */
export const languageMessages = ({ name, originalName, tag, flagEmoji }: LanguageInput): FieldMessages => ({
  name: firstMessage(notBlank(name), sizeBetween(0, nameMaxUtf16Units, name)),
  originalName: firstMessage(notBlank(originalName), sizeBetween(0, nameMaxUtf16Units, originalName)),
  tag: firstMessage(
    notBlank(tag),
    matches(withoutComma, "can not contain coma", tag),
    sizeBetween(0, tagMaxUtf16Units, tag)
  ),
  flagEmoji: sizeBetween(0, flagMaxUtf16Units, flagEmoji)
})

/** The language as it is stored, once no field has a message. */
export const toLanguageContent = ({ name, originalName, tag, flagEmoji }: LanguageInput): LanguageContent => ({
  name: name ?? "",
  originalName: originalName ?? "",
  tag: tag ?? "",
  flagEmoji: flagEmoji ?? null
})
