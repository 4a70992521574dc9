export { type LanguageContent, type LanguageInput, validateLanguage } from "./language/language-rules.ts"
