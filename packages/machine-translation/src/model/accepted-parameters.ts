import type { ModelConfig } from "../language-model.ts"

type AnswerFormat = NonNullable<ModelConfig["format"]>

/**
 * Optional parameters as far as a server accepts them: many servers speak the protocol of OpenAI, and each leaves out another part of it.
 * `formats` and `limits`: in the order in which they are tried, the first one is in use.
 */
export interface AcceptedParameters {
  readonly formats: readonly [AnswerFormat, ...ReadonlyArray<AnswerFormat>]
  readonly limits: ReadonlyArray<"max_completion_tokens" | "max_tokens">
  readonly hasReasoningEffort: boolean
  /** Whether a stream ends with the usage. */
  readonly hasStreamUsage: boolean
}

/** Parameters of the first request to a server. Newer names come first where OpenAI's own models answer. */
export const firstParameters = ({ type, url, format, maxTokens, reasoningEffort }: ModelConfig): AcceptedParameters => {
  const isOfOpenAi = type === "OPENAI_AZURE" || (type === "OPENAI" && url === null)
  const limits = isOfOpenAi
    ? (["max_completion_tokens", "max_tokens"] as const)
    : (["max_tokens", "max_completion_tokens"] as const)
  return {
    formats: formatsFrom(format ?? "json_schema", type),
    limits: maxTokens === null ? [] : limits,
    hasReasoningEffort: reasoningEffort !== null,
    hasStreamUsage: true
  }
}

const formatsFrom = (format: AnswerFormat, type: ModelConfig["type"]): AcceptedParameters["formats"] => {
  if (format === "text") return ["text"]
  // Anthropic's protocol has no JSON without a schema.
  if (type === "ANTHROPIC") return format === "json_object" ? ["text"] : ["json_schema", "text"]
  return format === "json_object" ? ["json_object", "text"] : ["json_schema", "json_object", "text"]
}

/** Words by which servers name a parameter in an error. */
const names = {
  format:
    /response_?format|json_?schema|json_?object|output_config|output_format|response_?(?:json_?)?schema|response_?mime_?type|structured.?output|json mode/i,
  limit: /max_(?:completion_)?tokens/i,
  reasoning: /reasoning_?effort|thinking|output_config\.effort/i,
  streamUsage: /stream_options|include_usage/i
}

/**
 * Leaves out, or replaces, the parameter that an error is about; null: it is about none that was sent. `parameter`: as the error names it;
 * `message`: the error's text, in which the parameter comes first and its replacement later.
 */
export const withoutRejected = (
  accepted: AcceptedParameters,
  request: { readonly isJson: boolean; readonly isStream: boolean },
  { parameter, message }: { readonly parameter: string | null; readonly message: string }
): AcceptedParameters | null => {
  const [format, ...formats] = accepted.formats
  const [, ...limits] = accepted.limits
  const [next, ...others] = formats
  // Anthropic has the effort beside the format: the more exact name is first.
  const changes: ReadonlyArray<readonly [RegExp, AcceptedParameters]> = [
    ...(accepted.hasReasoningEffort ? [[names.reasoning, { ...accepted, hasReasoningEffort: false }] as const] : []),
    ...(request.isJson && format !== "text" && next !== undefined
      ? [[names.format, { ...accepted, formats: [next, ...others] }] as const]
      : []),
    ...(accepted.limits.length > 0 ? [[names.limit, { ...accepted, limits }] as const] : []),
    ...(request.isStream && accepted.hasStreamUsage
      ? [[names.streamUsage, { ...accepted, hasStreamUsage: false }] as const]
      : [])
  ]
  const text = parameter !== null && changes.some(([name]) => name.test(parameter)) ? parameter : message
  const found = changes
    .map(([name, change]) => ({ at: text.search(name), change }))
    .filter(({ at }) => at >= 0)
    .toSorted((left, right) => left.at - right.at)
  return found[0]?.change ?? null
}
