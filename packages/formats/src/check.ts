/** Checks of texts against the base text, for programs that read no files: a browser that edits texts, a program of your own. */
export {
  type CheckedText,
  type CheckFinding,
  type CheckTerm,
  type CheckTerms,
  type CheckType,
  checkTypes,
  type ProseCheckType,
  proseCheckTypes
} from "./check/check.ts"
export { checkSentences, sentenceOf } from "./check/check-sentence.ts"
export { type CheckGlossary, countKeptTerms, findTermsInText, makeCheckTerms } from "./check/check-terms.ts"
export {
  type CheckSeverity,
  categoryOf,
  checkText,
  defaultCheckTypes,
  defaultSeverity,
  type ProseProblem,
  proseFindings,
  proseForms
} from "./check/check-text.ts"
export { groupCheckTypes } from "./check/check-type-groups.ts"
