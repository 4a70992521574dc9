export {
  type AnnouncedShare,
  announcedShares,
  type BudgetInput,
  type BudgetPeriod,
  type BudgetScope,
  budgetPeriods,
  budgetScopes,
  dayOf,
  type ExceededBudget,
  findExceededBudget,
  firstDayOfMonth,
  leftOfBudgets,
  noBudget,
  oldestUsageDay,
  reachedShare,
  type TranslationBudget,
  type TranslationSpending,
  toAmount,
  validateBudget
} from "./machine-translation/budget.ts"
export { chrf } from "./machine-translation/chrf.ts"
export { engineLanguages } from "./machine-translation/engine-languages.ts"
export { type EstimatedText, estimateQuality, type QualityEstimate } from "./machine-translation/estimate-quality.ts"
export {
  compareWithApproved,
  type EvaluatedTranslation,
  sampleOf,
  type TranslationLikeness
} from "./machine-translation/evaluation.ts"
export { type EvenSample, makeEvenSample } from "./machine-translation/even-sample.ts"
export {
  endOfKey,
  type LlmProviderContent,
  type LlmProviderInput,
  validateLlmProvider
} from "./machine-translation/llm-provider.ts"
export {
  type ChosenService,
  checkMachineTranslation,
  chosenIn,
  defaultMachineTranslation,
  effectiveMachineTranslation,
  inOrder,
  type MachineTranslationInput,
  type MachineTranslationSetting,
  namedPromptIds,
  type SupportedService,
  withDefaultPrompt
} from "./machine-translation/machine-translation-setting.ts"
export { hasFormality, matchLanguage, orderServices } from "./machine-translation/match-language.ts"
export {
  defaultModelProviderName,
  findModelProviders,
  type ModelPriority,
  type ModelProvider,
  type ModelProviderNames,
  type ModelSuspensions,
  modelPriorities,
  modelProvidersToTry,
  modelSuspensionMillis,
  type ServedModelName,
  suspendModelProvider,
  triesNextProvider
} from "./machine-translation/model-provider.ts"
export {
  addUsage,
  costOf,
  estimateModelUsage,
  estimateTokens,
  noPrices,
  type TranslationPrices
} from "./machine-translation/price.ts"
export { previousTranslation, type TextChange } from "./machine-translation/prompt/previous-translation.ts"
export {
  type PromptContext,
  type PromptExample,
  type PromptLanguage,
  type PromptPlural,
  type PromptPluralForm,
  type PromptTerm,
  promptLimits
} from "./machine-translation/prompt/prompt-context.ts"
export {
  chosenFragments,
  dataRule,
  defaultPromptTemplate,
  type PromptOption,
  promptFragments,
  promptOptions
} from "./machine-translation/prompt/prompt-fragments.ts"
export {
  escapeJson,
  type PromptImage,
  type PromptPart,
  readMarkers
} from "./machine-translation/prompt/prompt-text.ts"
export { listPromptVariables, type PromptVariable } from "./machine-translation/prompt/prompt-variable-list.ts"
export { type PromptValues, promptVariables } from "./machine-translation/prompt/prompt-variables.ts"
export {
  type PromptContent,
  type PromptInput,
  validatePrompt,
  validateTranslationNote
} from "./machine-translation/prompt.ts"
export { type JudgedText, qualityPrompt, readQualityAnswer } from "./machine-translation/quality-prompt.ts"
export {
  defaultQualitySetting,
  type QualityMode,
  type QualitySetting,
  type QualitySettingInput,
  qualityModes,
  type TextQuality,
  toTextQuality,
  validateQualitySetting
} from "./machine-translation/quality-setting.ts"
export { type DefaultServices, defaultServices } from "./machine-translation/service-choice.ts"
export {
  type Formality,
  formalities,
  isPassing,
  type MaskSyntax,
  noUsage,
  type TranslationEngineName,
  type TranslationFailureReason,
  type TranslationService,
  type TranslationUsage,
  translationFailureReasons,
  translationServices
} from "./machine-translation/translation-service.ts"
