import { type PluralKeyword, pluralRulesOf } from "./plural-keyword.ts"

/** What gettext says about a language. */
export interface GettextRule {
  /** Value of the header `Plural-Forms`. */
  readonly pluralForms: string
  /** Which CLDR form `msgstr[index]` is, by index. */
  readonly keywords: ReadonlyArray<PluralKeyword>
}

/**
 * The rule of a language; English for one that is not in the table. The form of an index is that of a sample number
 * that gettext's rule gives this index.
 * Source: reference "import-and-formats" 6.4 and 10.4.
 */
export const gettextRuleOf = (languageTag: string): GettextRule => {
  const language = languageTag.split(/[-_]/)[0]?.toLowerCase() ?? ""
  const row = gettextPlurals.find((candidate) => candidate.languages.split(" ").includes(language)) ?? english
  // With the two forms of English the second one is everything but one, also where CLDR has a form for two (Hebrew).
  const rules = pluralRulesOf(row === english ? "en" : languageTag)
  return { pluralForms: row.pluralForms, keywords: row.samples.map((sample) => rules.select(sample)) }
}

/** One rule of gettext: the header value, a sample number for each index, the languages (subtags) that use it. */
export interface GettextPlural {
  readonly pluralForms: string
  readonly samples: ReadonlyArray<number>
  readonly languages: string
}

const english: GettextPlural = {
  pluralForms: "nplurals=2; plural=(n != 1)",
  samples: [1, 2],
  languages:
    "af an ast az bg bn brx ca da de doi el en eo es et eu ff fi fo fur fy gl gu ha he hi hne hu hy it kn ku lb mai ml mn mni mr nah nap nb ne nl nn no nso or pa pap pms ps pt rm rw sat sco sd se si so son sq sv sw ta te tk ur yo"
}

/** Source: reference "import-and-formats" 10.4. */
export const gettextPlurals: ReadonlyArray<GettextPlural> = [
  {
    pluralForms: "nplurals=2; plural=(n > 1)",
    samples: [1, 2],
    languages: "ach ak am arn br fil fr gun ln mfe mg mi oc tg ti tr uz wa"
  },
  english,
  {
    pluralForms: "nplurals=1; plural=0",
    samples: [1],
    languages: "ay bo cgg dz fa id ja jbo ka kk km ko ky lo ms my sah su th tt ug vi wo zh"
  },
  {
    pluralForms:
      "nplurals=6; plural=(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5)",
    samples: [0, 1, 2, 3, 11, 100],
    languages: "ar"
  },
  {
    pluralForms:
      "nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)",
    samples: [1, 2, 5],
    languages: "be bs hr ru sr uk"
  },
  {
    pluralForms: "nplurals=3; plural=(n == 1 ? 0 : (n >= 2 && n <= 4) ? 1 : 2)",
    samples: [1, 2, 5],
    languages: "cs sk"
  },
  {
    pluralForms:
      "nplurals=3; plural=(n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)",
    samples: [1, 2, 5],
    languages: "csb pl"
  },
  {
    pluralForms: "nplurals=4; plural=(n == 1 ? 0 : n == 2 ? 1 : (n != 8 && n != 11) ? 2 : 3)",
    samples: [1, 2, 3, 8],
    languages: "cy"
  },
  {
    pluralForms: "nplurals=5; plural=(n == 1 ? 0 : n == 2 ? 1 : n < 7 ? 2 : n < 11 ? 3 : 4)",
    samples: [1, 2, 3, 7, 11],
    languages: "ga"
  },
  {
    pluralForms: "nplurals=4; plural=((n == 1 || n == 11) ? 0 : (n == 2 || n == 12) ? 1 : (n > 2 && n < 20) ? 2 : 3)",
    samples: [1, 2, 3, 20],
    languages: "gd"
  },
  {
    pluralForms: "nplurals=2; plural=(n % 10 != 1 || n % 100 == 11)",
    samples: [1, 2],
    languages: "is"
  },
  {
    pluralForms: "nplurals=2; plural=(n != 0)",
    samples: [0, 1],
    languages: "jv"
  },
  {
    pluralForms: "nplurals=4; plural=(n == 1 ? 0 : n == 2 ? 1 : n == 3 ? 2 : 3)",
    samples: [1, 2, 3, 4],
    languages: "kw"
  },
  {
    pluralForms:
      "nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)",
    samples: [1, 2, 10],
    languages: "lt"
  },
  {
    pluralForms: "nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n != 0 ? 1 : 2)",
    samples: [1, 2, 0],
    languages: "lv"
  },
  {
    pluralForms: "nplurals=2; plural=(n == 1 || n % 10 == 1 ? 0 : 1)",
    samples: [1, 2],
    languages: "mk"
  },
  {
    pluralForms: "nplurals=3; plural=(n == 0 ? 0 : n == 1 ? 1 : 2)",
    samples: [0, 1, 2],
    languages: "mnk"
  },
  {
    pluralForms:
      "nplurals=4; plural=(n == 1 ? 0 : n == 0 || ( n % 100 > 1 && n % 100 < 11) ? 1 : (n % 100 > 10 && n % 100 < 20 ) ? 2 : 3)",
    samples: [1, 2, 11, 20],
    languages: "mt"
  },
  {
    pluralForms: "nplurals=3; plural=(n == 1 ? 0 : (n == 0 || (n % 100 > 0 && n % 100 < 20)) ? 1 : 2)",
    samples: [1, 2, 20],
    languages: "ro"
  },
  {
    pluralForms: "nplurals=4; plural=(n % 100 == 1 ? 1 : n % 100 == 2 ? 2 : n % 100 == 3 || n % 100 == 4 ? 3 : 0)",
    samples: [5, 1, 2, 3],
    languages: "sl"
  }
]
