import { type DomainError, domainError, fieldErrors } from "../error/domain-error.ts"
import { keyLimits } from "../key/key-rules.ts"
import { translationTextMaxUtf16Units } from "../translation/translation.ts"
import { firstMessage, notBlank, type Optional, sizeBetween } from "../validation/validation.ts"

/**
 * How long the parts of an import may be, all in UTF-16 units.
 * Source: docs/reference/limits.md#import.
 */
export const importLimits = {
  /** Default of the server's setting; longer texts are skipped with TRANSLATION_TOO_LONG. */
  textMaxUtf16Units: 10_000,
  /** A longer description is cut with DESCRIPTION_TOO_LONG. */
  descriptionMaxUtf16Units: 2_000,
  /** The length of the JSON of all custom values of one key; values that do not fit are left out with INVALID_CUSTOM_VALUES. */
  customValuesMaxUtf16Units: 5_000,
  /** Our own: of the JSON of what a file says about one text; more is left out with INVALID_CUSTOM_VALUES. */
  formatDataMaxUtf16Units: 50_000,
  /** No issue type exists for it: a file with a longer name cannot be read. */
  keyNameMaxUtf16Units: 2_000,
  languageNameMaxUtf16Units: 2_000,
  filePathMaxUtf16Units: 2_000,
  namespaceMaxUtf16Units: 100
} as const

/** The description as it is stored: trimmed and cut to the limit without halving a character; null when blank. */
export const limitDescription = (
  description: string
): { readonly description: string | null; readonly isCut: boolean } => {
  const trimmed = description.trim()
  if (trimmed.length <= importLimits.descriptionMaxUtf16Units) {
    return { description: trimmed === "" ? null : trimmed, isCut: false }
  }
  return { description: cutAt(trimmed, importLimits.descriptionMaxUtf16Units).trim(), isCut: true }
}

/** The first units of a text, without half of a character at the end. */
export const cutAt = (text: string, units: number): string => {
  const last = text.charCodeAt(units - 1)
  const endsInsidePair = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, endsInsidePair ? units - 1 : units)
}

/** A key in the body of an import, as far as rules look at it. */
export interface ImportKeyInput {
  readonly name?: Optional<string>
  readonly namespace?: Optional<string>
  readonly description?: Optional<string>
  /** Texts, in any order. */
  readonly texts: ReadonlyArray<string | null>
}

/** Fields that an error names: a body may have a hundred thousand broken ones. */
const namedFieldsMax = 100

/** The error of invalid keys in a body; null: all are valid. Source: docs/reference/import.md#keys-as-json. */
export const checkImportKeys = (keys: ReadonlyArray<ImportKeyInput>): DomainError | null => {
  const messages: Record<string, string> = {}
  let count = 0
  let isTextTooLong = false
  keys.forEach((key, index) => {
    for (const [field, message] of Object.entries(keyMessages(key))) {
      if (message !== null && count++ < namedFieldsMax) messages[`keys[${index}].${field}`] = message
    }
    isTextTooLong ||= key.texts.some((text) => text !== null && text.length > translationTextMaxUtf16Units)
  })
  if (count > 0) return fieldErrors(messages)
  return isTextTooLong ? domainError("translation_text_too_long", [translationTextMaxUtf16Units]) : null
}

const keyMessages = ({ name, namespace, description }: ImportKeyInput) => ({
  name: firstMessage(notBlank(name), sizeBetween(0, keyLimits.nameMaxUtf16Units, name)),
  namespace: sizeBetween(0, keyLimits.namespaceMaxUtf16Units, namespace),
  description: sizeBetween(0, keyLimits.descriptionMaxUtf16Units, description)
})
