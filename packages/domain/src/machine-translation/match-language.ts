import { engineLanguages } from "./engine-languages.ts"
import type { TranslationEngineName, TranslationService } from "./translation-service.ts"
import { translationServices } from "./translation-service.ts"

/** Cuts of one tag; a longer tag is no language. */
const cutsMax = 20

/**
 * Tags under which engines know a language, best first, by the tag in lower case. `en` and `pt` are for DeepL, which wants a
 * region in its target languages.
 */
const otherTags: Readonly<Record<string, ReadonlyArray<string>>> = {
  no: ["nb", "nn"],
  nb: ["no", "nn"],
  nn: ["nb", "no"],
  he: ["iw"],
  iw: ["he"],
  jv: ["jw"],
  jw: ["jv"],
  fil: ["tl"],
  tl: ["fil"],
  en: ["en-us"],
  pt: ["pt-pt"],
  zh: ["zh-hans", "zh-cn"],
  "zh-cn": ["zh-hans"],
  "zh-sg": ["zh-hans", "zh-cn"],
  "zh-hans": ["zh-cn"],
  "zh-tw": ["zh-hant", "zh-hk", "zt"],
  "zh-hk": ["zh-hant", "zh-tw", "zt"],
  "zh-mo": ["zh-hant", "zh-hk", "zh-tw", "zt"],
  "zh-hant": ["zh-tw", "zh-hk", "zt"],
  mn: ["mn-cyrl"],
  sr: ["sr-cyrl"],
  sh: ["sr-latn"]
}

/** Tags that mean something else when they are cut: `sr` of engines is in Cyrillic letters. */
const uncutTags: ReadonlySet<string> = new Set(["sr-latn"])

/**
 * Finds the tag of an engine for a language tag: the same one, else another name of the language, else without its last subtag.
 * Ignores case, and returns the spelling of the list; null: the engine does not know the language.
 */
export const matchLanguage = (tag: string, list: ReadonlyArray<string>): string | null => {
  const spellings = new Map(list.map((listed) => [listed.toLowerCase(), listed]))
  let rest = tag.replaceAll("_", "-").toLowerCase()
  for (let cuts = 0; cuts <= cutsMax; cuts++) {
    for (const name of [rest, ...(Object.hasOwn(otherTags, rest) ? (otherTags[rest] ?? []) : [])]) {
      const spelling = spellings.get(name)
      if (spelling !== undefined) return spelling
    }
    const end = rest.lastIndexOf("-")
    if (end === -1 || uncutTags.has(rest)) return null
    rest = rest.slice(0, end)
  }
  return null
}

/** Whether an engine has polite and familiar forms of a language. */
export const hasFormality = (engine: TranslationEngineName, tag: string): boolean => {
  const { targets, formal } = engineLanguages[engine]
  const matched = matchLanguage(tag, targets ?? [])
  return matched !== null && formal.includes(matched)
}

/** Sorts services as their results are listed: the primary one first. */
export const orderServices = (
  services: ReadonlyArray<TranslationService>,
  primary: TranslationService | null
): ReadonlyArray<TranslationService> => {
  const placeOf = (service: TranslationService) => (service === primary ? -1 : translationServices.indexOf(service))
  return services.toSorted((one, other) => placeOf(one) - placeOf(other))
}
