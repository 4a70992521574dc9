import { spellingsOf } from "../language/tag-spelling.ts"
import { importLimits } from "./import-limits.ts"

/**
 * Files without translations that tools put beside them: dropped without an error, before and after
 * unpacking. Source: docs/reference/import.md#ignored-files.
 */
export const isIgnoredPath = (path: string): boolean => {
  const segments = path.split("/")
  const name = segments.at(-1) ?? ""
  const parent = segments.at(-2) ?? ""
  const grandparent = segments.at(-3) ?? ""
  if (name === ".DS_Store") return true
  if (name === "contents.json") return parent.endsWith(".xcloc")
  const isSourceContents = parent === "Source Contents" && grandparent.endsWith(".xcloc")
  return isSourceContents && (name === "Localizable.xcstrings" || name.endsWith("InfoPlist.xcstrings"))
}

/**
 * The language name of a file that names none: its base name up to the first dot.
 * `en.json` gives `en`, `app.en.json` gives `app`; a name that starts with a dot is taken whole.
 * Source: docs/reference/import.md#language-of-a-file.
 */
export const guessLanguageName = (path: string): string => {
  const baseName = path.slice(path.lastIndexOf("/") + 1)
  const firstDot = baseName.indexOf(".")
  return firstDot <= 0 ? baseName : baseName.slice(0, firstDot)
}

/**
 * The namespace that the path of an import file suggests: its first directory, null when it has none.
 * `homepage/en.json` gives `homepage`, `values-cs/strings.xml` gives `values-cs`. A directory with a longer
 * name than a namespace may have is none.
 * Source: docs/reference/import.md#namespace-of-a-file.
 */
export const guessNamespace = (path: string): string | null => {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "." && segment !== "..")
  const first = segments[0]
  if (first === undefined || segments.length < 2) return null
  return first.length <= importLimits.namespaceMaxUtf16Units ? first : null
}

/** Name of a language that the file leaves open, such as XLIFF without `target-language`. Source: docs/reference/import.md#xliff. */
export const unnamedLanguage = "unknown"

/** Facts about one language of one import file. */
export interface LanguagePairingFacts {
  /** The name as the file spells it. */
  readonly languageName: string
  readonly projectTags: ReadonlySet<string>
  /** `languageMappings`: tag by language name. */
  readonly mappedTags: ReadonlyMap<string, string>
  /** `fileMappings[].languageTag`; null = none. */
  readonly fileTag: string | null
}

/**
 * The tag of the project language that a language of a file stands for; null = a person has to choose.
 * A mapping to a tag that the project does not have falls back to the guess from the name.
 * Besides the exact, case-sensitive match `de_DE` finds `de-DE`, and so do Android's spellings.
 * Source: docs/reference/import.md#pairing-languages.
 */
export const pairLanguage = (facts: LanguagePairingFacts): string | null => {
  const names = spellingsOf(facts.languageName)
  const mappedName = names.find((name) => facts.mappedTags.has(name))
  const mapped = mappedName === undefined ? facts.fileTag : (facts.mappedTags.get(mappedName) ?? null)
  const found = mapped === null ? null : findTag(mapped, facts.projectTags)
  if (found !== null) return found
  const guessed = guessTag(facts.languageName)
  return guessed === null ? null : findTag(guessed, facts.projectTags)
}

const findTag = (tag: string, projectTags: ReadonlySet<string>): string | null =>
  spellingsOf(tag).find((spelling) => projectTags.has(spelling)) ?? null

/** True when the list has the language of a file under any spelling. */
export const namesLanguage = (tags: ReadonlyArray<string>, languageName: string): boolean =>
  tags.includes(languageName) ||
  tags.some((tag) => spellingsOf(tag).some((one) => spellingsOf(languageName).includes(one)))

/**
 * The tag that a mapping gives a whole file, where it can apply; null = none. A file that names several
 * languages of which the project has one needs no mapping: the tag would put the source texts of an XLIFF file
 * into the language of its targets.
 */
export const fileTagFor = (
  languageNames: ReadonlyArray<string>,
  fileTag: string | null,
  projectTags: ReadonlySet<string>
): string | null => {
  const isKnown = (languageName: string) =>
    pairLanguage({ languageName, projectTags, mappedTags: new Map(), fileTag: null }) !== null
  return languageNames.length > 1 && languageNames.some(isKnown) ? null : fileTag
}

/**
 * The tag for texts whose language the file leaves open; null = a person has to choose. The mapping's tag, else the only
 * language of those to import that the file does not name.
 */
export const tagOfUnnamed = (
  languageNames: ReadonlyArray<string>,
  fileTag: string | null,
  tagsToImport: ReadonlyArray<string> | null
): string | null => {
  if (fileTag !== null) return fileTag
  const open = tagsToImport?.filter((tag) => !namesLanguage(languageNames, tag)) ?? []
  return open.length === 1 ? (open[0] ?? null) : null
}

/** `locales/cs (Czech)` → `cs`. */
const guessTag = (languageName: string): string | null => {
  const lastSegment = languageName.slice(languageName.lastIndexOf("/") + 1)
  return /[A-Za-z0-9\-_]+/.exec(lastSegment)?.[0] ?? null
}
