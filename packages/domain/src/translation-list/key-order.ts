import { domainError } from "../error/domain-error.ts"
import type { SortDirection } from "../page/lists.ts"
import type { PageRequest } from "../page/page.ts"
import { invalid, type Validated } from "../validation/validation.ts"
import type { SelectedLanguage } from "./key-conditions.ts"

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

/** Sort properties of the translation into a selected language. */
const languageProperties = ["text", "qualityScore"] as const

export type LanguageProperty = (typeof languageProperties)[number]

export interface KeySortCriterion {
  /** `text` and `qualityScore`: of the language. */
  readonly property: KeySortProperty | LanguageProperty
  readonly languageId: number | null
  readonly direction: SortDirection
}

/** The most important criterion first; the id of the key is the last one, so that the order is total. */
export type KeyOrder = ReadonlyArray<KeySortCriterion>

/** Everything that a list of keys in these languages can be sorted by. */
export const sortablePropertiesOf = (languages: ReadonlyArray<SelectedLanguage>): ReadonlyArray<string> => [
  ...keySortProperties,
  ...languages.flatMap(({ tag }) => languageProperties.map((name) => propertyOf(tag, name)))
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
    const ofLanguage = languages.flatMap(({ id, tag }) =>
      languageProperties.flatMap((name) =>
        propertyOf(tag, name) === property ? [{ property: name, languageId: id }] : []
      )
    )[0]
    if (ofLanguage !== undefined) {
      order.push({ ...ofLanguage, direction })
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

const propertyOf = (tag: string, name: LanguageProperty): string => `translations.${tag}.${name}`

export type SortValue = string | number | null

/** The end of a page, after which the next one begins. Source: docs/reference/content.md#cursor. */
export interface ListCursor {
  /** Values of the last key of the page, one for each criterion of the order; the last one is the id of the key. */
  readonly values: ReadonlyArray<SortValue>
  /** Newest activity revision when the page was made: as long as it is the newest, keys have not moved. */
  readonly revisionId: number
}

export const keyIdOf = ({ values }: ListCursor): number => Number(values.at(-1))

/** Prints the cursor as JSON; the caller makes it opaque. */
export const printCursor = ({ values, revisionId }: ListCursor, order: KeyOrder): string =>
  JSON.stringify([orderName(order), revisionId, ...values])

/** 400 for a text that is no cursor, and for a cursor of a list in another order. */
export const parseCursor = (json: string, order: KeyOrder): Validated<ListCursor> => {
  const parsed = parseJson(json)
  const broken = invalid(domainError("wrong_param_type", ["cursor"]))
  if (!Array.isArray(parsed) || typeof parsed[0] !== "string") return broken
  const [name, revisionId, ...values] = parsed as ReadonlyArray<unknown>
  if (name !== orderName(order)) return invalid(domainError("cannot_sort_by_this_column"))
  const isWhole =
    isInteger(revisionId) &&
    values.length === order.length &&
    values.at(-1) !== null &&
    order.every((criterion, index) => fits(criterion, values[index]))
  return isWhole ? { ok: true, value: { values: values as ReadonlyArray<SortValue>, revisionId } } : broken
}

/** Two orders are the same when their names are. */
const orderName = (order: KeyOrder): string =>
  order.map(({ property, languageId, direction }) => `${property} ${languageId ?? ""} ${direction}`).join()

const textProperties: ReadonlyArray<KeySortCriterion["property"]> = [
  "text",
  "keyName",
  "keyNamespace",
  "keyDescription",
  "keyPluralArgName"
]

// A client may write anything into it: values of the wrong type must not reach the database.
const fits = ({ property }: KeySortCriterion, value: unknown): boolean =>
  value === null ||
  (textProperties.includes(property) ? typeof value === "string" && !value.includes("\0") : isInteger(value))

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
