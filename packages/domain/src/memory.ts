export {
  type AutoTranslateTargets,
  type AutoTranslationRule,
  type AutoTranslationSetting,
  autoTranslateTargets,
  defaultAutoTranslation,
  languageSettings,
  ruleOf,
  similarityMin,
  similarLanguages,
  usualRule,
  validateAutoTranslation,
  wantedTargets
} from "./memory/auto-translation.ts"
export { chooseExactMatch } from "./memory/exact-match.ts"
export {
  type AssignmentContent,
  type AssignmentInput,
  checkAssignedLanguages,
  checkShared,
  entryTextMaxUtf16Units,
  type MemoryContent,
  type MemoryInput,
  type MemoryType,
  memoryTypes,
  mergeAssignments,
  type StoredAssignment,
  validateAssignment,
  validateEntry,
  validateEntryGroup,
  validateMemory
} from "./memory/memory-rules.ts"
export { entriesOfUnit } from "./memory/memory-unit.ts"
export {
  automaticSources,
  dryRunKeysMax,
  planAutomaticText,
  untouchedReasons,
  validateDryRun
} from "./memory/plan-automatic-text.ts"
