/** How the words of a language change, as far as that can be said without a dictionary. */
export interface WordRules {
  /** Letters that the forms of a word exchange, replaced before anything else. */
  readonly letters?: ReadonlyArray<readonly [pattern: RegExp, replacement: string]>
  /** Articles and prepositions that are written together with the word, each with a space between. */
  readonly prefixes?: string
  /** Endings, each with a space between; `ies>y`: `y` takes the place of `ies`. The longest one that fits goes. */
  readonly endings: string
  /** Endings follow one another: all that fit go. */
  readonly isAgglutinative?: true
  /** Replaced in what is left. */
  readonly ends?: ReadonlyArray<readonly [pattern: RegExp, replacement: string]>
  /** Letters that must be left of a word; 3 unless another number is here. */
  readonly lettersLeftMin?: number
  /** A word never loses the `e` at its end: `Seite` is not in `seit`. */
  readonly keepsFinalE?: true
  /** Words are joined to new ones: the beginning or the end of a word may be a term. */
  readonly joinsWords?: true
}

/** A word may end with an `s` of its own, which its other forms keep: `lens` and `lenses`, `Preis` and `Preise`. */
const withoutS: NonNullable<WordRules["ends"]> = [[/(?<=...)s+$/, ""]]

const german: WordRules = {
  letters: [
    [/ä/g, "a"],
    [/ö/g, "o"],
    [/ü/g, "u"]
  ],
  endings: "a as e em en ens er ern ers es innen>in n o os s um ums",
  ends: withoutS,
  keepsFinalE: true,
  joinsWords: true
}

/** `nyckel` and `nycklar`, `nøkkel` and `nøkler`. */
const northernEnds: WordRules["ends"] = [
  [/(?<=.)([^aeiouyåäæöø])e([lnr])$/, "$1$2"],
  [/([bdfgklmnprst])\1([lnr])$/, "$1$2"]
]

const norwegian: WordRules = {
  endings: "a e en ene enes ens er ere erne ernes ers es et ets n ne r s t",
  ends: northernEnds,
  keepsFinalE: true,
  joinsWords: true
}

/** `větev` and `větve`, `jazyk` and `jazyce`, `kniha` and `knize`, `loď` and `lodí`. */
const slavicEnds: WordRules["ends"] = [
  [/(?<=.)([^aeiouyáéíóúůýąęó])[eě]([^aeiouyáéíóúůýąęó])$/, "$1$2"],
  [/[cč]$/, "k"],
  [/[zž]$/, "h"],
  [/ď$/, "d"],
  [/ť$/, "t"],
  [/ň$/, "n"]
]

const czech: WordRules = {
  endings:
    "a á ách ám ami at ata e é ě ech ého ém emi ěmi ému em i í ích ího ím ími ímu o ou ové ovi u ů ům y ý ých ým ými",
  ends: slavicEnds
}

const croatian: WordRules = {
  endings:
    "a ama e ega em emu eva eve i ih im ima imi o og oga om omu ov ova ove ovi u ах а ама е ега ем ему ева еве и их им има о ог ога ом ому ов ова ове ови у",
  ends: slavicEnds
}

/** By primary language; words of other languages are found in their own form. Source: docs/glossaries.md#inflection. */
const rulesByLanguage: Readonly<Record<string, WordRules>> = {
  en: {
    endings: "ied>y ies>y ing ings nches>nch oes>o rches>rch s shes>sh sses>ss tches>tch xes>x",
    // A longer word may lose its `e` as well: `delete`, `deleting`. `note` and `not`, `theme` and `them` stay apart.
    ends: [[/(?<=.{4})ed$|(?<=.{5})e$/, ""], ...withoutS]
  },
  de: german,
  nl: {
    endings: "heden>heid e en ën s",
    ends: [
      [/([aeou])\1([^aeiou])$/, "$1$2"],
      [/([bdfgklmnprst])\1$/, "$1"],
      [/z$/, "s"],
      [/v$/, "f"]
    ],
    keepsFinalE: true,
    joinsWords: true
  },
  sv: {
    endings: "a ans ar arna arnas ars e en ens er erna ernas ers et ets n na nas ns or orna ornas s t",
    ends: northernEnds,
    joinsWords: true
  },
  da: norwegian,
  nb: norwegian,
  nn: norwegian,
  no: norwegian,
  fi: {
    endings:
      "a ä en ia iä iin illa illä ille ilta iltä in ina inä issa issä ista istä ja jä ksi lla llä lle lta ltä n na nä ssa ssä sta stä ta tä t den iden tten",
    isAgglutinative: true,
    joinsWords: true
  },
  fr: { endings: "aux>al eaux>eau e é ée ées és es s x", keepsFinalE: true },
  es: {
    letters: [
      [/á/g, "a"],
      [/é/g, "e"],
      [/í/g, "i"],
      [/ó/g, "o"],
      [/ú/g, "u"]
    ],
    endings: "ces>z a as e es o os s"
  },
  pt: { endings: "ães>ão ão>ão ãos>ão ões>ão ais>al eis>el éis>el óis>ol ns>m a as e es o os s" },
  it: { endings: "che>c chi>c ghe>g ghi>g a e i ie io o" },
  ro: { endings: "a ă e ei i ii ile ilor le lor ul ului ulor uri urile urilor" },
  cs: czech,
  sk: {
    endings: `${czech.endings} ia iam iach mi och om ov ovia ého ému ej`,
    ends: slavicEnds
  },
  pl: {
    endings: "a ą ach ami e ę ego ej em emu i ią iach iami ich ie ię iem im imi o om owi owie ów u y ych ym ymi",
    ends: slavicEnds
  },
  hr: croatian,
  sr: croatian,
  bs: croatian,
  sl: croatian,
  ru: {
    letters: [[/ё/g, "е"]],
    endings:
      "а ам ами ах ая е ев его ее ей ем ему ею и ие ией ием ии ий им ими их ию ия иям иями иях й о ов ого ое ой ом ому ою у ую ы ые ый ым ыми ых ь ю юю я ям ями ях яя"
  },
  uk: {
    endings:
      "а ам ами ах е еві ей ем ею є єві єм єю и ий им ими их і ів ій ім іх ї їв й о ові ого ой ом ому ою у ую ь ього ьому ю юю я ям ями ях"
  },
  bg: { endings: "а ата ата е и ите ия о ове овете то ът я ята ят те та" },
  hu: {
    endings:
      "a ai ait ak akat at ba ban ben be ból ből e ei eit ek eket en ért et hez hoz höz ig ja jai je jei k kal kel ként nak nek n ok okat on ot ök öket ön öt ra re ról ről t tól től ul ül val vel",
    isAgglutinative: true
  },
  tr: {
    letters: [
      [/a/g, "e"],
      [/[ıuü]/g, "i"]
    ],
    endings: "ce de den di e i im imiz in iniz le ler leri si te ten ye yi yle n nde nden ne ni nin sini",
    ends: [
      [/b$/, "p"],
      [/c$/, "ç"],
      [/d$/, "t"],
      [/ğ$/, "k"]
    ],
    isAgglutinative: true
  },
  el: {
    letters: [
      [/ά/g, "α"],
      [/έ/g, "ε"],
      [/ή/g, "η"],
      [/[ίϊΐ]/g, "ι"],
      [/ό/g, "ο"],
      [/[ύϋΰ]/g, "υ"],
      [/ώ/g, "ω"],
      [/ς/g, "σ"]
    ],
    endings: "α ασ ε εισ εσ εωσ εων η ησ ι ια ιου ιων μα>μ ματα>μ ματοσ>μ ματων>μ ο οι οσ ου ουσ ων"
  },
  ar: {
    letters: [
      [/[\u064B-\u0652\u0670\u0640]/g, ""],
      [/[أإآٱ]/g, "ا"],
      [/ى/g, "ي"],
      [/ة/g, "ه"]
    ],
    prefixes: "ال وال بال كال فال لل ولل و ب ل ف ك",
    endings: "ات اتها ان ته تها تي ك ه ها هم ون ي ين نا"
  },
  fa: {
    letters: [
      [/ي/g, "ی"],
      [/ك/g, "ک"]
    ],
    endings: "ها های هایی ی"
  },
  he: {
    letters: [
      [/[\u0591-\u05C7]/g, ""],
      [/ך/g, "כ"],
      [/ם/g, "מ"],
      [/ן/g, "נ"],
      [/ף/g, "פ"],
      [/ץ/g, "צ"]
    ],
    prefixes: "ה ו ב ל מ ש כ וה שה ול וב ומ מה כש",
    endings: "ה ות י ימ ת"
  },
  ko: {
    endings: "은 는 이 가 을 를 의 에 와 과 도 만 로 으로 에서 에서는 에는 에게 까지 부터 들 이나 보다 처럼 마다",
    isAgglutinative: true,
    lettersLeftMin: 2
  }
}

/** Finds the stem of a word, which all its forms share, with the letters that the rules name in small letters. */
export interface WordStemmer {
  readonly stemOf: (word: string) => string
  readonly joinsWords: boolean
  /** A word is a form of the other one only if it has not just lost its `e`. */
  readonly keepsFinalE: boolean
}

/** Returns the stemmer of a language; null: nothing is known about its words. */
export const wordStemmerOf = (primaryLanguage: string): WordStemmer | null => {
  if (!Object.hasOwn(rulesByLanguage, primaryLanguage)) return null
  const known = stemmers.get(primaryLanguage)
  if (known !== undefined) return known
  const rules = rulesByLanguage[primaryLanguage]
  if (rules === undefined) return null
  const made = makeStemmer(rules)
  stemmers.set(primaryLanguage, made)
  return made
}

/** Stemmers that were asked for, of the languages of the table at most. */
const stemmers = new Map<string, WordStemmer>()

/** A long ending leaves more of the word. */
const longEndingLetters = 3

const makeStemmer = (rules: WordRules): WordStemmer => {
  const {
    letters = [],
    ends = [],
    isAgglutinative = false,
    lettersLeftMin = 3,
    joinsWords = false,
    keepsFinalE = false
  } = rules
  const endings = new Map(
    rules.endings.split(" ").map((row) => {
      const [ending = "", replacement = ""] = row.split(">")
      return [ending, replacement] as const
    })
  )
  const hasLetters = anyOf(letters)
  const hasEnds = anyOf(ends)
  const lastLetters = new Set([...endings.keys()].map((ending) => ending.charCodeAt(ending.length - 1)))
  const endingLengthMax = Math.max(...[...endings.keys()].map(({ length }) => length))
  const prefixes = (rules.prefixes?.split(" ") ?? []).sort((one, other) => other.length - one.length)

  const withoutPrefix = (word: string): string => {
    const prefix = prefixes.find(
      (one) => word.startsWith(one) && word.length - one.length >= lettersLeftMin + (one.length === 1 ? 1 : 0)
    )
    return prefix === undefined ? word : word.slice(prefix.length)
  }
  const withoutEnding = (word: string): string => {
    if (!lastLetters.has(word.charCodeAt(word.length - 1))) return word
    for (let length = Math.min(endingLengthMax, word.length); length > 0; length--) {
      const replacement = endings.get(word.slice(-length))
      if (replacement === undefined) continue
      const left = word.length - length + replacement.length
      const lostLetters = length - replacement.length
      if (left < lettersLeftMin + (lostLetters >= longEndingLetters ? 1 : 0)) continue
      return word.slice(0, -length) + replacement
    }
    return word
  }
  const stemOf = (word: string): string => {
    let stem = withoutPrefix(hasLetters.test(word) ? replaceAll(word, letters) : word)
    for (let before = ""; before !== stem; ) {
      before = stem
      stem = withoutEnding(stem)
      if (!isAgglutinative) break
    }
    return hasEnds.test(stem) ? replaceAll(stem, ends) : stem
  }
  return { stemOf, joinsWords, keepsFinalE }
}

/** Most words have none of the patterns. */
const anyOf = (replacements: NonNullable<WordRules["letters"]>): RegExp =>
  new RegExp(replacements.map(([{ source }]) => source).join("|") || "(?!)")

const replaceAll = (word: string, replacements: NonNullable<WordRules["letters"]>): string => {
  let replaced = word
  for (const [pattern, replacement] of replacements) replaced = replaced.replace(pattern, replacement)
  return replaced
}
