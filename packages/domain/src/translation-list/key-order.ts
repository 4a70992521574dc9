import type { PageRequest } from "../page/page-request.ts"
import type { SortDirection } from "../page/sort.ts"
import type { SelectedLanguage } from "./parse-key-conditions.ts"

/** Sort properties of keys, besides the texts of selected languages. Source: docs/reference/content.md#sorting-keys. */
export const keySortProperties = [
  "keyId",
  "keyName",
  "createdAt",
  "keyNamespace",
  "keyNamespaceId",
  "keyDescription",
  "keyIsPlural",
  "keyPluralArgName",
  "keyMaxCharLimit",
  "contextPresent",
  "screenshotCount",
  "branch"
] as const

/** Sort properties in the database, without those that all keys have in common. `deletedAt`: of keys in the trash. */
export type KeySortProperty = Exclude<(typeof keySortProperties)[number], "branch"> | "deletedAt"

export interface KeySortCriterion {
  /** `text`: of the language. */
  readonly property: KeySortProperty | "text"
  readonly languageId: number | null
  readonly direction: SortDirection
}

/** The most important criterion first; the id of the key is the last one, so that the order is total. */
export type KeyOrder = ReadonlyArray<KeySortCriterion>

/** Everything that a list of keys in these languages can be sorted by. */
export const sortablePropertiesOf = (languages: ReadonlyArray<SelectedLanguage>): ReadonlyArray<string> => [
  ...keySortProperties,
  ...languages.map(({ tag }) => textProperty(tag))
]

/** Everything that the trash can be sorted by. */
export const sortablePropertiesOfTrash = (languages: ReadonlyArray<SelectedLanguage>): ReadonlyArray<string> => [
  "name",
  "deletedAt",
  ...sortablePropertiesOf(languages)
]

/** `sort`: of a page request with one of the two lists above. */
export const toKeyOrder = (sort: PageRequest["sort"], languages: ReadonlyArray<SelectedLanguage>): KeyOrder => {
  const order: Array<KeySortCriterion> = []
  for (const { property, direction } of sort) {
    if (property === "branch") continue
    const language = languages.find(({ tag }) => textProperty(tag) === property)
    if (language !== undefined) {
      order.push({ property: "text", languageId: language.id, direction })
      continue
    }
    const known = shortNames[property] ?? (property as KeySortProperty)
    order.push({ property: known, languageId: null, direction })
    // Nothing after it can decide anything.
    if (known === "keyId") break
  }
  return order
}

const shortNames: Readonly<Record<string, KeySortProperty>> = { id: "keyId", name: "keyName" }

const textProperty = (tag: string): string => `translations.${tag}.text`
