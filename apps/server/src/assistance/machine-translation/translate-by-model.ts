import {
  costOf,
  defaultModelProviderName,
  estimateModelUsage,
  findModelProviders,
  type ModelPriority,
  type PromptContext,
  type PromptPart,
  type TranslationUsage,
  triesNextProvider
} from "@dragoman/domain/machine-translation"
import { maskText, unmaskText, verifyMachineText } from "@dragoman/formats/machine-text"
import { type ModelAnswer, type ModelPart, type ModelRequest, renderPrompt } from "@dragoman/machine-translation"
import { LlmProviderRepository, PromptRepository, type TranslationPayer } from "@dragoman/store"
import { Effect, Exit, Option, Result } from "effect"
import { digestOfRequest, findAnswers, keepAnswers } from "./answer-cache.ts"
import { CurrentEvaluation, isRepaired, type VerificationResult } from "./evaluation-observer.ts"
import { MachineClients, type UsableModel } from "./machine-clients.ts"
import { countKeptAnswer, measured } from "./machine-metrics.ts"
import { MachineServices } from "./machine-services.ts"
import { NotTranslated, notTranslated } from "./not-translated.ts"
import { readPromptParts } from "./prompt-images.ts"
import { reserveCost, settleCost } from "./spending.ts"
import type { ChosenPrompt } from "./text-translator.ts"
import { damaged } from "./translate-by-engine.ts"
import { modelOfOrganization, modelsOfServer } from "./usable-models.ts"

const defaultPrompt: ChosenPrompt = { template: null, options: null, providerName: defaultModelProviderName }

/** Finds a prompt of a project; null, or one that was deleted: the default prompt. */
export const findPrompt = Effect.fn("findPrompt")(function* (projectId: number, promptId: number | null) {
  if (promptId === null) return defaultPrompt
  const found = yield* PromptRepository.use((repository) => repository.find(projectId, promptId))
  return Option.getOrElse(found, () => defaultPrompt)
})

/** A text for a language model, with the facts that help to translate it. */
export interface ModelText {
  readonly payer: TranslationPayer
  readonly prompt: ChosenPrompt
  readonly context: PromptContext
  readonly keyId: number | null
  readonly icuPlaceholders: boolean
  readonly priority: ModelPriority
}

export interface ModelTranslation {
  readonly text: string
  /** The model's understanding of the context; null: it says nothing. */
  readonly contextDescription: string | null
}

/**
 * Translates a text by a language model: from a kept answer, else by a request whose cost is reserved. A translation that is damaged is
 * asked for once more, with the reasons.
 */
export const translateByModel = Effect.fn("translateByModel")(function* (text: ModelText) {
  const { models, system, parts, isJson, digest, kept } = yield* prepareText(text)
  if (kept !== null) {
    yield* countKeptAnswer("PROMPT")
    return JSON.parse(kept) as ModelTranslation
  }
  const request: ModelRequest = { system, parts: yield* readPromptParts(parts, text.keyId), isJson }
  const first = yield* askModels(text, models, request)
  let answer = first.answer
  let verified = verifyAnswer(text, answer)
  let result: VerificationResult =
    "ok" in verified && isRepaired(outputOf(answer), verified.ok) ? "repaired" : "unchanged"
  if ("reasons" in verified) {
    const rejected = { type: "text", text: rejection(outputOf(answer), verified.reasons) } as const
    answer = (yield* askModels(text, models, {
      ...request,
      parts: [...request.parts, rejected]
    })).answer
    verified = verifyAnswer(text, answer)
    result = "askedAgain"
  }
  ;(yield* CurrentEvaluation)?.onVerified("reasons" in verified ? "refused" : result)
  if ("reasons" in verified) return yield* damaged(verified.reasons)
  const contextDescription = answer.json?.contextDescription?.trim() || null
  const translation: ModelTranslation = { text: verified.ok, contextDescription }
  yield* keepAnswers(new Map([[digest, JSON.stringify(translation)]]))
  return translation
})

/** Returns what answers of these entries depend on. */
export const identityOf = (models: ReadonlyArray<UsableModel>): ReadonlyArray<string> =>
  models.map(({ config: { apiKey: _, attemptMillis: __, ...config } }) => JSON.stringify(config))

/** Renders the prompt of a text, and finds the models that serve it and the kept answer; null: there is none. */
export const prepareText = Effect.fnUntraced(function* ({
  payer,
  prompt: { template, options, providerName },
  context,
  icuPlaceholders
}: Omit<ModelText, "keyId" | "priority">) {
  const rendered = renderPrompt({ template, options, context })
  if (!rendered.ok) {
    const { reason, line, column } = rendered.error
    return yield* new NotTranslated({
      code: "llm_template_parsing_error",
      detail: `The prompt has an error in line ${line}, column ${column}: ${reason}`,
      isFinal: true
    })
  }
  const { system, parts, isJson } = rendered.prompt
  const models = yield* findModels(payer.organizationId, providerName)
  const digest = digestOfRequest([
    ...identityOf(models),
    system,
    JSON.stringify(parts),
    isJson,
    icuPlaceholders,
    context.key?.maxCharLimit ?? null,
    context.source.text
  ])
  const kept = (yield* findAnswers([digest])).get(digest) ?? null
  return { models, system, parts, isJson, digest, kept }
})

/** Finds the entries of the server or of the organization that serve a name. */
export const findModels = Effect.fn("findModels")(function* (organizationId: number, name: string) {
  const machines = yield* MachineServices
  const rows = machines.mayUseModels
    ? yield* LlmProviderRepository.use((repository) => repository.list(organizationId))
    : []
  const served = findModelProviders<UsableModel>(name, {
    organizationProviders: rows.map((row) => modelOfOrganization(row, machines)),
    serverProviders: modelsOfServer(machines),
    defaultName: machines.defaultModel,
    fallbacks: new Map(Object.entries(machines.modelFallbacks))
  })
  if (served === null) {
    return yield* new NotTranslated({
      code: "llm_provider_not_found",
      detail: `No provider has the name ${name}.`,
      isFinal: true
    })
  }
  return served.providers
})

/** Asks the entries in their order, the next one when one has too many requests. */
export const askModels = Effect.fn("askModels")(function* (
  {
    payer,
    context,
    priority
  }: Pick<ModelText, "payer" | "priority"> & {
    readonly context: { readonly source: Pick<PromptContext["source"], "text"> }
  },
  models: ReadonlyArray<UsableModel>,
  request: ModelRequest
) {
  const clients = yield* MachineClients
  const tried = yield* clients.modelsToTry(models, priority)
  const estimate = estimateRequest(request, context)
  for (const model of tried) {
    const asked = yield* Effect.result(askModel(payer, model, request, estimate))
    if (Result.isSuccess(asked)) return { answer: asked.success, model }
    const { failure } = asked
    if (failure._tag === "BudgetExceeded" || !triesNextProvider(failure.reason)) return yield* notTranslated(failure)
    yield* clients.rest(model)
  }
  return yield* new NotTranslated({
    code: "llm_rate_limited",
    detail: "The provider of the language model takes no more requests for now.",
    isFinal: false
  })
})

/** Estimates what a prompt consumes, before it is sent. */
export const estimateRequest = (
  { system, parts }: { readonly system: string | null; readonly parts: ReadonlyArray<ModelPart | PromptPart> },
  { source }: { readonly source: Pick<PromptContext["source"], "text"> }
): TranslationUsage => {
  const sent = parts.reduce((sum, part) => sum + (part.type === "text" ? part.text : imageEstimate), "")
  return estimateModelUsage(`${system ?? ""}${sent}`, source.text ?? "")
}

/** Stands for an image in the estimate: about a thousand tokens. */
const imageEstimate = " ".repeat(4_000)

const askModel = Effect.fnUntraced(function* (
  payer: TranslationPayer,
  model: UsableModel,
  request: ModelRequest,
  estimate: TranslationUsage
) {
  const client = yield* (yield* MachineClients).modelOf(model)
  const cost = costOf(estimate, model.prices)
  const reservation = yield* reserveCost(payer, cost)
  const used = (usage: TranslationUsage) => ({
    service: "PROMPT" as const,
    provider: model.name,
    usage,
    cost: costOf(usage, model.prices)
  })
  return yield* measured("PROMPT", client.answer(request)).pipe(
    Effect.onExit((exit) => {
      if (Exit.isSuccess(exit)) return settleCost(reservation, used(exit.value.usage))
      const failure = Exit.findErrorOption(exit)
      const isUnpaid = Option.isSome(failure) && unpaidReasons.includes(failure.value.reason)
      // An answer that was cut off or interrupted is paid for.
      return settleCost(reservation, isUnpaid ? null : used(estimate))
    })
  )
})

const unpaidReasons: ReadonlyArray<string> = [
  "wrong_credentials",
  "quota_exhausted",
  "rate_limited",
  "rejected_request"
]

const outputOf = ({ json, text }: ModelAnswer): string => json?.output ?? text

/** Verifies an answer as a text of the project. */
export const verifyAnswer = (
  { context, icuPlaceholders }: Pick<ModelText, "context" | "icuPlaceholders">,
  answer: ModelAnswer
) => {
  const { source, target, key, terms, plural } = context
  const text = source.text ?? ""
  const rules = {
    isIcu: plural !== null || icuPlaceholders,
    sourceTag: source.tag,
    targetTag: target.tag,
    terms: terms.filter(({ isNonTranslatable }) => isNonTranslatable).map((term) => term.source)
  }
  return verifyMachineText({
    source: text,
    sourceTag: source.tag,
    // Models lose the spaces at the ends of a text.
    answer: unmaskText([outputOf(answer)], maskText(text, "NONE", rules)),
    languageTag: target.tag,
    isPlural: plural !== null,
    icuPlaceholders,
    lengthMax: key?.maxCharLimit ?? null,
    terms: rules.terms
  })
}

/** Tells a model why its translation was rejected; the translation is data, as the text is. */
const rejection = (output: string, reasons: ReadonlyArray<string>): string =>
  [
    `You answered with this translation: ${JSON.stringify(output)}`,
    "It was rejected by a program for these reasons:",
    ...reasons.map((reason) => `- ${reason}`),
    "Translate the text again without these errors, in the same form of answer."
  ].join("\n")
