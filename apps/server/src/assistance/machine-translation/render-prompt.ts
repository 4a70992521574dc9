import { type PromptRequest, renderPrompt } from "@dragoman/machine-translation"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"

/** Renders a prompt; fails with the mistake of its template. */
export const renderPromptOrFail = (request: PromptRequest) => {
  const result = renderPrompt(request)
  if (result.ok) return Effect.succeed(result.prompt)
  const { reason, line, column } = result.error
  return failWith("llm_template_parsing_error", [reason, line, column])
}
