import { type GettextRule, ruleOfPluralForms } from "../plural/gettext-plural.ts"
import { type PluralKeyword, pluralRulesOf } from "../plural/plural-keyword.ts"
import { isLanguageName } from "./laravel-path.ts"

/** How numbers are divided in a language, by Laravel and by CLDR; each list has one item for each of `counts`. */
export interface LaravelLanguage {
  readonly rule: GettextRule
  readonly partIndexes: ReadonlyArray<number>
  readonly keywords: ReadonlyArray<PluralKeyword>
}

/** Computed once for a file. */
export const laravelLanguageOf = (name: string): LaravelLanguage => {
  const rule = laravelRuleOf(name)
  const cldr = pluralRulesOf(name)
  return {
    rule,
    partIndexes: counts.map(rule.indexOf),
    keywords: counts.map((count) => cldr.select(count) as PluralKeyword)
  }
}

/** Rules repeat after a hundred numbers. */
export const lastCount = 200

/** Numbers that stand for all: small ones, and two for all larger ones. */
export const counts: ReadonlyArray<number> = [
  ...Array.from({ length: lastCount + 1 }, (_, count) => count),
  1_000,
  1_000_000
]

/**
 * Which part of a text a number has in a language: Laravel's own rules; in languages without a row it is the first part.
 * English for a name that is no language.
 * Source: https://github.com/laravel/framework/blob/12.x/src/Illuminate/Translation/MessageSelector.php
 */
const laravelRuleOf = (languageName: string): GettextRule => {
  const [language = ""] = (isLanguageName(languageName) ? languageName : "en").toLowerCase().split(/[-_]/)
  const found = rules.find(([, languages]) => languages.split(" ").includes(language))
  return ruleOfPluralForms(found?.[0] ?? "nplurals=1; plural=0", languageName)
}

const rules: ReadonlyArray<readonly [pluralForms: string, languages: string]> = [
  [
    "nplurals=2; plural=(n != 1)",
    "af bn bg ca da de el en eo es et eu fa fi fo fur fy gl gu ha he hu is it ku lb ml mn mr nah nb ne nl nn no om or pa pap ps pt so sq sv sw ta te tk ur zu"
  ],
  ["nplurals=2; plural=(n > 1)", "am bh fil fr gun hi hy ln mg nso ti wa xbr"],
  [
    "nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)",
    "be bs hr ru sr uk"
  ],
  ["nplurals=3; plural=(n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2)", "cs sk"],
  ["nplurals=3; plural=(n == 1 ? 0 : n == 2 ? 1 : 2)", "ga"],
  [
    "nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)",
    "lt"
  ],
  ["nplurals=4; plural=(n % 100 == 1 ? 0 : n % 100 == 2 ? 1 : n % 100 == 3 || n % 100 == 4 ? 2 : 3)", "sl"],
  ["nplurals=2; plural=(n % 10 == 1 ? 0 : 1)", "mk"],
  [
    "nplurals=4; plural=(n == 1 ? 0 : n == 0 || (n % 100 > 1 && n % 100 < 11) ? 1 : n % 100 > 10 && n % 100 < 20 ? 2 : 3)",
    "mt"
  ],
  ["nplurals=3; plural=(n == 0 ? 0 : n % 10 == 1 && n % 100 != 11 ? 1 : 2)", "lv"],
  ["nplurals=3; plural=(n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2)", "pl"],
  ["nplurals=4; plural=(n == 1 ? 0 : n == 2 ? 1 : n == 8 || n == 11 ? 2 : 3)", "cy"],
  ["nplurals=3; plural=(n == 1 ? 0 : n == 0 || (n % 100 > 0 && n % 100 < 20) ? 1 : 2)", "ro"],
  [
    "nplurals=6; plural=(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 && n % 100 <= 99 ? 4 : 5)",
    "ar"
  ]
]
