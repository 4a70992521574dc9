/** Guards against hostile files. Ordinary files stay far below each of them. */
export const formatLimits = {
  /** Levels of nesting in JSON and XML, and of arguments in one ICU message: keeps recursion off the end of the stack. */
  nestingDepthMax: 100,
  /** Values, entries or references in one file, however large it is. `valuesMaxOf` says how many a file of a size may have. */
  valuesMax: 1_000_000,
  /** Any file may have so many, and one more for each so many UTF-16 units: the shortest value takes 300 bytes of memory. */
  valuesOfSmallFileMax: 100_000,
  utf16UnitsOfValueMin: 30,
  /** Issues of one type in a file that are kept one by one: those of a template without texts say all the same. */
  issuesOfTypeMax: 10_000,
  /** Elements in one XML file, inline markup included. */
  elementsMax: 3_000_000,
  /** Tokens that any YAML file may have, and one more for each so many UTF-16 units: the library takes some 230 bytes of memory for each. */
  yamlTokensOfSmallFileMax: 100_000,
  utf16UnitsOfYamlTokenMin: 25,
  /** Signs of lists in brackets, of keys, anchors and aliases take as much as so many tokens. */
  yamlTokensOfListSign: 3,
  /** UTF-16 units of a text in double quotes that take as much as a token: the library puts it together character by character. */
  quotedUtf16UnitsOfYamlToken: 7,
  /** Texts, placeables, variants and attributes of one entry of a Fluent file: its parser takes up to 500 bytes of memory for each. */
  fluentElementsMax: 20_000,
  /** UTF-16 units of one line of a Fluent file, and empty lines behind one another. */
  fluentLineUtf16UnitsMax: 500_000,
  fluentEmptyLinesMax: 100_000,
  /** Entries with syntax errors in one Fluent file: a file of another kind has one for each of its lines. */
  fluentErrorsMax: 10_000,
  /** Factor by which a spelling may be longer than the longest text and still be converted. */
  conversionShrinkMax: 100,
  /** Warnings of one file: a file of the wrong kind would have one for each of its texts. */
  warningsMax: 1_000,
  /** UTF-16 units of a plural after the text around it moved into each of its forms. */
  expandedPluralMaxUtf16Units: 10_000_000,
  /** Texts that sub-format detection inspects. */
  detectionTextsMax: 1_000,
  /** UTF-16 units of one text that detection inspects: a longer one tells nothing more. */
  detectionTextMaxUtf16Units: 2_000,
  /** Files in one archive, those in nested archives included. */
  archiveEntriesMax: 10_000,
  /** Archives inside archives. */
  archiveDepthMax: 5,
  /** Unpacked bytes that any workbook may have, and how many times its own size above that. Bounds the time that a bomb takes. */
  workbookBytesMin: 20_000_000,
  workbookExpansionMax: 15,
  /** Bytes of memory for the cells of any workbook, and how many times its own size above that. */
  workbookMemoryBytesMin: 20_000_000,
  workbookMemoryExpansionMax: 10,
  /** Digits after the point in `{n, number, .00}`; a longer precision stays literal. */
  fractionDigitsMax: 50
} as const

/**
 * How many values, entries or references a file of so many UTF-16 units may have. With it reading takes at most ten times the
 * size of the file and 50 MB of memory.
 */
export const valuesMaxOf = (utf16Units: number): number =>
  Math.min(
    formatLimits.valuesMax,
    formatLimits.valuesOfSmallFileMax + Math.floor(utf16Units / formatLimits.utf16UnitsOfValueMin)
  )

/** The same for references of PO files to lines of code, each of which takes a third of the memory. */
export const referencesMaxOf = (utf16Units: number): number => 3 * valuesMaxOf(utf16Units)

/** The same for expressions of PHP: each is a value, and leaves an issue as well. */
export const expressionsMaxOf = (utf16Units: number): number => Math.floor(valuesMaxOf(utf16Units) / 4)

/** Why a file with more of them is not read, such as `keys`, and what to do. */
export const tooManySentence = (what: string, utf16Units: number, max = valuesMaxOf(utf16Units)): string =>
  `The file has too many ${what}: one of its size may have at most ${max}; split it into several files`

/** The same of what is nested, such as `The document`. */
export const tooDeepSentence = (what: string): string =>
  `${what} is nested too deeply: at most ${formatLimits.nestingDepthMax} levels are read`
