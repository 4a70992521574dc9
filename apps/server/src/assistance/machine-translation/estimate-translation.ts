import {
  addUsage,
  costOf,
  type EvenSample,
  makeEvenSample,
  noUsage,
  type TranslationEngineName,
  type TranslationService,
  type TranslationUsage
} from "@dragoman/domain/machine-translation"
import type { LanguageRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { TranslationPlace } from "../../content/translation/translation-places.ts"
import { findMachinePlaces, type MachinePlace, type MachineRule } from "./find-machine-places.ts"
import { visibleToUser } from "./job-translator.ts"
import { isOneLanguage, prepareTexts, priceOfTexts } from "./translate-by-engine.ts"
import { estimateRequest, findPrompt, prepareText } from "./translate-by-model.ts"
import { type LanguageTexts, readEngineFacts, readModelFacts } from "./translate-texts.ts"
import { readTranslatedProject } from "./translated-project.ts"

/** Consumption of a translation into one language. Costs are millionths of the operator's currency. */
export interface LanguageEstimate extends Estimate {
  readonly language: LanguageRow
  /** null: no service translates into the language. */
  readonly service: TranslationService | null
}

/** Keys per query: a few milliseconds, after which other requests run. */
const keysPerPage = 500

/** Texts of a language that are masked; the figures of more texts are scaled. */
const engineSampleMax = 500
/** Texts of a language whose prompts are rendered. */
const modelSampleMax = 50

/**
 * Estimates what a job of a user would ask and pay, without asking. Texts whose answer is kept are not paid for. `userId` null: a job
 * of the project. `isAsked`: the places for which the job asks; absent: all of the rule.
 */
export const estimateTranslation = Effect.fn("estimateTranslation")(function* (
  projectId: number,
  userId: number | null,
  keyIds: ReadonlyArray<number>,
  rule: MachineRule,
  isAsked: (place: TranslationPlace) => boolean = () => true
) {
  const project = yield* readTranslatedProject(projectId)
  const { base, languages } = project
  const visible = yield* visibleToUser(project, userId)
  const samples = new Map<number, EvenSample<MachinePlace>>()
  const planned = languages.flatMap((target) => {
    if (!rule.languageIds.includes(target.id)) return []
    const service = project.settingOf(target).primary
    const sample = makeEvenSample<MachinePlace>(service?.service === "PROMPT" ? modelSampleMax : engineSampleMax)
    samples.set(target.id, sample)
    return [{ target, service, sample }]
  })
  for (let start = 0; start < keyIds.length; start += keysPerPage) {
    const { places } = yield* findMachinePlaces(project, keyIds.slice(start, start + keysPerPage), rule)
    for (const place of places) if (isAsked(place)) samples.get(place.languageId)?.add(place)
    yield* Effect.yieldNow
  }
  return yield* Effect.forEach(
    planned,
    Effect.fnUntraced(function* ({ target, service, sample }) {
      const texts = sample.items()
      if (base === null || service === null || texts.length === 0) {
        return { language: target, service: service?.service ?? null, ...nothing } satisfies LanguageEstimate
      }
      const request = { project, base, target, service, visible, priority: "LOW", texts } as const
      const one = yield* service.service === "PROMPT"
        ? estimateByModel(request)
        : estimateByEngine(request, service.service)
      const scale = (figure: number) => Math.round((figure * sample.count()) / texts.length)
      return {
        language: target,
        service: service.service,
        texts: scale(one.texts),
        usage: {
          characters: scale(one.usage.characters),
          inputTokens: scale(one.usage.inputTokens),
          cachedTokens: scale(one.usage.cachedTokens),
          outputTokens: scale(one.usage.outputTokens)
        },
        cost: scale(one.cost)
      } satisfies LanguageEstimate
    })
  )
})

type SampledTexts = LanguageTexts<MachinePlace>

/** Estimates what an engine would get of some texts: their masked characters. */
const estimateByEngine = Effect.fnUntraced(function* (request: SampledTexts, engine: TranslationEngineName) {
  const { project, base, target, service } = request
  const { projectId, organizationId, icuPlaceholders } = project
  const formality = service.formality ?? "DEFAULT"
  const payer = { organizationId, projectId }
  const common = { engine, payer, sourceTag: base.tag, targetTag: target.tag, icuPlaceholders, formality }
  let sum: Estimate = nothing
  for (const [context, texts] of Map.groupBy(yield* readEngineFacts(request), (one) => one.context)) {
    const found = yield* Effect.option(prepareTexts({ ...common, context, texts }))
    if (Option.isNone(found)) return nothing
    const { pair, prepared, kept } = found.value
    for (const { masked, digest } of prepared) {
      if (kept.has(digest)) continue
      sum = add(sum, yield* priceOfTexts(engine, isOneLanguage(pair) ? [] : masked.texts))
    }
  }
  return sum
})

/** Estimates what a language model would get of some texts, by their prompts; the most expensive entry counts. */
const estimateByModel = Effect.fnUntraced(function* (request: SampledTexts) {
  const { projectId, organizationId, icuPlaceholders } = request.project
  const prompt = yield* findPrompt(projectId, request.service.promptId)
  const payer = { organizationId, projectId }
  let sum: Estimate = nothing
  for (const text of request.texts) {
    const found = yield* Effect.option(
      Effect.gen(function* () {
        const context = yield* readModelFacts(request, text)
        return { context, ...(yield* prepareText({ payer, prompt, context, icuPlaceholders })) }
      })
    )
    // The job would end at a prompt that cannot be rendered, or without a provider.
    if (Option.isNone(found)) return nothing
    const { context, models, kept, ...rendered } = found.value
    if (kept !== null) continue
    const usage = estimateRequest(rendered, context)
    sum = add(sum, { usage, cost: Math.max(0, ...models.map(({ prices }) => costOf(usage, prices))) })
  }
  return sum
})

interface Estimate {
  /** Texts that the service would be asked for. */
  readonly texts: number
  readonly usage: TranslationUsage
  readonly cost: number
}

const nothing: Estimate = { texts: 0, usage: noUsage, cost: 0 }

const add = (sum: Estimate, { usage, cost }: Omit<Estimate, "texts">): Estimate => ({
  texts: sum.texts + 1,
  usage: addUsage(sum.usage, usage),
  cost: sum.cost + cost
})
