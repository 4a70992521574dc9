import { languageName } from "../../base/texts/text.ts"
import { offeredLanguageTags } from "../../feature/project/offered-languages.ts"

/** A language with the names that a new language of a project gets. */
export interface KnownLanguage {
  readonly tag: string
  /** In the language of the console. */
  readonly shownName: string
  /** In English. */
  readonly name: string
  readonly originalName: string
  /** Empty: the language belongs to no one region. */
  readonly flagEmoji: string
}

/** Returns the names of a tag; one that is not registered is its own name. */
export const knownLanguage = (tag: string, shownIn: string): KnownLanguage => ({
  tag,
  shownName: languageName(tag, shownIn),
  name: languageName(tag, "en"),
  originalName: languageName(tag, tag),
  flagEmoji: flagOf(tag)
})

/** The flag of the region in which most speakers of the language live, or of the one that the tag names. */
const flagOf = (tag: string): string => {
  const region = regionOf(tag)
  if (!/^[A-Z]{2}$/.test(region)) return ""
  return String.fromCodePoint(
    ...[...region].map((letter) => regionalIndicatorA + (letter.codePointAt(0) ?? 0) - letterA)
  )
}

const regionalIndicatorA = 0x1f1e6
const letterA = 0x41

const regionOf = (tag: string): string => {
  try {
    return new Intl.Locale(tag).maximize().region ?? ""
  } catch {
    return ""
  }
}

/** The tag as standards write it, `pt-BR` for `pt_br`; empty when the text is no tag of a language that has a name. */
export const registeredTag = (text: string): string => {
  try {
    const tag = Intl.getCanonicalLocales(text.trim().replaceAll("_", "-"))[0] ?? ""
    return languageName(tag, "en") === tag ? "" : tag
  } catch {
    return ""
  }
}

/**
 * Languages by a part of their tag, or of their name in English, in the language itself or in that of the console; the best
 * come first. A registered tag is found even when no list offers it. Nothing is found for an empty text.
 */
export const findLanguages = (text: string, shownIn: string, max: number): ReadonlyArray<KnownLanguage> => {
  const wanted = plain(text.trim())
  if (wanted === "") return []
  const typedTag = registeredTag(text)
  const tags = new Set([...offeredLanguageTags, ...(typedTag === "" ? [] : [typedTag])])
  return [...tags]
    .map((tag) => knownLanguage(tag, shownIn))
    .map((language) => ({ language, rank: rankOf(language, wanted) }))
    .filter(({ rank }) => rank < notFound)
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        // A language comes before its variants.
        one.language.tag.length - other.language.tag.length ||
        one.language.shownName.localeCompare(other.language.shownName, shownIn)
    )
    .slice(0, max)
    .map(({ language }) => language)
}

const notFound = 4

/** 0: the tag itself; then a name, the beginning of a tag or a name, a part of a name. */
const rankOf = ({ tag, shownName, name, originalName }: KnownLanguage, wanted: string): number => {
  const names = [shownName, name, originalName].map(plain)
  const lowerTag = tag.toLowerCase()
  if (lowerTag === wanted.replaceAll("_", "-")) return 0
  if (names.includes(wanted)) return 1
  if (lowerTag.startsWith(wanted) || names.some((each) => each.startsWith(wanted))) return 2
  return names.some((each) => each.includes(wanted)) ? 3 : notFound
}

/** Accents and case do not count. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
