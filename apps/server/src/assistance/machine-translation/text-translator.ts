import type { ErrorCode } from "@dragoman/domain/error"
import type { PromptOption, TextQuality, TranslationService } from "@dragoman/domain/machine-translation"
import type { LanguageRepository, TranslationRepository } from "@dragoman/store"
import { Context, type Effect, type Layer } from "effect"

/** The prompt of a project, or one that is tried. */
export interface ChosenPrompt {
  readonly template: string | null
  readonly options: ReadonlyArray<PromptOption> | null
  readonly providerName: string
}

/** A text to translate: of a key, into a language. */
export interface TranslationPlace {
  readonly keyId: number
  readonly languageId: number
}

/** A verified translation. `baseText`: the text that was translated; a text of another one is not written. */
export interface MachineAnswer extends TranslationPlace {
  readonly baseText: string
  /** ICU message, as texts are stored. */
  readonly text: string
  readonly service: TranslationService
  /** The prompt of the project; null: the default one, or no language model. */
  readonly promptId: number | null
  /** Absent or null: the project does not estimate the quality, or there is no estimate. */
  readonly quality?: TextQuality | null
  /** The model's understanding of the context; null: it says nothing. */
  readonly contextDescription?: string | null
}

/** The reason why a text was not translated. `detail`: a sentence for people. */
export interface TranslationFailure {
  readonly code: ErrorCode
  readonly detail: string | null
}

/** A text that was not translated. */
export interface UntranslatedPlace extends TranslationPlace, TranslationFailure {}

/** Languages, by id, into which no further text can be translated, such as by an exhausted budget. */
export type EndedLanguages = ReadonlyMap<number, TranslationFailure>

/**
 * Translates texts of a project by the primary service of each language. Works without transaction and lock; may wait for networks
 * for minutes.
 */
export class TextTranslator extends Context.Service<
  TextTranslator,
  {
    /**
     * Calls `onAnswer` once for each place as soon as its result is known, so that a caller can keep what was paid for. Returns the
     * languages that have ended: the texts of others are still translated.
     */
    readonly translate: (request: {
      readonly projectId: number
      readonly places: ReadonlyArray<TranslationPlace>
      /** The user who asks; null: the server by itself. */
      readonly userId: number | null
      /** A prompt that is tried, in place of the services of the project; null: none. */
      readonly prompt: ChosenPrompt | null
      readonly onAnswer: (result: MachineAnswer | UntranslatedPlace) => Effect.Effect<void>
    }) => Effect.Effect<EndedLanguages>
  }
>()("@dragoman/server/assistance/machine-translation/TextTranslator") {}

/** A translator in place of that of the server, for tests; null: the server's own one. */
export const CurrentTextTranslator = Context.Reference<Layer.Layer<
  TextTranslator,
  never,
  LanguageRepository | TranslationRepository
> | null>("@dragoman/server/assistance/machine-translation/CurrentTextTranslator", { defaultValue: () => null })
