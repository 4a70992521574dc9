import { chosenIn, listPromptVariables } from "@dragoman/domain/machine-translation"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"
import { memorySuggestionLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { readPromptContext, visibleTo } from "./prompt-context.ts"
import { readTranslatedProject } from "./translated-project.ts"

/** Lists the variables of prompts, with their values for a key if one and a language are named. */
export const listVariables = Effect.fn("listVariables")(function* (
  access: ProjectAccess<"project.edit">,
  { keyId, targetLanguageId }: { readonly keyId?: number | undefined; readonly targetLanguageId?: number | undefined }
) {
  if (keyId === undefined || targetLanguageId === undefined) return listPromptVariables(null)
  const { projectId, organizationId, caller } = access
  // It looks up similar texts.
  yield* (yield* RateLimiter).consume(memorySuggestionLimit, caller.userId)
  const visible = yield* visibleTo(access, targetLanguageId)
  const { notes, settingOf, languages } = yield* readTranslatedProject(projectId)
  const target = languages.find(({ id }) => id === targetLanguageId)
  if (target === undefined) return yield* failWith("language_not_found")
  const formality = chosenIn(settingOf(target), "PROMPT")?.formality ?? "DEFAULT"
  const place = { projectId, organizationId, targetLanguageId, keyId, baseText: null, visible, notes, formality }
  return listPromptVariables(yield* readPromptContext(place))
})
