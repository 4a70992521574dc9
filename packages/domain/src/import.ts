export {
  type CollectableTranslation,
  type CollectedTranslation,
  type CollectedTranslations,
  type CollectionFacts,
  collectTranslations
} from "./import/collect-translations.ts"
export {
  decideResolution,
  type KeyResolution,
  keyResolutions,
  type ResolutionDecision
} from "./import/decide-resolution.ts"
export {
  type ConflictFacts,
  type ConflictType,
  conflictTypeOf,
  conflictTypes,
  type Decision,
  type DecisionFacts,
  decideTranslation,
  type ExistingTranslation,
  type ForceMode,
  forceModes,
  isOverridable,
  type OverrideMode,
  overrideModes
} from "./import/decide-translation.ts"
export { guessLanguageName } from "./import/guess-language-name.ts"
export { guessNamespace } from "./import/guess-namespace.ts"
export {
  definedInAnotherFile,
  descriptionTooLong,
  hidesKeys,
  type ImportedValueReference,
  type ImportIssue,
  type ImportIssueParam,
  type ImportIssueParamType,
  type ImportIssueType,
  idAttributeNotProvided,
  importIssueParamTypes,
  importIssueTypes,
  invalidCustomValues,
  keepsItem,
  keyIsBlank,
  keyIsNotString,
  multipleValues,
  resolveIssueParams,
  type SourcePosition,
  shortenParamValue,
  targetNotProvided,
  translationTooLong,
  valueIsEmpty
} from "./import/import-issue.ts"
export { checkImportKeys, type ImportKeyInput } from "./import/import-key-rules.ts"
export { isIgnoredPath } from "./import/is-ignored-path.ts"
export { fileTagFor, type LanguagePairingFacts, pairLanguage } from "./import/pair-language.ts"
export { replaceCodeReferences } from "./import/replace-code-references.ts"
export { importLimits, limitDescription } from "./import/text-limits.ts"
