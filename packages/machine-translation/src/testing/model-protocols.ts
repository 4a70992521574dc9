import type { ModelProviderType } from "../language-model.ts"

/** A request to a model server, as far as each protocol has it. */
export interface PromptRequest {
  readonly isStream: boolean
  /** System prompt; null: none. */
  readonly system: string | null
  /** Texts of the user, one below the other. */
  readonly prompt: string
  /** Whether the protocol's own format of JSON was demanded. */
  readonly isJson: boolean
  readonly imageCount: number
}

/** An answer of a model in plain terms. */
export interface PlainAnswer {
  readonly text: string
  readonly finish: "done" | "length" | "refused"
  /** null: the server does not count. */
  readonly usage: { readonly input: number; readonly cached: number; readonly output: number } | null
}

export interface PlainError {
  readonly status: number
  readonly kind: "key" | "rate" | "quota" | "model" | "length" | "filter" | "parameter" | "outage" | "overloaded"
  readonly message: string
  readonly parameter: string | null
  /** Pause that the client shall make; null: none is named. */
  readonly retrySeconds: number | null
}

/** The wire of one provider. Sources: the API references of OpenAI, Azure OpenAI, Anthropic and Gemini. */
export interface ModelProtocol {
  readonly path: RegExp
  /** Path of the list of models. */
  readonly listPath: string
  /** The key that the request shows; null: none. */
  readonly keyOf: (headers: Readonly<Record<string, string | undefined>>) => string | null
  readonly read: (body: Json, path: string) => PromptRequest
  readonly whole: (answer: PlainAnswer) => Json
  /** Events of a stream: those with text first, then those that end it. */
  readonly stream: (answer: PlainAnswer) => {
    readonly texts: ReadonlyArray<string>
    readonly end: ReadonlyArray<string>
  }
  readonly error: (error: PlainError) => Json
  readonly errorEvent: (error: PlainError) => string
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of three foreign protocols, which only tests read.
export type Json = any

const data = (value: Json): string => `data: ${JSON.stringify(value)}\n\n`
const event = (value: Json): string => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`

/** Pieces of a text, as a model writes them. */
const pieces = (text: string): ReadonlyArray<string> => text.match(/[\s\S]{1,7}/g) ?? []

const textOf = (content: Json): string =>
  typeof content === "string" ? content : content.map(({ text }: Json) => text ?? "").join("\n")

const imagesIn = (content: Json, type: string): number =>
  typeof content === "string" ? 0 : content.filter((part: Json) => part.type === type || type in part).length

const openAiCodes: Readonly<Record<PlainError["kind"], readonly [type: string, code: string | null]>> = {
  key: ["invalid_request_error", "invalid_api_key"],
  rate: ["requests", "rate_limit_exceeded"],
  quota: ["insufficient_quota", "insufficient_quota"],
  model: ["invalid_request_error", "model_not_found"],
  length: ["invalid_request_error", "context_length_exceeded"],
  filter: ["invalid_request_error", "content_filter"],
  parameter: ["invalid_request_error", "unsupported_parameter"],
  outage: ["server_error", null],
  overloaded: ["server_error", null]
}

const openAi: ModelProtocol = {
  path: /^\/v1\/chat\/completions$/,
  listPath: "/v1/models",
  keyOf: ({ authorization }) => authorization?.replace(/^Bearer /, "") ?? null,
  read: ({ messages, stream, response_format }) => ({
    isStream: stream === true,
    system: messages.find(({ role }: Json) => role === "system")?.content ?? null,
    prompt: messages
      .filter(({ role }: Json) => role === "user")
      .map(({ content }: Json) => textOf(content))
      .join("\n"),
    isJson: response_format !== undefined,
    imageCount: messages.reduce((sum: number, { content }: Json) => sum + imagesIn(content, "image_url"), 0)
  }),
  whole: (answer) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "test-model",
    choices: [
      {
        index: 0,
        message:
          answer.finish === "refused"
            ? { role: "assistant", content: null, refusal: answer.text }
            : { role: "assistant", content: answer.text, refusal: null },
        finish_reason: answer.finish === "length" ? "length" : "stop"
      }
    ],
    ...openAiUsage(answer)
  }),
  stream: (answer) => {
    const chunk = (delta: Json, finish_reason: string | null) =>
      data({ id: "chatcmpl-1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })
    const name = answer.finish === "refused" ? "refusal" : "content"
    return {
      texts: pieces(answer.text).map((text) => chunk({ [name]: text }, null)),
      end: [
        chunk({}, answer.finish === "length" ? "length" : "stop"),
        ...(answer.usage === null ? [] : [data({ id: "chatcmpl-1", choices: [], ...openAiUsage(answer) })]),
        "data: [DONE]\n\n"
      ]
    }
  },
  error: ({ kind, message, parameter }) => {
    const [type, code] = openAiCodes[kind]
    return { error: { message, type, param: parameter, code } }
  },
  errorEvent: (error) => data(openAi.error(error))
}

const openAiUsage = ({ usage }: PlainAnswer): Json =>
  usage === null
    ? {}
    : {
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
          prompt_tokens_details: { cached_tokens: usage.cached }
        }
      }

const azure: ModelProtocol = {
  ...openAi,
  path: /^\/openai\/deployments\/[^/]+\/chat\/completions\?api-version=2025-01-01-preview$/,
  listPath: "/openai/models?api-version=2025-01-01-preview",
  keyOf: (headers) => headers["api-key"] ?? null
}

const anthropicTypes: Readonly<Record<PlainError["kind"], string>> = {
  key: "authentication_error",
  rate: "rate_limit_error",
  quota: "billing_error",
  model: "not_found_error",
  length: "invalid_request_error",
  filter: "invalid_request_error",
  parameter: "invalid_request_error",
  outage: "api_error",
  overloaded: "overloaded_error"
}

const stopReasons = { done: "end_turn", length: "max_tokens", refused: "refusal" } as const

/** Anthropic counts the tokens of its cache apart from the others. */
const anthropicUsage = ({ usage }: PlainAnswer): Json => ({
  input_tokens: (usage?.input ?? 0) - (usage?.cached ?? 0),
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: usage?.cached ?? 0,
  output_tokens: usage?.output ?? 0
})

const anthropic: ModelProtocol = {
  path: /^\/v1\/messages$/,
  listPath: "/v1/models",
  keyOf: (headers) => (headers["anthropic-version"] === "2023-06-01" ? (headers["x-api-key"] ?? null) : null),
  read: ({ messages, system, stream, output_config }) => ({
    isStream: stream === true,
    system: system === undefined ? null : textOf(system),
    prompt: messages.map(({ content }: Json) => textOf(content)).join("\n"),
    isJson: output_config?.format !== undefined,
    imageCount: messages.reduce((sum: number, { content }: Json) => sum + imagesIn(content, "image"), 0)
  }),
  whole: (answer) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "test-model",
    content: answer.text === "" ? [] : [{ type: "text", text: answer.text }],
    stop_reason: stopReasons[answer.finish],
    stop_sequence: null,
    usage: anthropicUsage(answer)
  }),
  stream: (answer) => ({
    texts: [
      event({
        type: "message_start",
        message: { ...anthropic.whole({ ...answer, text: "" }), stop_reason: null }
      }),
      event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
      ...pieces(answer.text).map((text) =>
        event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })
      )
    ],
    end: [
      event({ type: "content_block_stop", index: 0 }),
      event({
        type: "message_delta",
        delta: { stop_reason: stopReasons[answer.finish], stop_sequence: null },
        usage: { output_tokens: answer.usage?.output ?? 0 }
      }),
      event({ type: "message_stop" })
    ]
  }),
  error: ({ kind, message }) => ({ type: "error", error: { type: anthropicTypes[kind], message } }),
  errorEvent: (error) => event(anthropic.error(error))
}

const googleStatuses: Readonly<Record<PlainError["kind"], string>> = {
  key: "INVALID_ARGUMENT",
  rate: "RESOURCE_EXHAUSTED",
  quota: "RESOURCE_EXHAUSTED",
  model: "NOT_FOUND",
  length: "INVALID_ARGUMENT",
  filter: "INVALID_ARGUMENT",
  parameter: "INVALID_ARGUMENT",
  outage: "INTERNAL",
  overloaded: "UNAVAILABLE"
}

const finishReasons = { done: "STOP", length: "MAX_TOKENS", refused: "SAFETY" } as const

const googleChunk = ({ text, usage }: PlainAnswer, finishReason?: string): Json => ({
  candidates: [
    {
      content: { role: "model", parts: text === "" ? [] : [{ text }] },
      index: 0,
      ...(finishReason && { finishReason })
    }
  ],
  ...(usage === null
    ? {}
    : {
        usageMetadata: {
          promptTokenCount: usage.input,
          cachedContentTokenCount: usage.cached,
          candidatesTokenCount: usage.output,
          totalTokenCount: usage.input + usage.output
        }
      })
})

const google: ModelProtocol = {
  path: /^\/v1beta\/models\/[^/]+:(generateContent|streamGenerateContent\?alt=sse)$/,
  listPath: "/v1beta/models",
  keyOf: (headers) => headers["x-goog-api-key"] ?? null,
  read: ({ contents, systemInstruction, generationConfig }, path) => ({
    isStream: path.includes(":stream"),
    system: systemInstruction === undefined ? null : textOf(systemInstruction.parts),
    prompt: contents.map(({ parts }: Json) => textOf(parts)).join("\n"),
    isJson: generationConfig?.responseMimeType === "application/json",
    imageCount: contents.reduce((sum: number, { parts }: Json) => sum + imagesIn(parts, "inlineData"), 0)
  }),
  whole: (answer) => googleChunk(answer, finishReasons[answer.finish]),
  stream: (answer) => ({
    texts: pieces(answer.text).map((text) => data(googleChunk({ ...answer, text }))),
    end: [data(googleChunk({ ...answer, text: "" }, finishReasons[answer.finish]))]
  }),
  error: ({ status, kind, message, retrySeconds }) => ({
    error: {
      code: status,
      message,
      status: googleStatuses[kind],
      details: [
        ...(kind === "key"
          ? [
              {
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                reason: "API_KEY_INVALID",
                domain: "googleapis.com"
              }
            ]
          : []),
        ...(retrySeconds === null
          ? []
          : [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retrySeconds}s` }])
      ]
    }
  }),
  errorEvent: (error) => data(google.error(error))
}

export const modelProtocols: Readonly<Record<ModelProviderType, ModelProtocol>> = {
  OPENAI: openAi,
  OPENAI_AZURE: azure,
  ANTHROPIC: anthropic,
  GOOGLE_AI: google
}
