import type { MachineSuggestionBody, MachineSuggestionModel } from "@dragoman/api"
import type { ChosenService } from "@dragoman/domain/machine-translation"
import { translationTextMaxUtf16Units } from "@dragoman/domain/translation"
import { KeyRepository, TranslationRepository } from "@dragoman/store"
import { Effect, Queue, Result, Stream } from "effect"
import { requireAskAt } from "../../content/translation/require-languages.ts"
import { failWith, failWithStatus } from "../../platform/fail.ts"
import { machineSuggestionLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { visibleTo } from "./prompt-context.ts"
import { type TranslationEnd, translateTexts } from "./translate-texts.ts"
import { readTranslatedProject } from "./translated-project.ts"

/**
 * Checks a request for suggestions, and finds the services that it asks: all that are enabled for the language, or those that it
 * names, the primary one first. Without a text, or a service, there is nothing to ask.
 */
const prepareSuggestions = Effect.fn("prepareSuggestions")(function* (
  access: ProjectAccess,
  { targetLanguageId = null, keyId = null, baseText = null, services: wanted = null }: MachineSuggestionBody
) {
  yield* (yield* RateLimiter).consume(machineSuggestionLimit, access.caller.userId)
  const project = yield* readTranslatedProject(access.projectId)
  const { base, languages } = project
  const target = languages.find(({ id }) => id === targetLanguageId)
  if (target === undefined || base === null) return yield* failWith("language_not_found")
  yield* requireAskAt(access, { languages }, target.id, keyId)
  const visible = yield* visibleTo(access, target.id, keyId)
  if ((baseText ?? "").length > translationTextMaxUtf16Units) {
    return yield* failWith("translation_text_too_long", [translationTextMaxUtf16Units])
  }
  const { primary, enabled } = project.settingOf(target)
  const first = enabled.filter(({ service }) => service === primary?.service)
  const ordered = [...first, ...enabled.filter((one) => !first.includes(one))]
  const chosen =
    wanted === null || wanted.length === 0 ? ordered : ordered.filter(({ service }) => wanted.includes(service))
  if (wanted?.some((name) => !enabled.some(({ service }) => service === name))) {
    return yield* failWith("mt_service_not_enabled")
  }
  const key = keyId === null ? null : ((yield* (yield* KeyRepository).find(access.projectId, [keyId]))[0] ?? null)
  if (keyId !== null && key === null) return yield* failWithStatus(400, "key_not_found")
  const stored = key === null ? [] : yield* (yield* TranslationRepository).list(project.projectId, [key.id], [base.id])
  const text = baseText ?? stored[0]?.text ?? ""
  return {
    services: chosen,
    promptId: chosen.find(({ service }) => service === "PROMPT")?.promptId ?? null,
    baseBlank: text.trim() === "",
    translate: (service: ChosenService, onEnd: (end: TranslationEnd) => Effect.Effect<void>) =>
      translateTexts(
        {
          project,
          base,
          target,
          service,
          visible,
          priority: "HIGH",
          texts: [{ keyId: key?.id ?? null, baseText: text }]
        },
        (_, end) => onEnd(end)
      )
  }
})

/** Translates a text by the services of the project, all at the same time. */
export const suggestByMachines = Effect.fn("suggestByMachines")(function* (
  access: ProjectAccess,
  body: MachineSuggestionBody
) {
  const { services, promptId, baseBlank, translate } = yield* prepareSuggestions(access, body)
  if (baseBlank) return { machineTranslations: null, result: null, failures: [], promptId, baseBlank }
  const ends = new Map<string, TranslationEnd>()
  yield* Effect.forEach(
    services,
    (service) => translate(service, (end) => Effect.sync(() => ends.set(service.service, end))),
    { discard: true, concurrency: "unbounded" }
  )
  const results = services.flatMap(({ service }) => {
    const end = ends.get(service)
    return end !== undefined && Result.isSuccess(end) ? [[service, end.success] as const] : []
  })
  return {
    machineTranslations: Object.fromEntries(results.map(([service, { text }]) => [service, text])),
    result: Object.fromEntries(
      results.map(([service, { text, contextDescription }]) => [service, { output: text, contextDescription }])
    ),
    failures: services.flatMap(({ service }) => {
      const end = ends.get(service)
      if (end === undefined || Result.isSuccess(end)) return []
      return [{ serviceType: service, errorMessage: end.failure.code, errorDetail: end.failure.detail }]
    }),
    promptId,
    baseBlank
  }
})

/** Works like `suggestByMachines`, as lines of JSON; requests end when the client leaves. */
export const streamMachineSuggestions = Effect.fn("streamMachineSuggestions")(function* (
  access: ProjectAccess,
  body: MachineSuggestionBody
) {
  const { services, promptId, baseBlank, translate } = yield* prepareSuggestions(access, body)
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof translate>>>()
  const start = { servicesTypes: services.map(({ service }) => service), promptId, baseBlank }
  const lines = Stream.callback<string>((queue) =>
    Effect.forEach(
      baseBlank ? [] : services,
      (service) => translate(service, (end) => Queue.offer(queue, lineOf(service, end))),
      { discard: true, concurrency: "unbounded" }
    ).pipe(Effect.andThen(Queue.end(queue)), Effect.provideContext(context))
  )
  return Stream.encodeText(Stream.concat(Stream.make(`${JSON.stringify(start)}\n`), lines))
})

const lineOf = ({ service, promptId }: ChosenService, end: TranslationEnd): string => {
  const line: MachineSuggestionModel = Result.isSuccess(end)
    ? {
        serviceType: service,
        result: { output: end.success.text, contextDescription: end.success.contextDescription },
        promptId,
        errorMessage: null,
        errorParams: null,
        errorException: null
      }
    : {
        serviceType: service,
        result: null,
        promptId,
        errorMessage: end.failure.code,
        errorParams: end.failure.detail === null ? null : [end.failure.detail],
        errorException: null
      }
  return `${JSON.stringify(line)}\n`
}
