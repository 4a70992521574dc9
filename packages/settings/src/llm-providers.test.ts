import { assert, describe, it } from "vitest"
import { parseConfigFile } from "./config-file.ts"
import { readSettings } from "./read-settings.ts"

const read = (environment: Readonly<Record<string, string>>, yaml = "") =>
  readSettings("server", {
    flags: {},
    environment,
    isTerminal: false,
    readFile: (path) => (path === "/run/key" ? "hunter2\n" : null),
    config: parseConfigFile("d.yaml", yaml)
  })

const providersIn = (environment: Readonly<Record<string, string>>, yaml?: string) => {
  const found = read(environment, yaml)
  if ("problems" in found) throw new Error(found.problems.join("\n"))
  return found.settings.llmProviders
}

const problemsIn = (environment: Readonly<Record<string, string>>, yaml?: string): string => {
  const found = read(environment, yaml)
  return "problems" in found ? found.problems.join("\n") : ""
}

const plain = {
  name: "gpt",
  enabled: true,
  type: "OPENAI",
  apiUrl: null,
  apiKey: null,
  model: "m",
  deployment: null,
  format: null,
  maxTokens: 8_192,
  reasoningEffort: null,
  priority: null,
  attempts: [60, 120],
  tokenPriceInCreditsInput: 0,
  tokenPriceInCreditsOutput: 0
}

const full = {
  name: "claude",
  enabled: false,
  type: "ANTHROPIC",
  apiUrl: "https://models.example",
  apiKey: "hunter2",
  model: "large",
  deployment: null,
  format: "json_schema",
  maxTokens: 100,
  reasoningEffort: "low",
  priority: "HIGH",
  attempts: [5, 7.5],
  tokenPriceInCreditsInput: 0.25,
  tokenPriceInCreditsOutput: 2
}

describe("providers of language models", () => {
  it("are lists in variables, in files and in JSON, and the same in each", () => {
    const ofVariables = (prefix: string) => ({
      [`${prefix}_0_NAME`]: "gpt",
      [`${prefix}_0_MODEL`]: "m",
      [`${prefix}_10_NAME`]: "claude",
      [`${prefix}_10_ENABLED`]: "false",
      [`${prefix}_10_TYPE`]: "anthropic",
      [`${prefix}_10_API_URL`]: "https://models.example/",
      [`${prefix}_10_API_KEY_FILE`]: "/run/key",
      [`${prefix}_10_MODEL`]: "large",
      [`${prefix}_10_FORMAT`]: "json_schema",
      [`${prefix}_10_MAX_TOKENS`]: "100",
      [`${prefix}_10_REASONING_EFFORT`]: "low",
      [`${prefix}_10_PRIORITY`]: "HIGH",
      [`${prefix}_10_ATTEMPTS_0`]: "5",
      [`${prefix}_10_ATTEMPTS_1`]: "7.5",
      [`${prefix}_10_TOKEN_PRICE_IN_CREDITS_INPUT`]: "0.25",
      [`${prefix}_10_TOKEN_PRICE_IN_CREDITS_OUTPUT`]: "2"
    })
    const yaml = `
llm:
  providers:
    - { name: gpt, model: m }
    - name: claude
      enabled: false
      type: ANTHROPIC
      apiUrl: https://models.example
      api-key-file: /run/key
      model: large
      format: json_schema
      max-tokens: 100
      reasoningEffort: low
      priority: high
      attempts: [5, 7.5]
      token-price-in-credits-input: 0.25
      token-price-in-credits-output: 2
`
    const expected: ReadonlyArray<unknown> = [plain, full]
    assert.deepStrictEqual(providersIn(ofVariables("DRAGOMAN_LLM_PROVIDERS")), expected as never)
    assert.deepStrictEqual(providersIn(ofVariables("TOLGEE_LLM_PROVIDERS")), expected as never)
    assert.deepStrictEqual(providersIn({}, yaml), expected as never)
    assert.deepStrictEqual(providersIn({ DRAGOMAN_LLM_PROVIDERS: JSON.stringify(expected) }), expected as never)
  })

  it("come from one source: variables before files, our names before Tolgee's", () => {
    const yaml = "llm-providers: [{ name: file, model: m }]"
    const tolgee = { TOLGEE_LLM_PROVIDERS_0_NAME: "tolgee", TOLGEE_LLM_PROVIDERS_0_MODEL: "m" }
    const ours = { DRAGOMAN_LLM_PROVIDERS_0_NAME: "ours", DRAGOMAN_LLM_PROVIDERS_0_MODEL: "m" }
    const namesIn = (...sources: Parameters<typeof providersIn>) => providersIn(...sources).map(({ name }) => name)
    assert.deepStrictEqual(namesIn({ ...tolgee, ...ours }, yaml), ["ours"])
    assert.deepStrictEqual(namesIn(tolgee, yaml), ["tolgee"])
    assert.deepStrictEqual(namesIn({}, yaml), ["file"])
  })

  it.each([
    [{ DRAGOMAN_LLM_PROVIDERS_0_MODEL: "m" }, "DRAGOMAN_LLM_PROVIDERS entry 1: needs a name."],
    [{ TOLGEE_LLM_PROVIDERS_3_NAME: "a" }, "TOLGEE_LLM_PROVIDERS entry 1: needs a model."],
    [{ DRAGOMAN_LLM_PROVIDERS_NAME: "a" }, "DRAGOMAN_LLM_PROVIDERS_NAME must have a number and a field after it"],
    [
      { DRAGOMAN_LLM_PROVIDERS_0_API_KEY_FILE: "/none" },
      "DRAGOMAN_LLM_PROVIDERS_0_API_KEY_FILE: the file /none cannot"
    ],
    [{ TOLGEE_LLM_PROVIDERS_0_NAME: "a", TOLGEE_LLM_PROVIDERS_0_TYPE: "TOLGEE" }, "type must be OPENAI, OPENAI_AZURE,"],
    [{ DRAGOMAN_LLM_PROVIDERS: '[{"name":"a","type":"OPENAI_AZURE","model":"m"}]' }, "needs apiUrl"],
    [{ DRAGOMAN_LLM_PROVIDERS: '[{"name":"a","model":"m","apiUrl":"ftp://x"}]' }, "apiUrl must be an address"],
    [{ DRAGOMAN_LLM_PROVIDERS: '[{"name":"a","model":"m","attempts":[0]}]' }, "attempts must be"],
    [{ DRAGOMAN_LLM_PROVIDERS: '[{"name":"a","model":"m","maxTokens":"many"}]' }, "maxTokens must be a number"],
    [
      { DRAGOMAN_LLM_PROVIDERS: '[{"name":"a","model":"m"}]', DRAGOMAN_LLM_DEFAULT_PROVIDER: "b" },
      "DRAGOMAN_LLM_DEFAULT_PROVIDER names no provider"
    ],
    [{ DRAGOMAN_MT_AWS_ACCESS_KEY: "a" }, "DRAGOMAN_MT_AWS_ACCESS_KEY needs DRAGOMAN_MT_AWS_SECRET_KEY"]
  ] as ReadonlyArray<[Record<string, string>, string]>)("%j stops the start: %s", (environment, problem) => {
    assert.include(problemsIn({ ...environment, DRAGOMAN_MT_BAIDU_APP_SECRET: "" }), problem)
  })

  it("are not quoted in errors", () => {
    const problems = problemsIn({}, "llm-providers: [{ name: a, api-key: hunter2 }]")
    assert.include(problems, "d.yaml:1:19: llm-providers entry 1: needs a model.")
    assert.notInclude(problems, "hunter2")
  })
})
