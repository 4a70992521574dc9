import type { ImportedFileBuilder } from "../imported-file-builder.ts"
import { pluralKeywords } from "../plural/plural-keyword.ts"
import type { PositionOf } from "../position.ts"
import type { MentionedName } from "./flatten-json.ts"

/** Marks the key as present in the file; a replaced value gets a warning. */
export const addMention = (
  builder: ImportedFileBuilder,
  { keyName, offset, reason }: MentionedName,
  languageName: string,
  positionOf: PositionOf
): void => {
  builder.mention(keyName)
  if (reason === "empty") return
  const sentence = "The name comes again in the same object: the last value was read, this one was not."
  builder.warn({ keyName, languageName, position: positionOf(offset), sentence })
}

/**
 * A name such as `cat_one` that is no form of a plural in this file, perhaps because another form is null: the key that
 * it would be a form of is in the file all the same.
 */
export const mentionPluralOf = (builder: ImportedFileBuilder, keyName: string, separator: string): void => {
  const end = keyName.lastIndexOf(separator)
  const isForm = pluralKeywords.some((keyword) => keyword === keyName.slice(end + separator.length))
  if (end > 0 && isForm) builder.mention(keyName.slice(0, end))
}
