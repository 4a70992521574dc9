/** Custom values of a key that a string catalog has, and gets back, by the member of the file. */
export const customValuesByMember = {
  extractionState: "_appleXcstringsExtractionState",
  shouldTranslate: "_appleXcstringsShouldTranslate"
} as const
