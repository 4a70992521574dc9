import {
  disable,
  isSameTranslation,
  setState,
  setText,
  type Translation,
  type TranslationProtection
} from "../translation/translation.ts"
import type { BatchOperation } from "./batch-operation.ts"

/** Those that change texts or states. */
export type TranslationOperation = Extract<
  BatchOperation,
  { readonly type: "SET_TRANSLATIONS_STATE" | "CLEAR_TRANSLATIONS" | "COPY_TRANSLATIONS" }
>

/**
 * The translation after the operation; the same object when nothing changes. Disabled ones stay as they are.
 * `source`: of the same key, in the language that is copied from.
 *
 * A text is translated or reviewed, never untranslated or disabled: setting one of these states removes the text.
 * Source: docs/reference/content.md#batch-jobs.
 */
export const changeTranslation = (
  operation: TranslationOperation,
  before: Translation,
  source: Translation,
  protection: TranslationProtection
): Translation => {
  if (before.state === "DISABLED") return before
  const after = changed(operation, before, source, protection)
  return isSameTranslation(before, after) ? before : after
}

const changed = (
  operation: TranslationOperation,
  before: Translation,
  source: Translation,
  protection: TranslationProtection
): Translation => {
  switch (operation.type) {
    case "SET_TRANSLATIONS_STATE":
      if (operation.state === "DISABLED") return disable(before)
      return operation.state === "UNTRANSLATED" ? setText(before, null, protection) : setState(before, operation.state)
    case "CLEAR_TRANSLATIONS":
      return setText(before, null, protection)
    case "COPY_TRANSLATIONS": {
      const written = setText(before, source.text, protection)
      // Copied over an equal text: the review does not apply to the copy.
      return written === before ? setState(before, protectedState(before, protection)) : written
    }
  }
}

const protectedState = ({ state }: Translation, protection: TranslationProtection) =>
  protection === "PROTECT_REVIEWED" && state === "REVIEWED" ? "REVIEWED" : "TRANSLATED"
