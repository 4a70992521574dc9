import {
  chosenIn,
  chrf,
  estimateQuality,
  type QualitySetting,
  qualityPrompt,
  readQualityAnswer,
  type TextQuality,
  toTextQuality
} from "@dragoman/domain/machine-translation"
import { checkText, checkTypes, sentenceOf } from "@dragoman/formats/check"
import { visibleText } from "@dragoman/formats/icu"
import { KeyRepository, type KeyRow, type LanguageRow, QualityCheckRepository } from "@dragoman/store"
import { type Cause, Effect, Queue, Result } from "effect"
import { severitiesOf } from "../quality-check/quality-rules.ts"
import { TermIndexes } from "../term-index/term-indexes.ts"
import { digestOfRequest, findAnswers, keepAnswers } from "./answer-cache.ts"
import type { MachineAnswer } from "./text-translator.ts"
import { translateByEngine } from "./translate-by-engine.ts"
import { askModels, findModels, findPrompt, identityOf } from "./translate-by-model.ts"
import type { TranslatedProject } from "./translated-project.ts"

/** A language into which texts are translated, and how their quality is estimated. */
interface EstimatedLanguage {
  readonly project: TranslatedProject
  readonly base: LanguageRow
  readonly target: LanguageRow
  readonly quality: QualitySetting
}

/** An answer with the key for which it is. */
interface KeyAnswer {
  readonly answer: MachineAnswer
  readonly key: KeyRow
}

/** Requests to language models at the same time. */
const modelRequestsMax = 4

type OnAnswer = (answer: MachineAnswer) => Effect.Effect<void>

/**
 * Estimates the quality of the verified translations in a queue as they come, until it ends, and calls `onAnswer` once for each as soon as
 * its estimate is known. An estimate that fails is left out: the text was verified and is written without one. Works without a
 * transaction.
 */
export const estimateTexts = (
  language: EstimatedLanguage,
  answers: Queue.Dequeue<MachineAnswer, Cause.Done>,
  onAnswer: OnAnswer
) => {
  // Rules take all texts that have come, which are translated back in one request; a model takes each text alone.
  const [atOnce, workers] = language.quality.mode === "MODEL" ? [1, modelRequestsMax] : [Number.POSITIVE_INFINITY, 1]
  const work = Queue.takeBetween(answers, 1, atOnce).pipe(
    Effect.flatMap((taken) => estimateTaken(language, taken, onAnswer)),
    Effect.forever,
    Effect.catchTag("Done", () => Effect.void)
  )
  return Effect.all(
    Array.from({ length: workers }, () => work),
    { discard: true, concurrency: "unbounded" }
  )
}

const estimateTaken = Effect.fn("estimateTaken")(function* (
  language: EstimatedLanguage,
  answers: ReadonlyArray<MachineAnswer>,
  onAnswer: OnAnswer
) {
  const { project, base, target, quality } = language
  const found = yield* (yield* KeyRepository).find(
    project.projectId,
    answers.map(({ keyId }) => keyId)
  )
  const keys = new Map(found.map((key) => [key.id, key]))
  const judged: Array<KeyAnswer> = []
  for (const answer of answers) {
    const key = keys.get(answer.keyId)
    // A key that was deleted meanwhile needs no estimate.
    if (key === undefined || target.id === base.id) yield* onAnswer(answer)
    else judged.push({ answer, key })
  }
  if (quality.mode === "RULES") {
    const judge = yield* makeRules(language)
    const backTexts = quality.backTranslation ? yield* translateBack(language, judged) : new Map<number, string>()
    return yield* Effect.forEach(
      judged,
      (text) => onAnswer({ ...text.answer, quality: judge(text, backTexts.get(text.key.id) ?? null) }),
      { discard: true }
    )
  }
  for (const text of judged) {
    const asked = yield* Effect.result(askForQuality(language, text))
    yield* onAnswer({ ...text.answer, quality: Result.getOrElse(asked, () => null) })
  }
})

/** Makes the estimate by rules: by the checks that are on in the project, by the length, and by what the text is translated back to. */
const makeRules = Effect.fnUntraced(function* ({ project, base, target }: EstimatedLanguage) {
  const settings = yield* (yield* QualityCheckRepository).listSettings(project.projectId)
  const severities = severitiesOf(settings, target.id)
  const types = new Set(checkTypes.filter((type) => severities[type] !== "OFF"))
  const indexes = yield* (yield* TermIndexes).get(project.projectId)
  const terms = indexes?.forChecks({ baseLanguageTag: base.tag, languageTag: target.tag })
  return ({ answer: { text, baseText }, key }: KeyAnswer, backText: string | null): TextQuality => {
    const isIcu = key.isPlural || project.icuPlaceholders
    const shown = isIcu ? visibleText : (message: string) => message
    const findings = checkText(
      {
        text,
        languageTag: target.tag,
        base: { text: baseText, languageTag: base.tag },
        isPlural: key.isPlural,
        isIcu,
        maxCharLimit: key.maxCharLimit,
        ...(terms === undefined ? {} : { terms })
      },
      types
    )
    const { score, reasons } = estimateQuality({
      source: shown(baseText),
      text: shown(text),
      issues: findings.map((finding) => ({
        severity: severities[finding.type] === "ERROR" ? "ERROR" : "WARNING",
        sentence: sentenceOf(finding)
      })),
      backSimilarity: backText === null ? null : chrf(shown(backText), shown(baseText))
    })
    return toTextQuality(score, reasons)
  }
})

/**
 * Translates texts back into the base language by an engine that the project uses for it; returns them by key. Models judge texts
 * themselves, and are not asked.
 */
const translateBack = Effect.fnUntraced(function* (
  { project, base, target }: EstimatedLanguage,
  judged: ReadonlyArray<KeyAnswer>
) {
  const backTexts = new Map<number, string>()
  const { primary, enabled } = project.settingOf(base)
  const engine = [...(primary === null ? [] : [primary]), ...enabled]
    .map(({ service }) => service)
    .find((service) => service !== "PROMPT")
  if (engine === undefined) return backTexts
  const { organizationId, projectId, icuPlaceholders } = project
  yield* translateByEngine(
    {
      engine,
      payer: { organizationId, projectId },
      sourceTag: target.tag,
      targetTag: base.tag,
      icuPlaceholders,
      formality: "DEFAULT",
      context: null,
      texts: judged.map(({ answer, key }) => ({
        keyId: key.id,
        text: answer.text,
        isPlural: key.isPlural,
        lengthMax: null,
        terms: []
      }))
    },
    ({ keyId }, end) =>
      Effect.sync(() => {
        if (Result.isSuccess(end)) backTexts.set(keyId, end.success)
      })
  )
  return backTexts
})

/** Asks the language model of the project's prompt for the quality of a text; null: its answer has no score. */
const askForQuality = Effect.fnUntraced(function* (
  { project, base, target }: EstimatedLanguage,
  { answer: { text, baseText }, key: { description } }: KeyAnswer
) {
  const { organizationId, projectId } = project
  const own = chosenIn(project.settingOf(target), "PROMPT")
  const { providerName } = yield* findPrompt(projectId, own?.promptId ?? null)
  const models = yield* findModels(organizationId, providerName)
  const prompt = qualityPrompt({
    sourceTag: base.tag,
    source: baseText,
    targetTag: target.tag,
    text,
    description: description?.trim() ? description : null
  })
  const digest = digestOfRequest(["quality", ...identityOf(models), prompt.system, prompt.text])
  const kept = (yield* findAnswers([digest])).get(digest)
  if (kept !== undefined) return JSON.parse(kept) as TextQuality
  const { answer } = yield* askModels(
    { payer: { organizationId, projectId }, priority: "LOW", context: { source: { text: baseText } } },
    models,
    { system: prompt.system, parts: [{ type: "text", text: prompt.text }], isJson: true }
  )
  const judged = answer.json === null ? null : readQualityAnswer(answer.json.output, answer.json.contextDescription)
  if (judged !== null) yield* keepAnswers(new Map([[digest, JSON.stringify(judged)]]))
  return judged
})
