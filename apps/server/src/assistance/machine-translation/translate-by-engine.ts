import {
  costOf,
  type Formality,
  matchLanguage,
  noPrices,
  noUsage,
  type TranslationEngineName
} from "@dragoman/domain/machine-translation"
import { type MaskedText, maskText, unmaskText, verifyMachineText } from "@dragoman/formats/machine-text"
import type { TranslationEngine, TranslationFailed } from "@dragoman/machine-translation"
import type { TranslationPayer } from "@dragoman/store"
import { Effect, Exit, Result } from "effect"
import { Settings } from "../../platform/settings/settings.ts"
import { digestOfRequest, findAnswers, keepAnswers } from "./answer-cache.ts"
import { CurrentEvaluation, isRepaired, type VerificationResult } from "./evaluation-observer.ts"
import { MachineClients } from "./machine-clients.ts"
import { countKeptAnswer, measured } from "./machine-metrics.ts"
import { MachineServices } from "./machine-services.ts"
import { NotTranslated, notTranslated } from "./not-translated.ts"
import { reserveCost, settleCost } from "./spending.ts"

/** A text for an engine. */
export interface EngineText {
  readonly text: string
  readonly isPlural: boolean
  /** Visible characters of the translation; null: no limit. */
  readonly lengthMax: number | null
  /** Words that stay as they are. */
  readonly terms: ReadonlyArray<string>
}

/** Texts of one language pair, with one context. */
export interface EngineTexts<Text extends EngineText> {
  readonly engine: TranslationEngineName
  readonly payer: TranslationPayer
  readonly sourceTag: string
  readonly targetTag: string
  readonly icuPlaceholders: boolean
  readonly formality: Formality
  /** Sentences around the texts; null: none. */
  readonly context: string | null
  readonly texts: ReadonlyArray<Text>
}

/** The end of one text: its verified translation, or why it has none. */
export type TextEnd = Result.Result<string, NotTranslated>

/** Texts of one request, as far as its engine takes more. */
const textsPerRequest = 50
const charactersPerRequest = 5_000

/**
 * Translates texts by an engine: from kept answers, else by requests of many texts. Calls `onEnd` once for each text, as soon as its
 * translation is verified. Reserves the cost of a request before it is sent. A damaged translation is asked for once more, alone and
 * without the context.
 */
export const translateByEngine = Effect.fn("translateByEngine")(function* <Text extends EngineText>(
  request: EngineTexts<Text>,
  onEnd: (text: Text, end: TextEnd) => Effect.Effect<void>
) {
  const found = yield* Effect.result(prepareTexts(request))
  if (Result.isFailure(found)) {
    return yield* Effect.forEach(request.texts, (text) => onEnd(text, Result.fail(found.failure)), { discard: true })
  }
  const { pair, prepared, kept } = found.success
  const waiting: Array<PreparedText<Text>> = []
  for (const text of prepared) {
    const answer = kept.get(text.digest)
    if (answer !== undefined) {
      yield* countKeptAnswer(request.engine)
      yield* onEnd(text.text, Result.succeed(answer))
    } else if (text.masked.texts.length === 0) yield* finish(request, text, [], onEnd)
    else waiting.push(text)
  }
  yield* Effect.forEach(groupsOf(waiting), (group) => askGroup(request, pair, group, onEnd), {
    discard: true,
    concurrency: "unbounded"
  })
})

/** Masks texts for an engine, and finds the kept answers; fails when the engine does not know the languages. */
export const prepareTexts = Effect.fnUntraced(function* <Text extends EngineText>(request: EngineTexts<Text>) {
  const engine = (yield* MachineClients).engine(request.engine)
  const sourceTag = engine && matchTag(request.sourceTag, engine.sourceTags)
  const targetTag = engine && matchTag(request.targetTag, engine.targetTags)
  if (engine === null || sourceTag === null || targetTag === null) {
    return yield* new NotTranslated({
      code: engine === null ? "mt_service_not_enabled" : "language_not_supported_by_service",
      detail: null,
      isFinal: false
    })
  }
  const pair = { engine, sourceTag, targetTag } satisfies Pair
  const prepared = yield* Effect.forEach(request.texts, (text) => prepare(request, pair, text))
  const kept = yield* findAnswers(prepared.map(({ digest }) => digest))
  return { pair, prepared, kept }
})

interface Pair {
  readonly engine: TranslationEngine
  readonly sourceTag: string
  readonly targetTag: string
}

interface PreparedText<Text> {
  readonly text: Text
  readonly masked: MaskedText
  readonly digest: string
}

const matchTag = (tag: string, tags: ReadonlyArray<string> | null) => (tags === null ? tag : matchLanguage(tag, tags))

const prepare = Effect.fnUntraced(function* <Text extends EngineText>(
  { icuPlaceholders, formality, context, ...request }: EngineTexts<Text>,
  { engine, sourceTag, targetTag }: Pair,
  text: Text
) {
  const { engines } = yield* MachineServices
  const { isPlural, lengthMax, terms } = text
  const masked = maskText(text.text, engine.maskSyntax, {
    isIcu: isPlural || icuPlaceholders,
    sourceTag: request.sourceTag,
    targetTag: request.targetTag,
    terms
  })
  const digest = digestOfRequest([
    engine.name,
    engines.get(engine.name)?.url ?? null,
    sourceTag,
    targetTag,
    request.targetTag,
    formality,
    context,
    text.text,
    isPlural,
    icuPlaceholders,
    lengthMax,
    ...terms
  ])
  return { text, masked, digest } satisfies PreparedText<Text>
})

/** Divides texts into requests; the forms of a plural stay together. */
const groupsOf = <Text>(texts: ReadonlyArray<PreparedText<Text>>): ReadonlyArray<ReadonlyArray<PreparedText<Text>>> => {
  const groups: Array<Array<PreparedText<Text>>> = []
  let count = 0
  let characters = 0
  for (const text of texts) {
    const size = charactersOf(text.masked.texts)
    count += text.masked.texts.length
    characters += size
    const group = groups.at(-1)
    if (group !== undefined && count <= textsPerRequest && characters <= charactersPerRequest) group.push(text)
    else {
      groups.push([text])
      count = text.masked.texts.length
      characters = size
    }
  }
  return groups
}

const charactersOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, text) => sum + [...text].length, 0)

const askGroup = <Text extends EngineText>(
  request: EngineTexts<Text>,
  pair: Pair,
  group: ReadonlyArray<PreparedText<Text>>,
  onEnd: (text: Text, end: TextEnd) => Effect.Effect<void>
): Effect.Effect<void, never, AskServices> =>
  Effect.gen(function* () {
    const asked = yield* Effect.result(
      ask(
        request,
        pair,
        group.flatMap(({ masked }) => masked.texts)
      )
    )
    if (Result.isFailure(asked)) {
      // One text of several may be what the engine does not take.
      if (group.length > 1 && isAboutText(asked.failure)) {
        return yield* Effect.forEach(group, (text) => askGroup(request, pair, [text], onEnd), { discard: true })
      }
      const failure = Result.fail(notTranslated(asked.failure))
      return yield* Effect.forEach(group, ({ text }) => onEnd(text, failure), { discard: true })
    }
    let offset = 0
    for (const text of group) {
      const answers = asked.success.slice(offset, offset + text.masked.texts.length)
      offset += text.masked.texts.length
      yield* finish(request, text, answers, onEnd, () => askAgain(request, pair, text))
    }
  })

type AskServices = Effect.Services<ReturnType<typeof ask>> | Effect.Services<ReturnType<typeof keepAnswers>>

/** Failures that one text of a request can cause. */
const isAboutText = (failure: { readonly _tag: string; readonly reason?: string }): boolean =>
  ["too_long", "refused_content", "rejected_request", "damaged", "no_json"].includes(failure.reason ?? "")

const askAgain = <Text extends EngineText>(request: EngineTexts<Text>, pair: Pair, { masked }: PreparedText<Text>) =>
  ask({ ...request, context: null }, pair, masked.texts)

/** Brands of one language, such as `en` and `en-GB`, are not translated by engines. */
export const isOneLanguage = ({ sourceTag, targetTag }: Pick<Pair, "sourceTag" | "targetTag">): boolean =>
  sourceTag.toLowerCase() === targetTag.toLowerCase()

/** Returns what masked texts consume, and their cost. */
export const priceOfTexts = Effect.fnUntraced(function* (engine: TranslationEngineName, texts: ReadonlyArray<string>) {
  const { mtPrices } = yield* Settings
  const usage = { ...noUsage, characters: charactersOf(texts) }
  return { usage, cost: costOf(usage, { ...noPrices, characters: mtPrices[engine] ?? 0 }) }
})

/** Sends one request, whose cost is reserved. */
const ask = Effect.fnUntraced(function* (
  { payer, formality, context }: Omit<EngineTexts<EngineText>, "texts">,
  { engine, sourceTag, targetTag }: Pair,
  texts: ReadonlyArray<string>
) {
  if (isOneLanguage({ sourceTag, targetTag })) return texts
  const { usage, cost } = yield* priceOfTexts(engine.name, texts)
  const reservation = yield* reserveCost(payer, cost)
  return yield* measured(engine.name, engine.translate({ texts, sourceTag, targetTag, formality, context })).pipe(
    Effect.onExit((exit) =>
      // A request that was interrupted, or failed in the middle of an answer, may have been paid for.
      Exit.isSuccess(exit) || !isUnpaid(exit)
        ? settleCost(reservation, { service: engine.name, provider: "", usage, cost })
        : settleCost(reservation, null)
    )
  )
})

const unpaidReasons: ReadonlyArray<string> = [
  "wrong_credentials",
  "quota_exhausted",
  "rate_limited",
  "too_long",
  "unsupported_language",
  "rejected_request",
  "refused_content"
]

const isUnpaid = (exit: Exit.Exit<unknown, TranslationFailed>): boolean => {
  const failure = Exit.findErrorOption(exit)
  return failure._tag === "Some" && unpaidReasons.includes(failure.value.reason)
}

/** Verifies the translation of a text, which may be asked for once more, and keeps it. */
const finish = Effect.fnUntraced(function* <Text extends EngineText>(
  { sourceTag, targetTag, icuPlaceholders }: EngineTexts<Text>,
  { text, masked, digest }: PreparedText<Text>,
  answers: ReadonlyArray<string>,
  onEnd: (text: Text, end: TextEnd) => Effect.Effect<void>,
  again?: () => Effect.Effect<ReadonlyArray<string>, Parameters<typeof notTranslated>[0], AskServices>
) {
  let result: VerificationResult = "unchanged"
  const verify = (given: ReadonlyArray<string>) => {
    const answer = unmaskText(given, masked)
    const verified = verifyMachineText({
      source: text.text,
      sourceTag,
      answer,
      languageTag: targetTag,
      isPlural: text.isPlural,
      icuPlaceholders,
      lengthMax: text.lengthMax,
      terms: text.terms
    })
    if ("ok" in verified && isRepaired(answer, verified.ok)) result = "repaired"
    return verified
  }
  let verified = verify(answers)
  if ("reasons" in verified && again !== undefined) {
    const asked = yield* Effect.result(again())
    if (Result.isFailure(asked)) return yield* onEnd(text, Result.fail(notTranslated(asked.failure)))
    verified = verify(asked.success)
    result = "askedAgain"
  }
  ;(yield* CurrentEvaluation)?.onVerified("reasons" in verified ? "refused" : result)
  if ("reasons" in verified) return yield* onEnd(text, Result.fail(damaged(verified.reasons)))
  yield* keepAnswers(new Map([[digest, verified.ok]]))
  yield* onEnd(text, Result.succeed(verified.ok))
})

/** Explains a translation that was rejected. */
export const damaged = (reasons: ReadonlyArray<string>): NotTranslated =>
  new NotTranslated({
    code: "translation_failed",
    detail: `The translation was damaged: ${reasons.join(" ")}`,
    isFinal: false
  })
