// Names under which exports find what only string catalogs have. Source: docs/formats.md#string-catalogs.

/** Custom values of a key that a string catalog has, and gets back, by the member of the file. */
export const customValuesByMember = {
  extractionState: "_appleXcstringsExtractionState",
  shouldTranslate: "_appleXcstringsShouldTranslate"
} as const

/** Format data of this text: the state of its units, where all have the same. */
export const stateName = "_xcstringsState"
/** The same: a localization that a text alone cannot say. Without a text it stands for one. */
export const localizationName = "_xcstringsLocalization"
/** The same: the file has no localization in the source language, so that the name of the key is the text. */
export const nameAloneName = "_xcstringsNameAlone"
/** Format data: the substitutions that variables of the text refer to. */
export const substitutionsName = "_xcstringsSubstitutions"
