/** Guards against hostile files. Ordinary files stay far below each of them. */
export const formatLimits = {
  /** Levels of nesting in JSON and XML, and of arguments in one ICU message: keeps recursion off the end of the stack. */
  nestingDepthMax: 100,
  /** Values, entries or references in one file: bounds the memory that 50 MB of tiny values can take. */
  valuesMax: 1_000_000,
  /** Elements in one XML file, inline markup included. */
  elementsMax: 3_000_000,
  /** Tokens of one YAML file, about eight for each text: bounds the memory of the parser, up to 400 bytes for each. */
  yamlTokensMax: 2_000_000,
  /** UTF-16 units of one Fluent file: its parser takes up to 80 bytes of memory for each. */
  fluentUtf16UnitsMax: 10_000_000,
  /** Entries with syntax errors in one Fluent file: a file of another kind has one for each of its lines. */
  fluentErrorsMax: 10_000,
  /** How many times longer than the longest text a spelling may be that conversion still looks at. */
  conversionShrinkMax: 100,
  /** Warnings of one file: a file of the wrong kind would have one for each of its texts. */
  warningsMax: 1_000,
  /** UTF-16 units of a plural after the text around it moved into each of its forms. */
  expandedPluralMaxUtf16Units: 10_000_000,
  /** Texts that sub-format detection looks at. */
  detectionTextsMax: 1_000,
  /** UTF-16 units of one text that detection looks at: a longer one says nothing more. */
  detectionTextMaxUtf16Units: 2_000,
  /** Files in one archive, those in nested archives included. */
  archiveEntriesMax: 10_000,
  /** Archives inside archives. */
  archiveDepthMax: 5,
  /** Unpacked bytes that any workbook may have, and how many times its own size above that. Bounds the memory that a bomb takes. */
  workbookBytesMin: 20_000_000,
  workbookExpansionMax: 15,
  /** Digits after the point in `{n, number, .00}`; a longer precision stays literal. */
  fractionDigitsMax: 50
} as const
