import { type DomainError, domainError, fieldErrors } from "../error/domain-error.ts"
import { keyLimits } from "../key/key-rules.ts"
import { translationTextMaxUtf16Units } from "../translation/translation.ts"
import { firstMessage, notBlank, type Optional, sizeBetween } from "../validation/constraint.ts"

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
