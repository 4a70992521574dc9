import { type PluralKeyword, pluralKeywords } from "../plural/plural-keyword.ts"

/** The parts of the id of a unit. */
export type UnitId =
  | { readonly kind: "text"; readonly keyName: string }
  /** `property`: the variable of a stringsdict; null in string catalogs. */
  | {
      readonly kind: "form"
      readonly keyName: string
      readonly keyword: PluralKeyword
      readonly property: string | null
    }
  /** The format that has the variables of a stringsdict entry. */
  | { readonly kind: "definition"; readonly keyName: string }

/** The custom values that keep the layout of the file. */
export const layoutNames = {
  original: "_appleXliffFileOriginal",
  property: "_appleXliffPropertyName",
  stringsOriginal: "_appleXliffStringsFileOriginal"
} as const

export const isStringsdict = (original: string): boolean => original.endsWith(".stringsdict")

/**
 * Reads the id of a unit in the file `original`: `/key:dict/variable:dict/one:dict/:string` in a stringsdict,
 * `key|==|plural.one` elsewhere; any other is the key.
 */
export const parseUnitId = (id: string, original: string): UnitId => {
  if (isStringsdict(original) && id.startsWith("/") && id.endsWith(idEnd)) {
    const steps = id.slice(1, -idEnd.length).split(separator)
    const [last = ""] = steps.slice(-1)
    if (steps.length >= 2 && last === formatKey) return { kind: "definition", keyName: join(steps.slice(0, -1)) }
    const keyword = pluralKeywords.find((known) => known === last)
    const property = steps.at(-2)
    if (steps.length >= 3 && keyword !== undefined && property !== undefined) {
      return { kind: "form", keyName: join(steps.slice(0, -2)), keyword, property }
    }
  }
  const at = id.lastIndexOf(catalogSeparator)
  const keyword = at === -1 ? undefined : pluralKeywords.find((known) => id.slice(at) === catalogSeparator + known)
  return keyword === undefined
    ? { kind: "text", keyName: id }
    : { kind: "form", keyName: id.slice(0, at), keyword, property: null }
}

export const printFormId = (keyName: string, keyword: string, property: string | null): string =>
  property === null ? `${keyName}${catalogSeparator}${keyword}` : `/${join([keyName, property, keyword])}${idEnd}`

export const printDefinitionId = (keyName: string): string => `/${join([keyName, formatKey])}${idEnd}`

const separator = ":dict/"
const idEnd = ":dict/:string"
const formatKey = "NSStringLocalizedFormatKey"
const catalogSeparator = "|==|plural."

const join = (steps: ReadonlyArray<string>): string => steps.join(separator)
