import type { PromptRunBody } from "@dragoman/api"
import { chosenIn, costOf, defaultModelProviderName, toAmount } from "@dragoman/domain/machine-translation"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"
import { machineSuggestionLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import type { NotTranslated } from "./not-translated.ts"
import { readPromptContext, visibleTo } from "./prompt-context.ts"
import { readPromptParts } from "./prompt-images.ts"
import { renderPromptOrFail } from "./render-prompt.ts"
import { askModels, findModels, verifyAnswer } from "./translate-by-model.ts"
import { readTranslatedProject } from "./translated-project.ts"

/** Tries a prompt with a key: shows the request, the answer, its price, and why it would not be stored. */
export const runPrompt = Effect.fn("runPrompt")(function* (access: ProjectAccess<"project.edit">, body: PromptRunBody) {
  const { projectId, organizationId, caller } = access
  yield* (yield* RateLimiter).consume(machineSuggestionLimit, caller.userId)
  const { keyId, targetLanguageId } = body
  const visible = yield* visibleTo(access, targetLanguageId)
  const { notes, icuPlaceholders, settingOf, languages } = yield* readTranslatedProject(projectId)
  const target = languages.find(({ id }) => id === targetLanguageId)
  if (target === undefined) return yield* failWith("language_not_found")
  const formality = chosenIn(settingOf(target), "PROMPT")?.formality ?? "DEFAULT"
  const place = { projectId, organizationId, targetLanguageId, keyId, baseText: null, visible, notes, formality }
  const context = yield* readPromptContext(place)
  const { system, parts, isJson } = yield* renderPromptOrFail({
    template: body.template?.trim() ? body.template : null,
    options: body.basicPromptOptions ?? null,
    context
  })
  const payer = { organizationId, projectId }
  const name = body.provider?.trim() ? body.provider : defaultModelProviderName
  const request = { system, parts: yield* readPromptParts(parts, keyId), isJson }
  const { answer, model } = yield* Effect.flatMap(findModels(organizationId, name), (models) =>
    askModels({ payer, context, priority: "HIGH" }, models, request)
  ).pipe(Effect.catchTag("NotTranslated", failWithReason))
  const verified = verifyAnswer({ context, icuPlaceholders }, answer)
  const { inputTokens, outputTokens, cachedTokens } = answer.usage
  const shown = parts.map((part) =>
    part.type === "text" ? part.text : `[[screenshot_${part.size}_${part.screenshotId}]]`
  )
  return {
    prompt: [system, ...shown].join("\n\n"),
    result: answer.text,
    parsedJson: answer.json,
    issues: "reasons" in verified ? verified.reasons : [],
    price: toAmount(costOf(answer.usage, model.prices)),
    usage: { inputTokens, outputTokens, cachedTokens }
  }
})

/** Failures of a provider get one code, with the reason; those that people can mend keep their own. */
const failWithReason = ({ code, detail }: NotTranslated) =>
  code === "translation_failed"
    ? failWith("llm_provider_error", [detail ?? ""])
    : failWith(code, detail === null ? null : [detail])
