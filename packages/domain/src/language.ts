export { type LanguageContent, type LanguageInput, validateLanguage } from "./language/language-rules.ts"
export { spellingsOf, withCurrentCode, withFormerCode } from "./language/tag-spelling.ts"
