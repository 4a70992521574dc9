export { type LanguageContent, type LanguageInput, validateLanguage } from "./language/language-rules.ts"
export { type PseudoLocale, pseudoLocales, requestedPseudoLocales } from "./language/pseudo-locale.ts"
export { spellingsOf, withCurrentCode, withFormerCode } from "./language/tag-spelling.ts"
