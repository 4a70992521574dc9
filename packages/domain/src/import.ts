export {
  type CollectableTranslation,
  type CollectedTranslation,
  type CollectedTranslations,
  type CollectionFacts,
  collectTranslations
} from "./import/collect-translations.ts"
export {
  type ConflictFacts,
  type ConflictType,
  conflictTypeOf,
  conflictTypes,
  type Decision,
  type DecisionFacts,
  decideResolution,
  decideTranslation,
  type ExistingTranslation,
  type ForceMode,
  forceModes,
  isOverridable,
  type KeyResolution,
  keyResolutions,
  type OverrideMode,
  overrideModes,
  type ResolutionDecision
} from "./import/decide-translation.ts"
export {
  fileTagFor,
  guessLanguageName,
  guessNamespace,
  isIgnoredPath,
  type LanguagePairingFacts,
  namesLanguage,
  pairLanguage,
  tagOfUnnamed,
  unnamedLanguage
} from "./import/import-file.ts"
export { importFormats } from "./import/import-format.ts"
export {
  contextNotSupported,
  definedInAnotherFile,
  descriptionTooLong,
  type ImportedValueReference,
  type ImportIssue,
  type ImportIssueParam,
  type ImportIssueParamType,
  type ImportIssueType,
  idAttributeNotProvided,
  importIssueParamTypes,
  importIssueRules,
  importIssueTypes,
  importNoticeType,
  invalidCustomValues,
  keyIsBlank,
  keyIsEmpty,
  keyIsNotString,
  keyNameTooLong,
  multipleValues,
  resolveIssueParams,
  type SourcePosition,
  shortenParamValue,
  targetNotProvided,
  translationNotValidIcu,
  translationTooLong,
  valueIsEmpty,
  valueIsNotString
} from "./import/import-issue.ts"
export { checkImportKeys, type ImportKeyInput, importLimits, limitDescription } from "./import/import-limits.ts"
export { replaceCodeReferences } from "./import/replace-code-references.ts"
