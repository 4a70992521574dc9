import type { Json } from "@dragoman/domain/error"

/**
 * Details of the text of a key in one language that files of one format have beside the text itself: exports write them again. It
 * belongs to the language, as the text does. Source: docs/formats.md#what-files-say-beside-their-texts.
 */
export interface FormatData {
  /** By name: what holds for any text of the key in the language. */
  readonly data: Readonly<Record<string, Json>>
  /** The same for what holds while the text is the one of the file. */
  readonly textData: Readonly<Record<string, Json>>
}

export const noFormatData: FormatData = { data: {}, textData: {} }

/** Format data as it is stored. */
export interface StoredFormatData extends FormatData {
  /** The export format that writes such files. */
  readonly format: string
  /** The text that `textData` was read with; null = the key had none. */
  readonly text: string | null
}

/**
 * Returns the data that an export in the format writes with the text, by name; undefined = none. The format's own data go before those of
 * others, which may spell the text in the same way. `baseData`: of the base language, which says how new texts are spelled.
 */
export const dataForExport = (
  format: string,
  text: string | null,
  ownData: ReadonlyArray<StoredFormatData>,
  baseData: ReadonlyArray<StoredFormatData>
): Readonly<Record<string, Json>> | undefined => {
  if (ownData.length === 0 && baseData.length === 0) return undefined
  const ownFormatLast = (rows: ReadonlyArray<StoredFormatData>) => [
    ...rows.filter((row) => row.format !== format),
    ...rows.filter((row) => row.format === format)
  ]
  const inherited = ownFormatLast(baseData).flatMap(({ data }) =>
    Object.entries(data).filter(([name]) => inheritedData.has(name))
  )
  const data: Record<string, Json> = Object.fromEntries(inherited)
  for (const row of ownFormatLast(ownData)) Object.assign(data, row.data, row.text === text ? row.textData : {})
  return Object.keys(data).length === 0 ? undefined : data
}

/** Data of texts with percent signs: `single`, `doubled`, or `mixed`, which exports write as if it were absent. Source: docs/formats.md#percent-signs. */
export const percentSignsName = "_percentSigns"

/** Data of texts in a file without placeholders: what looks like one in them is none. Source: docs/formats.md#properties. */
export const literalName = "_literal"

/** `{{ name }}` of i18next instead of `{{name}}`. Source: docs/formats.md#json. */
export const spacedPlaceholdersName = "_spacedPlaceholders"

/** Lists of id and content that the elements of a text refer to. Source: docs/formats.md#xliff-2. */
export const originalDataName = "_xliffOriginalData"

/** The contents and examples of a browser's placeholders. Source: docs/formats.md#webextensions. */
export const webExtensionPlaceholdersName = "_webExtensionPlaceholders"

/** How Android's markup is spelled. Source: docs/formats.md#android-and-compose. */
export const androidMarkupName = "_androidMarkup"

/**
 * Names of what the base language says for languages without data of their own: the program takes all translations of a text
 * in the same way.
 */
const inheritedData: ReadonlySet<string> = new Set([
  percentSignsName,
  literalName,
  spacedPlaceholdersName,
  originalDataName,
  webExtensionPlaceholdersName,
  androidMarkupName
])

/** The names of all formats. */
export const formatDataNames: ReadonlyArray<string> = [
  ...inheritedData,
  "_poTranslatorComment",
  "_qtTranslatorComment",
  "_qtUnfinished",
  "_fluentPattern",
  "_laravelChoice",
  "_stringsdictEntry",
  "_xliffState",
  "_xliff2SubState",
  "_xcstringsLocalization",
  "_xcstringsSubstitutions"
]

/** All that an export knows beside an entry's text: the custom values of the key, and what files said about the text. */
export const keptWith = ({
  customValues,
  formatData
}: {
  readonly customValues: Readonly<Record<string, Json>>
  readonly formatData?: Readonly<Record<string, Json>>
}): Readonly<Record<string, Json>> => (formatData === undefined ? customValues : { ...customValues, ...formatData })
