import { withCurrentCode } from "@dragoman/domain/language"

/**
 * The language that a folder of the path names: `values-cs`, `values-pt-rBR`, `values-b+sr+Latn`, `values-iw` as `he`; other
 * qualifiers (`mcc310`, `night`, `v21`) left out. `unknown` when none does, as for the folder `values`.
 * Source: https://developer.android.com/guide/topics/resources/providing-resources#table2
 */
export const languageOfPath = (path: string): string => {
  for (const folder of path.split("/").slice(0, -1).reverse()) {
    const language = folder.startsWith(prefix) ? languageOf(folder.slice(prefix.length)) : null
    if (language !== null) return withCurrentCode(language)
  }
  return "unknown"
}

const prefix = "values-"

/** Also the name of a kind of screen. */
const notALanguage = "car"

const languageOf = (qualifiers: string): string | null => {
  const [first = "", second = ""] = qualifiers.split("-").filter((qualifier) => !/^m[cn]c\d+$/.test(qualifier))
  if (/^b\+[A-Za-z0-9+]+$/.test(first)) return first.slice(2).replaceAll("+", "-")
  if (!/^[a-z]{2,3}$/.test(first) || first === notALanguage) return null
  const region = /^r([A-Z]{2}|\d{3})$/.exec(second)?.[1]
  return region === undefined ? first : `${first}-${region}`
}
