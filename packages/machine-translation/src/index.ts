export { type LimitShare, makeSharedSemaphore } from "./engine/engine-limits.ts"
export { type EngineOptions, makeEngine } from "./engine/make-engine.ts"
export {
  type LanguageModel,
  type ModelAnswer,
  type ModelConfig,
  type ModelPart,
  type ModelProviderType,
  type ModelRequest,
  modelProviderTypes
} from "./language-model.ts"
export { makeLanguageModel } from "./model/make-language-model.ts"
export {
  type PromptRequest,
  type PromptResult,
  type RenderedPrompt,
  renderPrompt
} from "./prompt/render-prompt.ts"
export type { EngineConfig, EngineRequest, TranslationEngine } from "./translation-engine.ts"
export { TranslationFailed } from "./translation-failed.ts"
