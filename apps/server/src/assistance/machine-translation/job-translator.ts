import { type ChosenService, chosenIn, type MachineTranslationSetting } from "@dragoman/domain/machine-translation"
import { checkLanguages, effectiveScopes } from "@dragoman/domain/permission"
import { QualityEstimateRepository, TranslationRepository } from "@dragoman/store"
import { type Cause, Effect, Layer, Option, Queue, Result } from "effect"
import { findCurrentPermission } from "../../service/access/current-permission.ts"
import { estimateTexts } from "./estimate-texts.ts"
import { type PromptVisibility, wholeProject } from "./prompt-context.ts"
import { type MachineAnswer, TextTranslator, type TranslationFailure } from "./text-translator.ts"
import { translateTexts } from "./translate-texts.ts"
import { readTranslatedProject, type TranslatedProject } from "./translated-project.ts"

/** Translates the texts of jobs by the services of their projects. */
export const layerJobTranslator = Layer.effect(
  TextTranslator,
  Effect.gen(function* () {
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof translatePlaces>>>()
    return TextTranslator.of({
      translate: (request) => Effect.provideContext(translatePlaces(request), context)
    })
  })
)

const translatePlaces = Effect.fn("translatePlaces")(function* ({
  projectId,
  places,
  userId,
  prompt,
  onAnswer
}: Parameters<(typeof TextTranslator)["Service"]["translate"]>[0]) {
  const ended = new Map<number, TranslationFailure>()
  const found = yield* Effect.option(readTranslatedProject(projectId))
  // The project was deleted, and its jobs with it.
  if (Option.isNone(found)) return ended
  const project = found.value
  const { base, languages } = project
  const quality = yield* (yield* QualityEstimateRepository).findSetting(projectId)
  const visible = yield* visibleToUser(project, userId)
  const keyIds = [...new Set(places.map(({ keyId }) => keyId))]
  const rows = base === null ? [] : yield* (yield* TranslationRepository).list(projectId, keyIds, [base.id])
  const baseTexts = new Map(rows.map(({ keyId, text }) => [keyId, text ?? ""]))
  const byLanguage = Map.groupBy(places, ({ languageId }) => languageId)
  yield* Effect.forEach(
    byLanguage,
    Effect.fnUntraced(function* ([languageId, ofLanguage]) {
      const target = languages.find(({ id }) => id === languageId)
      const setting = target === undefined ? null : project.settingOf(target)
      const service = setting === null ? null : prompt === null ? setting.primary : playgroundOf(setting)
      if (base === null || target === undefined || service === null) {
        const code = target === undefined ? ("language_not_found" as const) : ("mt_service_not_enabled" as const)
        ended.set(languageId, { code, detail: null })
        return yield* Effect.forEach(ofLanguage, (place) => onAnswer({ ...place, code, detail: null }), {
          discard: true
        })
      }
      const texts = ofLanguage.map((place) => ({ ...place, baseText: baseTexts.get(place.keyId) ?? "" }))
      const translated = yield* Queue.unbounded<MachineAnswer, Cause.Done>()
      const translating = translateTexts(
        { project, base, target, service, visible, priority: "LOW", prompt: prompt ?? undefined, texts },
        (text, end) => {
          if (Result.isSuccess(end)) {
            const { keyId, baseText } = text
            const { service: name, promptId } = service
            const { text: translation, contextDescription } = end.success
            const answer = {
              keyId,
              languageId,
              baseText,
              text: translation,
              service: name,
              promptId,
              contextDescription
            }
            if (quality.mode === "OFF" || prompt !== null) return onAnswer(answer)
            // Answers that a killed server had not estimated are kept as those of their requests.
            return Queue.offer(translated, answer)
          }
          const { code, detail, isFinal } = end.failure
          if (isFinal) ended.set(languageId, { code, detail })
          return onAnswer({ keyId: text.keyId, languageId, code, detail })
        }
      )
      yield* Effect.all(
        [
          Effect.ensuring(translating, Queue.end(translated)),
          estimateTexts({ project, base, target, quality }, translated, onAnswer)
        ],
        { discard: true, concurrency: "unbounded" }
      )
    }),
    { discard: true, concurrency: "unbounded" }
  )
  return ended
})

/** The service that tries a prompt: addresses readers as the language does. */
const playgroundOf = (setting: MachineTranslationSetting): ChosenService => ({
  service: "PROMPT",
  formality: chosenIn(setting, "PROMPT")?.formality ?? null,
  promptId: null
})

/** Finds the part of the project that the model may get: the one that the user of the job may view. */
export const visibleToUser = Effect.fnUntraced(function* (
  { projectId, languages }: TranslatedProject,
  userId: number | null
) {
  if (userId === null) return wholeProject
  const permission = yield* findCurrentPermission(projectId, userId)
  if (permission === null) return { languageIds: [], seesScreenshots: false } satisfies PromptVisibility
  return {
    languageIds: languages.filter(({ id }) => checkLanguages(permission, "view", [id]) === null).map(({ id }) => id),
    seesScreenshots: effectiveScopes(permission, null).includes("screenshots.view")
  } satisfies PromptVisibility
})
