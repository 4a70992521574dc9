import { guessLanguageName, unnamedLanguage } from "@dragoman/domain/import"
import type { ImportLanguageModel } from "../../base/api/contract.ts"
import { guessLanguageTag } from "./guess-language-tag.ts"

type Row = Pick<ImportLanguageModel, "name" | "importFileName">

/** The tag that a language of an import suggests by its name, or by its file; null: none. */
export const suggestedTag = ({ name, importFileName }: Row): string | null =>
  guessLanguageTag(name) ?? guessLanguageTag(importFileName)

/** The language as the file spells it; null: it names none, and the server took the name of the file. */
export const namedLanguage = ({ name, importFileName }: Row): string | null => {
  const isOfPath = name === unnamedLanguage || name === guessLanguageName(importFileName)
  return isOfPath && guessLanguageTag(name) === null ? null : name
}

/** The initial search for a new language: a tag, or a name out of the file; empty: nothing is known. */
export const newLanguageText = (row: Row): string => suggestedTag(row) ?? namedLanguage(row) ?? ""
