import {
  atLeast,
  atMost,
  type FieldMessages,
  firstMessage,
  type Optional,
  type Validated,
  validateFields
} from "../validation/validation.ts"

/** Rule for the texts that the server fills in one language. */
export interface AutoTranslationRule {
  readonly languageId: number
  /** Percent; 100: exact matches of the memory alone. */
  readonly memoryMinSimilarity: number
  /** Label of the texts that the server filled; null: none. */
  readonly labelId: number | null
  /** Whether automatic texts are translated again when their base text changes. */
  readonly followsBase: boolean
}

/** Which texts of a project the server fills by itself. */
export interface AutoTranslationSetting extends Omit<AutoTranslationRule, "languageId"> {
  /** null: languages without a setting of their own. */
  readonly languageId: number | null
  readonly usesMemory: boolean
  /** Whether a machine fills texts that the memory does not have. */
  readonly usesMachine: boolean
  /** Whether imported texts count, too. */
  readonly isForImports: boolean
}

/** The lowest similarity of a match that may fill a text, in percent: the memory suggests none below it. */
export const similarityMin = 50
const similarityMax = 100

/** Parts of a rule that Tolgee does not have, as it behaves. */
export const usualRule = { memoryMinSimilarity: similarityMax, labelId: null, followsBase: true } as const

/** A setting as a client writes it. */
export interface AutoTranslationInput {
  readonly languageId?: Optional<number>
  readonly usingTranslationMemory?: Optional<boolean>
  readonly usingMachineTranslation?: Optional<boolean>
  readonly enableForImport?: Optional<boolean>
  readonly memoryMinSimilarity?: Optional<number>
  readonly labelId?: Optional<number>
  readonly onBaseChange?: Optional<boolean>
}

export const validateAutoTranslation = (input: AutoTranslationInput): Validated<AutoTranslationSetting> => {
  const messages: FieldMessages = {
    memoryMinSimilarity: firstMessage(
      atLeast(similarityMin, input.memoryMinSimilarity),
      atMost(similarityMax, input.memoryMinSimilarity)
    )
  }
  return validateFields(messages, {
    languageId: input.languageId ?? null,
    usesMemory: input.usingTranslationMemory ?? false,
    usesMachine: input.usingMachineTranslation ?? false,
    isForImports: input.enableForImport ?? false,
    memoryMinSimilarity: input.memoryMinSimilarity ?? usualRule.memoryMinSimilarity,
    labelId: input.labelId ?? usualRule.labelId,
    followsBase: input.onBaseChange ?? usualRule.followsBase
  })
}

/** Returns the setting of the languages that have none of their own; a project that never chose one fills nothing. */
export const defaultAutoTranslation = (settings: ReadonlyArray<AutoTranslationSetting>): AutoTranslationSetting =>
  settings.find(({ languageId }) => languageId === null) ?? {
    languageId: null,
    usesMemory: false,
    usesMachine: false,
    isForImports: false,
    ...usualRule
  }

/** Returns the setting of each language but the base language. */
export const languageSettings = (
  settings: ReadonlyArray<AutoTranslationSetting>,
  languages: ReadonlyArray<{ readonly id: number; readonly base: boolean }>
): ReadonlyArray<AutoTranslationSetting & { readonly languageId: number }> =>
  languages.flatMap(({ id, base }) => {
    const own = settings.find(({ languageId }) => languageId === id) ?? defaultAutoTranslation(settings)
    return base ? [] : [{ ...own, languageId: id }]
  })

/** Languages of a job that translates automatically, with their rules. */
export interface AutoTranslateTargets {
  /** Languages that the memory fills. */
  readonly targetLanguageIds: ReadonlyArray<number>
  /** Languages whose texts a machine translates when the memory has none; absent: no language. */
  readonly machineLanguageIds?: ReadonlyArray<number>
  /** Rules that are not the usual one; absent: none. */
  readonly rules?: ReadonlyArray<AutoTranslationRule>
}

/** Returns what the settings of languages ask of a job; null: nothing. */
export const autoTranslateTargets = (
  settings: ReadonlyArray<AutoTranslationSetting & { readonly languageId: number }>
): AutoTranslateTargets | null => {
  const targetLanguageIds = settings.flatMap((one) => (one.usesMemory ? [one.languageId] : []))
  const machineLanguageIds = settings.flatMap((one) => (one.usesMachine ? [one.languageId] : []))
  if (targetLanguageIds.length + machineLanguageIds.length === 0) return null
  const rules = settings.flatMap(({ languageId, usesMemory, usesMachine, ...setting }) => {
    if (!usesMemory && !usesMachine) return []
    const { labelId, followsBase } = setting
    const memoryMinSimilarity = usesMemory ? setting.memoryMinSimilarity : usualRule.memoryMinSimilarity
    const isUsual = memoryMinSimilarity === usualRule.memoryMinSimilarity && labelId === null && followsBase
    return isUsual ? [] : [{ languageId, memoryMinSimilarity, labelId, followsBase }]
  })
  return {
    targetLanguageIds,
    ...(machineLanguageIds.length === 0 ? {} : { machineLanguageIds }),
    ...(rules.length === 0 ? {} : { rules })
  }
}

/** Returns what a project wants done after base texts were written; null: nothing. */
export const wantedTargets = (
  settings: ReadonlyArray<AutoTranslationSetting>,
  languages: ReadonlyArray<{ readonly id: number; readonly base: boolean }>,
  isImport: boolean
): AutoTranslateTargets | null =>
  autoTranslateTargets(languageSettings(settings, languages).filter(({ isForImports }) => isForImports || !isImport))

/** Returns the rule of a job for a language. */
export const ruleOf = ({ rules = [] }: AutoTranslateTargets, languageId: number): AutoTranslationRule =>
  rules.find((rule) => rule.languageId === languageId) ?? { languageId, ...usualRule }

/** Languages in which similar texts of the memory fill, too. */
export const similarLanguages = (targets: AutoTranslateTargets): ReadonlyArray<number> =>
  targets.targetLanguageIds.filter((id) => ruleOf(targets, id).memoryMinSimilarity < usualRule.memoryMinSimilarity)
