import { type GettextRule, ruleOfPluralForms } from "../plural/gettext-plural.ts"

/**
 * Which `numerusform` a number has in a language: Qt's own rules, which count otherwise than CLDR in some languages. English
 * for languages without a row.
 * Source: https://doc.qt.io/qt-6/i18n-plural-rules.html
 */
export const numerusRuleOf = (languageTag: string): GettextRule => {
  const tag = languageTag.replaceAll("_", "-").toLowerCase()
  const [language = ""] = tag.split("-")
  const find = (name: string) => rules.find(([, languages]) => languages.split(" ").includes(name))
  return ruleOfPluralForms((find(tag) ?? find(language))?.[0] ?? "nplurals=2; plural=(n != 1)", languageTag)
}

const rules: ReadonlyArray<readonly [pluralForms: string, languages: string]> = [
  ["nplurals=1; plural=0", "bi my zh dz fj gn hu id ja jv ko ms na om fa su th bo tr vi yo za"],
  ["nplurals=2; plural=(n > 1)", "hy br fr pt-br fil ti wa"],
  ["nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n != 0 ? 1 : 2)", "lv"],
  ["nplurals=2; plural=(n % 10 != 1 || n % 100 == 11)", "is"],
  ["nplurals=3; plural=(n == 1 ? 0 : n == 2 ? 1 : 2)", "dv iu ik ga gv mi se sm sa"],
  ["nplurals=4; plural=((n == 1 || n == 11) ? 0 : (n == 2 || n == 12) ? 1 : (n > 2 && n < 20) ? 2 : 3)", "gd"],
  ["nplurals=3; plural=(n == 1 ? 0 : (n >= 2 && n <= 4) ? 1 : 2)", "cs sk"],
  ["nplurals=3; plural=(n % 10 == 1 ? 0 : n % 10 == 2 ? 1 : 2)", "mk"],
  [
    "nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 != 0 && (n % 100 < 10 || n % 100 > 19) ? 1 : 2)",
    "lt"
  ],
  [
    "nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 > 19) ? 1 : 2)",
    "be bs hr ru sr uk"
  ],
  ["nplurals=3; plural=(n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 > 19) ? 1 : 2)", "pl"],
  ["nplurals=3; plural=(n == 1 ? 0 : (n == 0 || (n % 100 >= 1 && n % 100 <= 19)) ? 1 : 2)", "ro"],
  ["nplurals=4; plural=(n % 100 == 1 ? 0 : n % 100 == 2 ? 1 : n % 100 == 3 || n % 100 == 4 ? 2 : 3)", "sl"],
  [
    "nplurals=4; plural=(n == 1 ? 0 : (n == 0 || (n % 100 >= 1 && n % 100 <= 10)) ? 1 : n % 100 >= 11 && n % 100 <= 19 ? 2 : 3)",
    "mt"
  ],
  ["nplurals=5; plural=(n == 0 ? 0 : n == 1 ? 1 : n >= 2 && n <= 5 ? 2 : n == 6 ? 3 : 4)", "cy"],
  [
    "nplurals=6; plural=(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5)",
    "ar"
  ]
]
