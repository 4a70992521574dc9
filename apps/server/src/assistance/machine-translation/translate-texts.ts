import type { ChosenService, ModelPriority } from "@dragoman/domain/machine-translation"
import { parsePluralMessage } from "@dragoman/formats"
import { findTermsInText } from "@dragoman/formats/check"
import {
  GlossaryTermRepository,
  KeyNeighbourRepository,
  KeyRepository,
  type KeyRow,
  type LanguageRow,
  TranslationRepository
} from "@dragoman/store"
import { Effect, Result } from "effect"
import { TermIndexes } from "../term-index/term-indexes.ts"
import { NotTranslated } from "./not-translated.ts"
import { type PromptVisibility, readPromptContext } from "./prompt-context.ts"
import type { ChosenPrompt } from "./text-translator.ts"
import { type EngineText, translateByEngine } from "./translate-by-engine.ts"
import { findPrompt, type ModelTranslation, translateByModel } from "./translate-by-model.ts"
import type { TranslatedProject } from "./translated-project.ts"

/** A text to translate into one language. */
export interface TextToTranslate {
  /** null: a text without a key. */
  readonly keyId: number | null
  readonly baseText: string
}

/** The same service for texts of one language. */
export interface LanguageTexts<Text extends TextToTranslate> {
  readonly project: TranslatedProject
  readonly base: LanguageRow
  readonly target: LanguageRow
  readonly service: ChosenService
  readonly visible: PromptVisibility
  readonly priority: ModelPriority
  /** A prompt in place of the one that the service names. */
  readonly prompt?: ChosenPrompt | undefined
  readonly texts: ReadonlyArray<Text>
}

export type TranslationEnd = Result.Result<ModelTranslation, NotTranslated>

/** Requests to language models at the same time, of one job or suggestion. */
const modelRequestsMax = 4

/** Neighbours whose texts an engine gets as context. */
const neighboursMax = 5

/**
 * Translates texts into one language by a service, and calls `onEnd` once for each as soon as its verified translation is known. After
 * a failure that is final it asks for no further text. Works without a transaction.
 */
export const translateTexts = Effect.fn("translateTexts")(function* <Text extends TextToTranslate>(
  request: LanguageTexts<Text>,
  onEnd: (text: Text, end: TranslationEnd) => Effect.Effect<void>
) {
  const { project, base, target, service } = request
  const { projectId, organizationId, icuPlaceholders } = project
  if (target.id === base.id) {
    return yield* Effect.forEach(
      request.texts,
      (text) => onEnd(text, Result.succeed({ text: text.baseText, contextDescription: null })),
      { discard: true }
    )
  }
  const formality = service.formality ?? "DEFAULT"
  const payer = { organizationId, projectId }
  let over: NotTranslated | null = null
  if (service.service === "PROMPT") {
    const prompt = request.prompt ?? (yield* findPrompt(projectId, service.promptId))
    const translateOne = Effect.fnUntraced(function* (text: Text) {
      const { keyId } = text
      const context = yield* readModelFacts(request, text)
      return yield* translateByModel({ payer, prompt, context, keyId, icuPlaceholders, priority: request.priority })
    })
    const endOf = (text: Text) =>
      over === null
        ? Effect.tapError(translateOne(text), (failure) =>
            Effect.sync(() => {
              if (failure.isFinal) over = failure
            })
          )
        : Effect.fail(over)
    return yield* Effect.forEach(
      request.texts,
      (text) => Effect.flatMap(Effect.result(Effect.suspend(() => endOf(text))), (end) => onEnd(text, end)),
      { discard: true, concurrency: modelRequestsMax }
    )
  }
  const engine = service.service
  const facts = yield* readEngineFacts(request)
  const groups = Map.groupBy(facts, ({ context }) => context)
  yield* Effect.forEach(
    groups,
    ([context, texts]) => {
      if (over !== null) {
        const end = Result.fail(over)
        return Effect.forEach(texts, ({ origin }) => onEnd(origin, end), { discard: true })
      }
      return translateByEngine(
        { engine, payer, sourceTag: base.tag, targetTag: target.tag, icuPlaceholders, formality, context, texts },
        ({ origin }, end) => {
          if (Result.isFailure(end) && end.failure.isFinal) over = end.failure
          return onEnd(
            origin,
            Result.map(end, (text) => ({ text, contextDescription: null }))
          )
        }
      )
    },
    { discard: true }
  )
})

/** Reads the facts that a language model gets about a text. */
export const readModelFacts = (
  { project, target, service, visible }: Omit<LanguageTexts<TextToTranslate>, "texts">,
  { keyId, baseText }: TextToTranslate
) =>
  readPromptContext({
    projectId: project.projectId,
    organizationId: project.organizationId,
    targetLanguageId: target.id,
    keyId,
    baseText,
    visible,
    notes: project.notes,
    formality: service.formality ?? "DEFAULT"
  }).pipe(Effect.mapError(() => new NotTranslated({ code: "key_not_found", detail: null, isFinal: false })))

/**
 * Reads the facts that an engine, or the verification of a text, needs, by a fixed number of statements: limits, terms, and for DeepL a
 * context. `service` null: none translates.
 */
export const readEngineFacts = Effect.fnUntraced(function* <Text extends TextToTranslate>({
  project: { projectId, icuPlaceholders },
  base,
  service,
  visible,
  texts
}: Pick<LanguageTexts<Text>, "project" | "base" | "visible" | "texts"> & { readonly service: ChosenService | null }) {
  const keyIds = texts.flatMap(({ keyId }) => keyId ?? [])
  const found = keyIds.length === 0 ? [] : yield* (yield* KeyRepository).find(projectId, keyIds)
  const keys = new Map(found.map((key) => [key.id, key]))
  const terms = yield* (yield* TermIndexes).get(projectId)
  const foundTerms = texts.map(({ baseText: text }) =>
    terms === null
      ? []
      : findTermsInText(terms.indexIn(base.tag), { text, languageTag: base.tag, isIcu: icuPlaceholders })
  )
  const termIds = [...new Set(foundTerms.flatMap((ofText) => ofText.map(({ value }) => value.id)))]
  const rows = termIds.length === 0 ? [] : yield* (yield* GlossaryTermRepository).listByIds(termIds)
  const staying = new Set(rows.flatMap(({ id, isNonTranslatable }) => (isNonTranslatable ? [id] : [])))
  const hasContext =
    service?.service === "DEEPL" && (visible.languageIds === null || visible.languageIds.includes(base.id))
  return yield* Effect.forEach(
    texts,
    Effect.fnUntraced(function* (origin, index) {
      const key = origin.keyId === null ? null : (keys.get(origin.keyId) ?? null)
      const text = origin.baseText
      const stays = (foundTerms[index] ?? []).flatMap(({ value, start, end }) =>
        staying.has(value.id) ? [text.slice(start, end)] : []
      )
      return {
        origin,
        text,
        isPlural: key?.isPlural ?? parsePluralMessage(text) !== null,
        lengthMax: key?.maxCharLimit ?? null,
        terms: [...new Set(stays)],
        context: hasContext && key !== null ? yield* contextOf(projectId, base, key) : null
      } satisfies EngineText & { readonly origin: Text; readonly context: string | null }
    })
  )
})

/** Description of the key and texts near it, one a line; null: there are none. */
const contextOf = Effect.fnUntraced(function* (projectId: number, base: LanguageRow, key: KeyRow) {
  const neighbours = yield* (yield* KeyNeighbourRepository).list(key.id, neighboursMax)
  const ids = neighbours.map(({ neighbourId }) => neighbourId)
  const rows = ids.length === 0 ? [] : yield* (yield* TranslationRepository).list(projectId, ids, [base.id])
  const lines = [key.description ?? "", ...ids.map((id) => rows.find(({ keyId }) => keyId === id)?.text ?? "")]
  const shown = lines.map((line) => line.replaceAll(/\s+/g, " ").trim()).filter((line) => line !== "")
  return shown.length === 0 ? null : shown.join("\n")
})
