import type { Formality, MaskSyntax, TranslationEngineName } from "@dragoman/domain/machine-translation"
import type { Effect } from "effect"
import type { TranslationFailed } from "./translation-failed.ts"

/** Access to an engine. `url`: a server that speaks the engine's protocol; null: the engine's own one. */
export type EngineConfig = { readonly url: string | null } & (
  | { readonly engine: "GOOGLE"; readonly apiKey: string }
  | {
      readonly engine: "GOOGLE"
      /** Text of the key file of a service account: Google's version 3. */
      readonly serviceAccount: string
      readonly projectId: string
      readonly location: string
    }
  | {
      readonly engine: "AWS"
      readonly accessKey: string
      readonly secretKey: string
      readonly region: string
    }
  | {
      readonly engine: "DEEPL"
      readonly authKey: string
      /** Added to every request. */
      readonly parameters: Readonly<Record<string, string>>
    }
  | { readonly engine: "AZURE"; readonly authKey: string; readonly region: string | null }
  | { readonly engine: "BAIDU"; readonly appId: string; readonly appSecret: string; readonly action: boolean }
  | { readonly engine: "LIBRETRANSLATE"; readonly url: string; readonly apiKey: string | null }
)

/** Texts of one language pair. Tags as the engine spells them; texts are masked already. */
export interface EngineRequest {
  readonly texts: ReadonlyArray<string>
  readonly sourceTag: string
  readonly targetTag: string
  readonly formality: Formality
  /** Sentences that help to understand the texts, and are not translated; null: none. */
  readonly context: string | null
}

/** An engine that translates texts without instructions. */
export interface TranslationEngine {
  readonly name: TranslationEngineName
  readonly maskSyntax: MaskSyntax
  /** Tags of languages that it translates from; null: it takes every one. */
  readonly sourceTags: ReadonlyArray<string> | null
  readonly targetTags: ReadonlyArray<string> | null
  /** Languages for which it knows polite and familiar forms. */
  readonly formalTags: ReadonlyArray<string>
  /**
   * Divides texts as `translate` does, so that a caller can keep the result of each request: a failure of one loses the
   * results of all others in the same call.
   */
  readonly divide: (texts: ReadonlyArray<string>) => ReadonlyArray<ReadonlyArray<string>>
  /**
   * Translates texts, in their order. Divides them into requests of the size that the engine takes, retries failures that pass,
   * and waits for the engine's limits. Translations have the syntax of the masks: entities of XML and HTML are decoded once, when
   * the masks are removed.
   */
  readonly translate: (request: EngineRequest) => Effect.Effect<ReadonlyArray<string>, TranslationFailed>
  /** Asks the engine something that costs nothing, to see whether it accepts the credentials. */
  readonly check: Effect.Effect<void, TranslationFailed>
}
