import type { Json } from "@dragoman/domain/error"
import type { MessageFormat } from "../placeholder/dialect/message-format.ts"

// Names under which exports find what only PO files have: custom values of the key, format data of the text.
// Source: docs/formats.md#po.

/** The msgid_plural of a plural entry. */
export const pluralIdCustomValue = "_poFileMsgIdPlural"

/** Marks a text that does not fit its source any more: programs do not show it until a translator has looked at it. */
export const outdatedFlag = "fuzzy"

/** The flags of the entry, such as `c-format`, without `fuzzy`. */
export const flagsCustomValue = "_poFlags"

/** Format data: the translator's comment (`# …`). */
export const translatorCommentName = "_poTranslatorComment"

/** The lines of `#.` when there are several: a description has them joined. */
export const extractedCommentCustomValue = "_poExtractedComment"

/** Those lines as the description. Source: docs/reference/import.md#gettext. */
export const joinExtractedLines = (extractedComment: string): string => extractedComment.replaceAll("\n", " ")

/** Null = there is none; so the next. `kept`: as `keptWith` has it. */
export const keptText = (kept: Readonly<Record<string, Json>>, name: string): string | null => {
  const value = kept[name]
  return typeof value === "string" && value !== "" ? value : null
}

export const keptFlags = (kept: Readonly<Record<string, Json>>): ReadonlyArray<string> => {
  const value = kept[flagsCustomValue]
  return Array.isArray(value) ? value.filter((flag) => typeof flag === "string" && isFlag(flag)) : []
}

/** Custom values come from clients too: a flag is one word of its line. */
const isFlag = (flag: string): boolean => /^[\w-]{1,50}(?::[\w.]{1,50})?$/.test(flag)

/** Says that the texts of an entry are written in the spelling. */
export const flagOfMessageFormat: Readonly<Record<MessageFormat, string | null>> = {
  C_SPRINTF: "c-format",
  PHP_SPRINTF: "php-format",
  JAVA_STRING_FORMAT: "java-format",
  APPLE_SPRINTF: "objc-format",
  RUBY_SPRINTF: "ruby-format",
  I18NEXT: null,
  ICU: "icu-format",
  PYTHON_PERCENT: "python-format",
  PYTHON_BRACE: "python-brace-format"
}

/** `c-format`, `no-c-format` and their like, which programs check the texts by. */
export const isFormatFlag = (flag: string): boolean => flag.endsWith("-format")

/** True = the entry says that its texts are no format strings of the spelling. */
export const deniesPlaceholders = (flags: ReadonlyArray<string>, flag: string | null): boolean =>
  flag !== null && flags.includes(`no-${flag}`)
