import {
  addUsage,
  chosenIn,
  compareWithApproved,
  type EvaluatedTranslation,
  noUsage,
  sampleOf,
  type TranslationLikeness,
  type TranslationService,
  type TranslationUsage,
  toAmount
} from "@dragoman/domain/machine-translation"
import { parsePluralMessage } from "@dragoman/formats"
import { countKeptTerms } from "@dragoman/formats/check"
import { defaultBranch, type LanguageRow, TranslationRepository } from "@dragoman/store"
import { Effect, Result } from "effect"
import { TermIndexes } from "../term-index/term-indexes.ts"
import { CurrentEvaluation, type VerificationResult } from "./evaluation-observer.ts"
import type { PromptVisibility } from "./prompt-context.ts"
import type { ChosenPrompt } from "./text-translator.ts"
import { type TextToTranslate, type TranslationEnd, translateTexts } from "./translate-texts.ts"
import type { TranslatedProject } from "./translated-project.ts"

/** A service to evaluate. */
export interface EvaluatedService {
  readonly service: TranslationService
  /** Prompt of a language model; null: another service. */
  readonly prompt: (ChosenPrompt & { readonly id: number | null }) | null
}

/** Figures of a service for one language. */
export interface ServiceEvaluation extends TranslationLikeness {
  readonly service: TranslationService
  readonly provider: string | null
  readonly promptId: number | null
  readonly languageTag: string
  /** Texts of the sample. */
  readonly texts: number
  readonly translated: number
  /** Texts by the result of their verification: whether placeholders, tags and terms survived. */
  readonly verification: Readonly<Record<VerificationResult, number>>
  /** Glossary terms of the base texts, and those of them that the translations have. */
  readonly terms: { readonly expected: number; readonly kept: number }
  readonly usage: TranslationUsage
  /** In the operator's currency. */
  readonly cost: number
  /** Reasons for which texts have no translation, the most frequent one first. */
  readonly failures: ReadonlyArray<{ readonly code: string; readonly detail: string | null; readonly texts: number }>
}

interface SampleText extends TextToTranslate {
  readonly keyId: number
  readonly reference: string
}

/**
 * Translates reviewed texts of a project again by each service, and compares. Writes no text; requests count against the budgets.
 * A service does not see the approved texts of the sample.
 */
export const evaluateTranslations = Effect.fn("evaluateTranslations")(function* (request: {
  readonly project: TranslatedProject
  readonly base: LanguageRow
  readonly targets: ReadonlyArray<LanguageRow>
  readonly services: ReadonlyArray<EvaluatedService>
  readonly sample: number
  readonly seed: number
}) {
  const { project, base, services, sample, seed } = request
  return yield* Effect.forEach(request.targets, (target) =>
    Effect.flatMap(readSample({ project, base, target, sample, seed }), (texts) =>
      Effect.forEach(services, (service) => evaluateService({ project, base, target, service, texts }), {
        concurrency: "unbounded"
      })
    )
  ).pipe(Effect.map((found) => found.flat()))
})

const readSample = Effect.fnUntraced(function* ({
  project: { projectId },
  base,
  target,
  sample,
  seed
}: {
  readonly project: TranslatedProject
  readonly base: LanguageRow
  readonly target: LanguageRow
  readonly sample: number
  readonly seed: number
}) {
  const translations = yield* TranslationRepository
  const languages = { languageId: target.id, baseLanguageId: base.id }
  const keyIds = sampleOf(yield* translations.listReviewedKeyIds(defaultBranch(projectId), languages), sample, seed)
  const rows = Map.groupBy(yield* translations.list(projectId, keyIds, [base.id, target.id]), ({ keyId }) => keyId)
  return keyIds.flatMap((keyId): ReadonlyArray<SampleText> => {
    const textIn = (languageId: number) => rows.get(keyId)?.find((row) => row.languageId === languageId)?.text ?? ""
    const [baseText, reference] = [textIn(base.id), textIn(target.id)]
    return baseText.trim() === "" || reference === "" ? [] : [{ keyId, baseText, reference }]
  })
})

const evaluateService = Effect.fnUntraced(function* ({
  project,
  base,
  target,
  service: { service, prompt },
  texts
}: {
  readonly project: TranslatedProject
  readonly base: LanguageRow
  readonly target: LanguageRow
  readonly service: EvaluatedService
  readonly texts: ReadonlyArray<SampleText>
}) {
  const verification = { unchanged: 0, repaired: 0, askedAgain: 0, refused: 0 }
  let usage = noUsage
  let cost = 0
  const ends: Array<readonly [SampleText, TranslationEnd]> = []
  const formality = chosenIn(project.settingOf(target), service)?.formality ?? null
  // Without the target language no context has the approved text.
  const languageIds = project.languages.flatMap(({ id }) => (id === target.id ? [] : [id]))
  const visible: PromptVisibility = { languageIds, seesScreenshots: true }
  const chosen = { service, formality, promptId: prompt?.id ?? null }
  yield* translateTexts(
    { project, base, target, service: chosen, prompt: prompt ?? undefined, visible, priority: "LOW", texts },
    (text, end) => Effect.sync(() => ends.push([text, end]))
  ).pipe(
    Effect.provideService(CurrentEvaluation, {
      onRequest: (sent) => {
        usage = addUsage(usage, sent.usage)
        cost += sent.cost
      },
      onVerified: (result) => {
        verification[result]++
      }
    })
  )
  const translated = ends.flatMap(([{ baseText, reference }, end]) =>
    Result.isSuccess(end) ? [{ source: baseText, text: end.success.text, reference }] : []
  )
  const evaluation: ServiceEvaluation = {
    service,
    provider: prompt?.providerName ?? null,
    promptId: prompt?.id ?? null,
    languageTag: target.tag,
    texts: texts.length,
    translated: translated.length,
    ...compareWithApproved(translated.map(({ text, reference }) => comparable(text, reference))),
    verification,
    terms: yield* countTerms({ project, base, target, translated }),
    usage,
    cost: toAmount(cost),
    failures: countFailures(ends)
  }
  return evaluation
})

/** Compares the forms of a plural, without the syntax that every plural has. */
const comparable = (text: string, reference: string): EvaluatedTranslation => {
  const own = parsePluralMessage(text)
  const approved = parsePluralMessage(reference)
  if (own === null || approved === null) return { text, reference }
  const selectors = [...approved.forms.keys()]
  return {
    text: selectors.map((selector) => own.forms.get(selector) ?? "").join("\n"),
    reference: [...approved.forms.values()].join("\n")
  }
}

const countTerms = Effect.fnUntraced(function* ({
  project: { projectId, icuPlaceholders: isIcu },
  base,
  target,
  translated
}: {
  readonly project: TranslatedProject
  readonly base: LanguageRow
  readonly target: LanguageRow
  readonly translated: ReadonlyArray<{ readonly source: string; readonly text: string }>
}) {
  const terms = yield* (yield* TermIndexes).get(projectId)
  if (terms === null) return { expected: 0, kept: 0 }
  const checked = terms.forChecks({ baseLanguageTag: base.tag, languageTag: target.tag })
  const counts = translated.map(({ source, text }) =>
    countKeptTerms(checked, {
      base: { text: source, languageTag: base.tag },
      translation: { text, languageTag: target.tag },
      isIcu
    })
  )
  return {
    expected: counts.reduce((sum, { expected }) => sum + expected, 0),
    kept: counts.reduce((sum, { kept }) => sum + kept, 0)
  }
})

const countFailures = (ends: ReadonlyArray<readonly [SampleText, TranslationEnd]>): ServiceEvaluation["failures"] => {
  const failures = ends.flatMap(([, end]) => (Result.isFailure(end) ? [end.failure] : []))
  return [...Map.groupBy(failures, ({ code }) => code)]
    .map(([code, ofCode]) => ({ code, detail: ofCode[0]?.detail ?? null, texts: ofCode.length }))
    .toSorted((one, other) => other.texts - one.texts)
}
