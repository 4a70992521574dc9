import {
  firstMessage,
  notBlank,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"

const types = ["OPENAI", "OPENAI_AZURE", "ANTHROPIC", "GOOGLE_AI"] as const
const formats = ["json_schema", "json_object", "text"] as const
const priorities = ["HIGH", "LOW"] as const

/** Access to a language model as an organization stores it, without its key. */
export interface LlmProviderContent {
  readonly name: string
  readonly type: (typeof types)[number]
  /** HIGH: for people who wait; LOW: for jobs; null: for both. */
  readonly priority: (typeof priorities)[number] | null
  /** null: the provider's own address. */
  readonly apiUrl: string | null
  readonly model: string
  readonly deployment: string | null
  readonly format: (typeof formats)[number] | null
  readonly reasoningEffort: string | null
}

export interface LlmProviderInput {
  readonly name?: Optional<string>
  readonly type?: Optional<string>
  readonly priority?: Optional<string>
  readonly apiUrl?: Optional<string>
  readonly apiKey?: Optional<string>
  readonly model?: Optional<string>
  readonly deployment?: Optional<string>
  readonly format?: Optional<string>
  readonly reasoningEffort?: Optional<string>
}

/** Longest texts in UTF-16 units. Source: docs/reference/limits.md#machine-translation. */
const textMaxUtf16Units = 255
const urlMaxUtf16Units = 2_047
const keyMaxUtf16Units = 511

/** Checks a provider. Words count in any case; whether its address may be reached is another question. */
export const validateLlmProvider = (input: LlmProviderInput): Validated<LlmProviderContent> => {
  const type = wordOf(input.type, types)
  const deployment = textOf(input.deployment)
  // Deployments of Azure name the model.
  const model = textOf(input.model) ?? deployment ?? ""
  const size = (text: Optional<string>) => sizeBetween(0, textMaxUtf16Units, text)
  const word = (text: Optional<string>, words: ReadonlyArray<string>) =>
    textOf(text) === null || wordOf(text, words) !== null ? null : `must be one of ${words.join(", ")}`
  const needsAzure = (text: string | null) => (type === "OPENAI_AZURE" && text === null ? "must not be blank" : null)
  return validateFields(
    {
      name: firstMessage(notBlank(input.name), size(input.name)),
      type: firstMessage(notBlank(input.type), word(input.type, types)),
      priority: word(input.priority, priorities),
      apiUrl: firstMessage(needsAzure(textOf(input.apiUrl)), sizeBetween(0, urlMaxUtf16Units, input.apiUrl)),
      apiKey: sizeBetween(0, keyMaxUtf16Units, input.apiKey),
      model: firstMessage(notBlank(model), size(input.model)),
      deployment: firstMessage(needsAzure(deployment), size(input.deployment)),
      format: word(input.format, formats),
      reasoningEffort: size(input.reasoningEffort)
    },
    {
      name: (input.name ?? "").trim(),
      type: type ?? "OPENAI",
      priority: wordOf(input.priority, priorities),
      apiUrl: textOf(input.apiUrl)?.replace(/\/+$/, "") ?? null,
      model,
      deployment,
      format: wordOf(input.format, formats),
      reasoningEffort: textOf(input.reasoningEffort)
    }
  )
}

const textOf = (text: Optional<string>): string | null => {
  const trimmed = (text ?? "").trim()
  return trimmed === "" ? null : trimmed
}

const wordOf = <A extends string>(text: Optional<string>, words: ReadonlyArray<A>): A | null =>
  words.find((word) => word.toLowerCase() === textOf(text)?.toLowerCase()) ?? null

/** A shorter key would be half told by its end. */
const keyMinUtf16Units = 12
const shownUtf16Units = 4

/** Returns the end of a key, by which its owner knows it; of a short key nothing. */
export const endOfKey = (key: string): string => (key.length < keyMinUtf16Units ? "" : key.slice(-shownUtf16Units))
