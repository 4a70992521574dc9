import { type GlossaryTermFlags, glossaryTermLimits, type ImportedGlossaryTerm } from "@dragoman/domain/glossary"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { XmlElement } from "../xml/walk-xml.ts"
import { walkXmlBlocks, type XmlBlockWalk } from "../xml/walk-xml-blocks.ts"
import { categoriesOfFlags, isDeprecatedStatus, isShortTermType } from "./categories.ts"

/** Texts of one entry: all of them are in memory at once. */
const textsOfEntryMax = 1_000

/**
 * Reads a termbase (TBX) in blocks of bytes, and visits its terms in order: TBX-Basic and its like, of both versions, with data
 * categories as attributes (DCA) or as elements (DCT).
 * Source: https://www.tbxinfo.net, docs/glossaries.md#tbx.
 */
export const readTbxBlocks = (visit: (term: ImportedGlossaryTerm) => void, baseLanguageTag: string): XmlBlockWalk => {
  const path: Array<string> = []
  let error: string | null = null
  let failure: ParseFailure | null = null
  let entry: EntryInProgress | null = null
  let language: LanguageInProgress | null = null
  let term: TermInProgress | null = null
  let content: ContentInProgress | null = null

  const keep = ({ category, text }: ContentInProgress, entry: EntryInProgress): string | null => {
    const max = category === "term" ? textMaxUtf16Units : descriptionMaxUtf16Units
    const isKept = category === "term" || category === "definition"
    if (isKept && text.length > max) return `The ${category} is longer than ${max} characters`
    if (category === "term") {
      if (term !== null) term.text = text
    } else if (category === "definition") {
      if (language === null) entry.definition ??= text
      else language.definition ??= text
    } else if (category === "administrativeStatus") {
      if (term !== null) term.isDeprecated = isDeprecatedStatus(text)
    } else if (category === "termType") {
      if (term !== null) term.isShort = isShortTermType(text)
    } else if (category === categoriesOfFlags.flagNonTranslatable) entry.isTranslatable = text !== "no"
    else if (category === categoriesOfFlags.flagCaseSensitive) entry.isCaseSensitive = text === "yes"
    return null
  }
  const open = (element: XmlElement) => {
    const { name, attributes } = element
    const isRoot = path.length === 0
    path.push(name)
    if (isRoot && name !== "tbx" && name !== "martif") error = "The root element is neither tbx nor martif"
    else if (content !== null) return
    else if (entryNames.has(name)) {
      if (entry !== null) error = `A ${name} stands inside of another one`
      entry = { definition: null, isTranslatable: null, isCaseSensitive: null, languages: [], textCount: 0 }
    } else if (languageNames.has(name) && entry !== null) {
      const languageTag = (attributes["xml:lang"] ?? attributes["lang"] ?? "").trim()
      if (languageTag === "") error = `A ${name} has no xml:lang`
      else if (languageTag.length > tagMaxUtf16Units)
        error = `A language tag is longer than ${tagMaxUtf16Units} characters`
      language = languageOf(entry, languageTag)
    } else if (termNames.has(name) && language !== null && entry !== null) {
      if (++entry.textCount > textsOfEntryMax) error = `An entry has more than ${textsOfEntryMax} terms`
      term = { text: "", isDeprecated: null, isShort: null }
    } else if (entry !== null) {
      const category = typedNames.has(name) ? (attributes["type"] ?? "") : name
      if (readCategories.has(category)) content = { category, depth: path.length, text: "" }
    }
  }
  const close = () => {
    const depth = path.length
    const name = path.pop() ?? ""
    if (content !== null) {
      if (content.depth !== depth) return
      if (entry !== null) error ??= keep({ ...content, text: content.text.trim().toWellFormed() }, entry)
      content = null
    } else if (termNames.has(name) && term !== null) {
      if (term.text !== "") language?.terms.push(term)
      term = null
    } else if (languageNames.has(name)) language = null
    else if (entryNames.has(name) && entry !== null) {
      for (const one of termsOf(entry, baseLanguageTag)) visit(one)
      entry = null
    }
  }
  return walkXmlBlocks({
    open,
    text: (characters) => {
      if (content !== null && content.text.length <= descriptionMaxUtf16Units) content.text += characters
    },
    close,
    failure: (place) => {
      if (error !== null)
        failure ??= parseFailure(error, place ? { line: place.line, column: place.columnIndex + 1 } : null)
      return failure
    },
    // Files of version 2 name the DTD of their dialect.
    ignoresDeclarations: true
  })
}

const { textMaxUtf16Units, descriptionMaxUtf16Units } = glossaryTermLimits
const tagMaxUtf16Units = 20

const entryNames: ReadonlySet<string> = new Set(["conceptEntry", "termEntry"])
const languageNames: ReadonlySet<string> = new Set(["langSec", "langSet"])
const termNames: ReadonlySet<string> = new Set(["termSec", "tig", "ntig"])
/** Elements of DCA whose attribute names the category; in DCT the element itself does. */
const typedNames: ReadonlySet<string> = new Set(["admin", "descrip", "termNote"])
const readCategories: ReadonlySet<string> = new Set([
  "term",
  "definition",
  "administrativeStatus",
  "termType",
  ...Object.values(categoriesOfFlags)
])

interface EntryInProgress {
  definition: string | null
  /** null: the file does not say it; here and below. */
  isTranslatable: boolean | null
  isCaseSensitive: boolean | null
  readonly languages: Array<LanguageInProgress>
  textCount: number
}

interface LanguageInProgress {
  readonly languageTag: string
  definition: string | null
  readonly terms: Array<TermInProgress>
}

/** Some programs write a language once for each of its terms. */
const languageOf = ({ languages }: EntryInProgress, languageTag: string): LanguageInProgress => {
  const known = languages.find((one) => normalTag(one.languageTag) === normalTag(languageTag))
  if (known !== undefined) return known
  const added = { languageTag, definition: null, terms: [] }
  languages.push(added)
  return added
}

interface TermInProgress {
  text: string
  isDeprecated: boolean | null
  isShort: boolean | null
}

interface ContentInProgress {
  readonly category: string
  readonly depth: number
  text: string
}

/**
 * Makes a term of each one in the base language, and one without a base text if there is none. Deprecated ones are forbidden, and
 * only they have deprecated translations; of several translations in a language the first one counts.
 */
const termsOf = (entry: EntryInProgress, baseLanguageTag: string): ReadonlyArray<ImportedGlossaryTerm> => {
  const base = findBase(entry.languages, baseLanguageTag)
  const description = entry.definition ?? base?.definition ?? null
  const others = entry.languages.filter((one) => one !== base)
  const flagsOf = ({ isDeprecated, isShort }: TermInProgress): Partial<GlossaryTermFlags> => ({
    ...(entry.isTranslatable === null ? {} : { flagNonTranslatable: !entry.isTranslatable }),
    ...(entry.isCaseSensitive === null ? {} : { flagCaseSensitive: entry.isCaseSensitive }),
    ...(isDeprecated === null ? {} : { flagForbiddenTerm: isDeprecated }),
    ...(isShort === null ? {} : { flagAbbreviation: isShort })
  })
  const baseTerms = base === null || base.terms.length === 0 ? namelessTerms(others) : base.terms
  return baseTerms.map((term) => {
    const translations = new Map<string, string>()
    for (const { languageTag, terms } of entry.isTranslatable === false ? [] : others) {
      const text = terms.find(({ isDeprecated }) => (isDeprecated === true) === (term.isDeprecated === true))?.text
      if (text !== undefined && !translations.has(languageTag)) translations.set(languageTag, text)
    }
    return { baseText: term.text, description, flags: flagsOf(term), translations }
  })
}

/** Stands for the base text that the entry does not have. */
const namelessTerms = (languages: ReadonlyArray<LanguageInProgress>): ReadonlyArray<TermInProgress> => {
  const [first] = languages.flatMap(({ terms }) => terms)
  return first === undefined ? [] : [{ ...first, text: "" }]
}

/** Prefers the base language itself, then one of its regions, then the language without its region. */
const findBase = (languages: ReadonlyArray<LanguageInProgress>, baseLanguageTag: string): LanguageInProgress | null => {
  const wanted = normalTag(baseLanguageTag)
  const find = (isBase: (tag: string) => boolean) => languages.find(({ languageTag }) => isBase(normalTag(languageTag)))
  return (
    find((tag) => tag === wanted) ??
    find((tag) => tag.startsWith(`${wanted}-`)) ??
    find((tag) => wanted.startsWith(`${tag}-`)) ??
    null
  )
}

const normalTag = (tag: string): string => tag.toLowerCase().replaceAll("_", "-")
