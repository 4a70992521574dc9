import { type GettextExpression, parsePluralForms } from "./gettext-expression.ts"
import { type PluralKeyword, pluralKeywords, pluralRulesOf } from "./plural-keyword.ts"

/** The gettext rule of a language. */
export interface GettextRule extends GettextExpression {
  /** Value of the header `Plural-Forms`. */
  readonly pluralForms: string
  /** Which CLDR form `msgstr[index]` is for most of its numbers, by index. */
  readonly keywords: ReadonlyArray<PluralKeyword>
  /** Forms of CLDR whose numbers, some of them, get `msgstr[index]` although it is another form. */
  readonly strays: ReadonlyArray<{ readonly keyword: PluralKeyword; readonly index: number }>
}

/**
 * The rule of a language; English for one that is not in the table. `hasMillions`: with a form for millions, where the language has one
 * that the usual rule has not.
 * Source: docs/formats.md#po.
 */
export const gettextRuleOf = (languageTag: string, hasMillions = false): GettextRule => {
  const { pluralForms } = rowOf(languageTag)
  const withMillions = hasMillions ? rulesWithMillions.get(pluralForms) : undefined
  const hasMany =
    withMillions !== undefined && pluralRulesOf(languageTag).resolvedOptions().pluralCategories.includes("many")
  return ruleOfPluralForms(hasMany ? withMillions : pluralForms, languageTag)
}

/** The rules of CLDR for Catalan, French, Italian, Portuguese and Spanish, as Django's and Transifex's files spell them. */
const rulesWithMillions: ReadonlyMap<string, string> = new Map([
  ["nplurals=2; plural=(n > 1)", "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2"],
  ["nplurals=2; plural=(n != 1)", "nplurals=3; plural=n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2"]
])

/** Results by locale of CLDR and rule. Its size is bounded: rules come from tables, never from a file. */
const knownRules = new Map<string, GettextRule>()

/** The rule `nplurals=…; plural=…` of a table with the forms that the language has for its indexes. */
export const ruleOfPluralForms = (pluralForms: string, languageTag: string): GettextRule => {
  const rules = pluralRulesOf(languageTag)
  const key = `${rules.resolvedOptions().locale} ${pluralForms}`
  const known = knownRules.get(key) ?? computeRule(pluralForms, rules)
  knownRules.set(key, known)
  return known
}

const computeRule = (pluralForms: string, rules: Intl.PluralRules): GettextRule => {
  const expression = parsePluralForms(pluralForms) ?? english
  const counts = countBy(expression.indexOf, (count) => rules.select(count) as PluralKeyword)
  const keywords = Array.from(
    { length: expression.formCount },
    (_, index) => mostFrequent(counts.get(index)) ?? "other"
  )
  const strays = [...counts].flatMap(([index, ofIndex]) =>
    [...ofIndex.keys()].filter((keyword) => keyword !== keywords[index]).map((keyword) => ({ keyword, index }))
  )
  return { ...expression, pluralForms, keywords, strays }
}

/** How the forms of a file become those of an ICU plural. */
export interface GettextForms {
  /** By selector (`=8`, `few`): the index of its form, in the order in which they are stored. */
  readonly indexBySelector: ReadonlyMap<string, number>
  /** False = some numbers get another form in ICU than in gettext. */
  readonly isExact: boolean
}

/**
 * Which form of gettext each form of the language is. Where the two divide the numbers otherwise, a keyword has the index
 * of most of its numbers, and few others have a form of their own. Null = the expression names a form that it has not.
 */
export const gettextFormsOf = (languageTag: string, expression: GettextExpression): GettextForms | null => {
  const rules = pluralRulesOf(languageTag)
  const keywordOf = (count: number) => rules.select(count) as PluralKeyword
  const isIndex = (index: number) => Number.isInteger(index) && index >= 0 && index < expression.formCount
  if (!sampleCounts.every((count) => isIndex(expression.indexOf(count)))) return null
  const counts = countBy(keywordOf, expression.indexOf)
  const indexByKeyword = new Map<PluralKeyword, number>()
  for (const keyword of pluralKeywords) {
    const index = mostFrequent(counts.get(keyword))
    if (index !== undefined) indexByKeyword.set(keyword, index)
  }
  const odd = sampleCounts.filter((count) => expression.indexOf(count) !== indexByKeyword.get(keywordOf(count)))
  const isExact = odd.length <= exactFormsMax && odd.every((count) => count <= exactCountMax)
  const other = indexByKeyword.get("other")
  const keywords = [...indexByKeyword]
    // `other` covers it.
    .filter(([keyword, index]) => keyword === "other" || index !== other)
    .sort(([, left], [, right]) => left - right)
  const exact = isExact ? odd.map((count): [string, number] => [`=${count}`, expression.indexOf(count)]) : []
  return { indexBySelector: new Map([...exact, ...keywords]), isExact }
}

/** Rules repeat after a hundred or a thousand numbers; some languages have a form for millions. */
const sampleCounts: ReadonlyArray<number> = [...Array.from({ length: 1_001 }, (_, count) => count), 1_000_000]

/** More forms for exact numbers would be a rule that ICU does not have. */
const exactFormsMax = 12
const exactCountMax = 200

const countBy = <K, V>(keyOf: (count: number) => K, indexedBy: (count: number) => V): Map<K, Map<V, number>> => {
  const counts = new Map<K, Map<V, number>>()
  for (const count of sampleCounts) {
    const key = keyOf(count)
    const value = indexedBy(count)
    const ofKey = counts.get(key) ?? new Map<V, number>()
    counts.set(key, ofKey)
    ofKey.set(value, (ofKey.get(value) ?? 0) + 1)
  }
  return counts
}

/** Some languages call 0 and 1 `one`: the form of 1 is the usual one, with the lower index. */
const mostFrequent = <V extends string | number>(counts: ReadonlyMap<V, number> | undefined): V | undefined =>
  [...(counts ?? [])].sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1))[0]?.[0]

/** European Portuguese counts otherwise than that of Brazil, which is the usual one. */
const rowOf = (languageTag: string): GettextPlural => {
  const tag = languageTag.replaceAll("_", "-").toLowerCase()
  const language = usualNameOf(tag.split("-")[0] ?? "")
  const find = (name: string) => gettextPlurals.find(({ languages }) => languages.split(" ").includes(name))
  return find(tag) ?? find(language) ?? englishRow
}

/** Returns the name in the table for a language with several names: `ces` is `cs`, `iw` is `he`. */
const usualNameOf = (language: string): string => {
  try {
    return new Intl.Locale(language).language
  } catch {
    // Not a well-formed tag.
    return language
  }
}

/** One rule of gettext: the header value, and the languages (subtags) that use it. */
export interface GettextPlural {
  readonly pluralForms: string
  readonly languages: string
}

const englishRow: GettextPlural = {
  pluralForms: "nplurals=2; plural=(n != 1)",
  languages:
    "af an ast az bg brx ca cgg da de el en eo es et eu fi fo fur fy gl ha he hne hu it ka kk ku ky lb mai ml mn mni mr nah nap nb ne nl nn no or pap pms ps pt-pt rm rw sat sco sd se so son sq sv sw ta te tk tr ug ur uz"
}

const english: GettextExpression = { formCount: 2, indexOf: (count) => Number(count !== 1) }

/**
 * The usual rules, as gettext's tools write them, as far as these divide the numbers as CLDR does; else rules that do:
 * then a file has the same text for each number as the ICU message.
 */
export const gettextPlurals: ReadonlyArray<GettextPlural> = [
  {
    pluralForms: "nplurals=2; plural=(n > 1)",
    languages:
      "ach ak am arn as bho bn csw doi fa ff fr frp gu gun guw hi hy kab kn kok ln mfe mg mi nso oc pa pcm pt si tg ti wa zu"
  },
  englishRow,
  {
    pluralForms: "nplurals=1; plural=0",
    languages:
      "ay bm bo dz hnj id ig ii ja jbo kde kea km ko lkt lo ms my nqo osa sah ses sg su th to tpi tt vi wo yo yue zh"
  },
  {
    pluralForms:
      "nplurals=6; plural=(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5)",
    languages: "ar ars"
  },
  {
    pluralForms:
      "nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)",
    languages: "be bs hr ru sr uk"
  },
  {
    pluralForms: "nplurals=3; plural=(n == 1 ? 0 : (n >= 2 && n <= 4) ? 1 : 2)",
    languages: "cs sk"
  },
  {
    pluralForms:
      "nplurals=3; plural=(n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)",
    languages: "csb pl"
  },
  {
    pluralForms: "nplurals=6; plural=(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n == 3 ? 3 : n == 6 ? 4 : 5)",
    languages: "cy"
  },
  {
    pluralForms: "nplurals=5; plural=(n == 1 ? 0 : n == 2 ? 1 : n >= 3 && n <= 6 ? 2 : n >= 7 && n <= 10 ? 3 : 4)",
    languages: "ga"
  },
  {
    pluralForms: "nplurals=4; plural=((n == 1 || n == 11) ? 0 : (n == 2 || n == 12) ? 1 : (n > 2 && n < 20) ? 2 : 3)",
    languages: "gd"
  },
  {
    pluralForms: "nplurals=2; plural=(n % 10 != 1 || n % 100 == 11)",
    languages: "is"
  },
  {
    pluralForms:
      "nplurals=5; plural=(n % 10 == 1 && n % 100 != 11 && n % 100 != 71 && n % 100 != 91 ? 0 : n % 10 == 2 && n % 100 != 12 && n % 100 != 72 && n % 100 != 92 ? 1 : (n % 10 == 3 || n % 10 == 4 || n % 10 == 9) && (n % 100 < 10 || n % 100 > 19) && (n % 100 < 70 || n % 100 > 79) && (n % 100 < 90 || n % 100 > 99) ? 2 : n != 0 && n % 1000000 == 0 ? 3 : 4)",
    languages: "br"
  },
  {
    pluralForms:
      "nplurals=2; plural=(n == 1 || n == 2 || n == 3 || (n % 10 != 4 && n % 10 != 6 && n % 10 != 9) ? 0 : 1)",
    languages: "ceb fil"
  },
  {
    pluralForms: "nplurals=2; plural=(n != 0)",
    languages: "jv"
  },
  {
    pluralForms: "nplurals=4; plural=(n == 1 ? 0 : n == 2 ? 1 : n == 3 ? 2 : 3)",
    languages: "kw"
  },
  {
    pluralForms:
      "nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)",
    languages: "lt"
  },
  {
    pluralForms: "nplurals=3; plural=(n % 10 == 0 || (n % 100 >= 11 && n % 100 <= 19) ? 2 : n % 10 == 1 ? 0 : 1)",
    languages: "lv prg"
  },
  {
    pluralForms: "nplurals=2; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : 1)",
    languages: "mk"
  },
  {
    pluralForms: "nplurals=3; plural=(n == 0 ? 0 : n == 1 ? 1 : 2)",
    languages: "blo cv ksh lag mnk"
  },
  {
    pluralForms:
      "nplurals=5; plural=(n == 1 ? 0 : n == 2 ? 1 : n == 0 || (n % 100 >= 3 && n % 100 <= 10) ? 2 : n % 100 >= 11 && n % 100 <= 19 ? 3 : 4)",
    languages: "mt"
  },
  {
    pluralForms: "nplurals=3; plural=(n == 1 ? 0 : (n == 0 || (n % 100 > 0 && n % 100 < 20)) ? 1 : 2)",
    languages: "ro"
  },
  {
    pluralForms: "nplurals=4; plural=(n % 100 == 1 ? 1 : n % 100 == 2 ? 2 : n % 100 == 3 || n % 100 == 4 ? 3 : 0)",
    languages: "sl"
  },
  {
    pluralForms: "nplurals=4; plural=(n % 100 == 1 ? 0 : n % 100 == 2 ? 1 : n % 100 == 3 || n % 100 == 4 ? 2 : 3)",
    languages: "dsb hsb"
  },
  {
    pluralForms: "nplurals=4; plural=(n % 10 == 1 ? 0 : n % 10 == 2 ? 1 : n % 20 == 0 ? 2 : 3)",
    languages: "gv"
  },
  {
    pluralForms: "nplurals=3; plural=(n == 1 ? 0 : n == 2 ? 1 : 2)",
    languages: "iu naq sma smi smj smn sms"
  },
  {
    pluralForms:
      "nplurals=4; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n == 2 ? 1 : n % 10 >= 2 && (n % 100 < 10 || n % 100 > 19) ? 2 : 3)",
    languages: "sgs"
  },
  {
    pluralForms: "nplurals=3; plural=(n <= 1 ? 0 : n <= 10 ? 1 : 2)",
    languages: "shi"
  },
  {
    pluralForms: "nplurals=2; plural=(n > 1 && (n < 11 || n > 99))",
    languages: "tzm"
  }
]
