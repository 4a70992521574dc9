import { Result, Schema } from "effect"
import type { SettingParts } from "./setting-parts.ts"
import { fromText } from "./setting-schema.ts"
import { spelling } from "./spelling.ts"

const types = ["OPENAI", "OPENAI_AZURE", "ANTHROPIC", "GOOGLE_AI"] as const
const formats = ["json_schema", "json_object", "text"] as const
const priorities = ["HIGH", "LOW"] as const

/** A provider of language models that the operator names; several may have one name. */
const LlmProvider = Schema.Struct({
  name: Schema.String,
  enabled: Schema.Boolean,
  type: Schema.Literals(types),
  /** Without `/v1`; null: the provider's own address. */
  apiUrl: Schema.NullOr(Schema.String),
  apiKey: Schema.NullOr(Schema.String),
  model: Schema.String,
  deployment: Schema.NullOr(Schema.String),
  format: Schema.NullOr(Schema.Literals(formats)),
  maxTokens: Schema.NullOr(Schema.Number),
  reasoningEffort: Schema.NullOr(Schema.String),
  /** HIGH: for people who wait; LOW: for jobs; null: for both. */
  priority: Schema.NullOr(Schema.Literals(priorities)),
  /** Time limits of the attempts, in seconds. */
  attempts: Schema.Array(Schema.Number),
  /** Prices of a token. */
  tokenPriceInCreditsInput: Schema.Number,
  tokenPriceInCreditsOutput: Schema.Number
})

export type LlmProviderSetting = typeof LlmProvider.Type

/** Providers as JSON; names of fields are those of Tolgee. */
export const llmProviderList = fromText<ReadonlyArray<LlmProviderSetting>>(Schema.Array(LlmProvider), {
  problem: (text) => Result.match(providersOf(text), { onSuccess: () => undefined, onFailure: (problem) => problem }),
  decode: (text) => Result.getOrElse(providersOf(text), () => []),
  encode: (providers) => (providers.length === 0 ? "" : JSON.stringify(providers))
})

/** Items of a list, as `0_API_KEY`; `0_API_KEY_FILE` names a file with the value. */
export const llmProviderParts: SettingParts = {
  tolgee: "TOLGEE_LLM_PROVIDERS",
  join: (parts, readFile) => {
    const items = new Map<number, Record<string, string>>()
    for (const { name, quoted, text } of parts) {
      const [, digits, written = ""] = /^(\d{1,4})[._-]*(.*)$/.exec(name) ?? []
      if (digits === undefined || written === "") {
        return Result.fail(`${quoted} must have a number and a field after it, as 0_MODEL.`)
      }
      // A list of texts may have an item in each variable.
      const plain = spelling(written).replace(/^attempts\d+$/, "attempts")
      const isFile = fieldOf(plain) === undefined && plain.endsWith("file")
      const value = isFile ? readFile(text)?.replace(/\r?\n$/, "") : text
      if (value === undefined) return Result.fail(`${quoted}: the file ${text} cannot be read.`)
      const item = items.get(Number(digits)) ?? {}
      const field = isFile ? plain.slice(0, -"file".length) : plain
      item[field] = item[field] === undefined ? value : `${item[field]},${value}`
      items.set(Number(digits), item)
    }
    const sorted = [...items].sort(([one], [other]) => one - other)
    return Result.succeed(JSON.stringify(sorted.map(([, item]) => item)))
  }
}

const fields = Object.keys(LlmProvider.fields) as ReadonlyArray<keyof LlmProviderSetting>
const fieldOf = (name: string): keyof LlmProviderSetting | undefined =>
  fields.find((field) => spelling(field) === spelling(name))

const nameUnitsMax = 255
const maxTokensDefault = 8_192
const maxTokensMax = 10_000_000
const attemptsMax = 5
const attemptSecondsMax = 3_600
/** Models of OpenAI that reason take more than a minute. */
const attemptsOfType = { OPENAI: [60, 120], OPENAI_AZURE: [60, 120], ANTHROPIC: [30], GOOGLE_AI: [30] } as const

const providersOf = (text: string): Result.Result<ReadonlyArray<LlmProviderSetting>, string> => {
  if (text.trim() === "") return Result.succeed([])
  const items = parseJson(text)
  if (!Array.isArray(items)) return Result.fail("must be a list of providers in JSON")
  return Result.all(
    items.map((item, index) => Result.mapError(providerOf(item), (why) => `entry ${index + 1}: ${why}`))
  )
}

const providerOf = (item: unknown): Result.Result<LlmProviderSetting, string> => {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return Result.fail("must be an object")
  const texts = new Map<string, string>()
  for (const [key, value] of Object.entries(item)) {
    const field = fieldOf(key)
    if (field === undefined) return Result.fail(`${key} is no field; the fields are ${fields.join(", ")}`)
    const text = Array.isArray(value) ? value.map(String).join(",") : value === null ? "" : String(value)
    if (text !== "") texts.set(field, text)
  }
  const textOf = (field: keyof LlmProviderSetting): string | null => texts.get(field) ?? null
  const wordOf = <const A extends string>(field: keyof LlmProviderSetting, words: ReadonlyArray<A>) => {
    const text = textOf(field)
    const word = words.find((one) => one.toLowerCase() === text?.toLowerCase())
    return text !== null && word === undefined
      ? Result.fail(`${field} must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`)
      : Result.succeed(word ?? null)
  }
  const numberOf = (field: keyof LlmProviderSetting, max: number) => {
    const text = textOf(field)
    const value = Number(text)
    return text !== null && !(value >= 0 && value <= max)
      ? Result.fail(`${field} must be a number from 0 to ${max}`)
      : Result.succeed(text === null ? null : value)
  }
  return Result.gen(function* () {
    const name = textOf("name")
    if (name === null) return yield* Result.fail("needs a name")
    const long = (["name", "model", "deployment", "reasoningEffort"] as const).find(
      (field) => (textOf(field)?.length ?? 0) > nameUnitsMax
    )
    if (long !== undefined) return yield* Result.fail(`${long} must have at most ${nameUnitsMax} characters`)
    const enabled = yield* wordOf("enabled", ["true", "false"])
    const type = (yield* wordOf("type", types)) ?? "OPENAI"
    const apiUrl = textOf("apiUrl")
    if (apiUrl === null && type === "OPENAI_AZURE") return yield* Result.fail("needs apiUrl")
    if (apiUrl !== null && !isAddress(apiUrl))
      return yield* Result.fail("apiUrl must be an address with http:// or https://")
    const deployment = textOf("deployment")
    if (type === "OPENAI_AZURE" && deployment === null) return yield* Result.fail("needs deployment")
    const model = textOf("model") ?? deployment
    if (model === null) return yield* Result.fail("needs a model")
    const attempts = (textOf("attempts")?.split(",") ?? attemptsOfType[type]).map(Number)
    if (attempts.length > attemptsMax || attempts.some((seconds) => !(seconds >= 1 && seconds <= attemptSecondsMax))) {
      return yield* Result.fail(
        `attempts must be up to ${attemptsMax} numbers of seconds from 1 to ${attemptSecondsMax}`
      )
    }
    return {
      name,
      enabled: enabled !== "false",
      type,
      apiUrl: apiUrl?.replace(/\/+$/, "") ?? null,
      apiKey: textOf("apiKey"),
      model,
      deployment,
      format: yield* wordOf("format", formats),
      maxTokens: (yield* numberOf("maxTokens", maxTokensMax)) ?? maxTokensDefault,
      reasoningEffort: textOf("reasoningEffort"),
      priority: yield* wordOf("priority", priorities),
      attempts,
      tokenPriceInCreditsInput: (yield* numberOf("tokenPriceInCreditsInput", priceMax)) ?? 0,
      tokenPriceInCreditsOutput: (yield* numberOf("tokenPriceInCreditsOutput", priceMax)) ?? 0
    }
  })
}

/** Credits for one token; beyond it a unit was confused. */
const priceMax = 1_000_000

const isAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username === "" && password === "" && search === "" && hash === ""
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
