import { assert, describe, it } from "vitest"
import {
  findModelProviders,
  type ModelPriority,
  type ModelProvider,
  type ModelProviderNames,
  modelProvidersToTry,
  suspendModelProvider,
  triesNextProvider
} from "./model-provider.ts"
import { translationFailureReasons } from "./translation-service.ts"

const provider = (id: number, name: string, priority: ModelPriority | null = null): ModelProvider => ({
  id,
  name,
  priority
})

const none: ModelProviderNames<ModelProvider> = {
  organizationProviders: [],
  serverProviders: [],
  defaultName: null,
  fallbacks: new Map()
}

/** A chain of names, of which only the last one has a provider. */
const chain = (fallbacks: number): ModelProviderNames<ModelProvider> => ({
  ...none,
  serverProviders: [provider(-1, `name-${fallbacks}`)],
  fallbacks: new Map(Array.from({ length: fallbacks }, (_, index) => [`name-${index}`, `name-${index + 1}`]))
})

const server = [provider(-1, "gpt"), provider(-2, "gpt"), provider(-3, "claude")]

describe("the name of a model provider", () => {
  const rows: ReadonlyArray<
    readonly [
      sentence: string,
      name: string,
      names: Partial<ModelProviderNames<ModelProvider>>,
      found: readonly [string, ReadonlyArray<number>] | null
    ]
  > = [
    ["is served by each entry that has it", "gpt", { serverProviders: server }, ["gpt", [-1, -2]]],
    [
      "is served by the organization alone when it has an entry of that name",
      "gpt",
      { serverProviders: server, organizationProviders: [provider(7, "gpt")] },
      ["gpt", [7]]
    ],
    [
      "is served by the server when the organization has others",
      "claude",
      { serverProviders: server, organizationProviders: [provider(7, "gpt")] },
      ["claude", [-3]]
    ],
    ["is none of another case", "GPT", { serverProviders: server }, null],
    ["is unknown without a provider", "gpt", {}, null],
    [
      "stands for the operator's choice",
      "default",
      { serverProviders: server, defaultName: "claude" },
      ["claude", [-3]]
    ],
    [
      "stands for the first one without a choice",
      "default",
      { serverProviders: server, organizationProviders: [provider(7, "own")] },
      ["gpt", [-1, -2]]
    ],
    [
      "stands for the organization's first one on a server without any",
      "default",
      { organizationProviders: [provider(7, "own")] },
      ["own", [7]]
    ],
    [
      "stands for the organization's entry of the chosen name",
      "default",
      { serverProviders: server, organizationProviders: [provider(7, "claude")], defaultName: "claude" },
      ["claude", [7]]
    ],
    [
      "may be `default` itself",
      "default",
      { serverProviders: [...server, provider(-4, "default")], defaultName: "claude" },
      ["default", [-4]]
    ],
    [
      "follows a fallback when the chosen one is gone",
      "default",
      { serverProviders: server, defaultName: "gone", fallbacks: new Map([["gone", "claude"]]) },
      ["claude", [-3]]
    ],
    [
      "follows no fallback while it has a provider",
      "gpt",
      { serverProviders: server, fallbacks: new Map([["gpt", "claude"]]) },
      ["gpt", [-1, -2]]
    ],
    [
      "may fall back to `default`",
      "gone",
      { serverProviders: server, fallbacks: new Map([["gone", "default"]]) },
      ["gpt", [-1, -2]]
    ],
    ["follows 10 fallbacks", "name-0", chain(10), ["name-10", [-1]]],
    ["follows no 11 fallbacks", "name-0", chain(11), null],
    [
      "ends where fallbacks lead back",
      "a",
      {
        fallbacks: new Map([
          ["a", "b"],
          ["b", "a"]
        ])
      },
      null
    ],
    ["ends when `default` stands for itself", "default", { defaultName: "default" }, null]
  ]
  it.each(rows)("%s", (_, name, names, found) => {
    const served = findModelProviders(name, { ...none, ...names })
    assert.deepStrictEqual(
      served === null ? null : [served.name, served.providers.map(({ id }) => id)],
      found === null ? null : [...found]
    )
  })
})

describe("the entries of one name", () => {
  const entries = [provider(1, "gpt"), provider(2, "gpt"), provider(3, "gpt"), provider(4, "gpt")]
  const mixed = [provider(1, "gpt", "LOW"), provider(2, "gpt", "HIGH"), provider(3, "gpt", "HIGH"), provider(4, "gpt")]
  const now = 1_000_000
  const rows: ReadonlyArray<
    readonly [
      sentence: string,
      providers: ReadonlyArray<ModelProvider>,
      priority: ModelPriority,
      turn: number,
      suspended: ReadonlyArray<readonly [id: number, untilMillis: number]>,
      ids: ReadonlyArray<number>
    ]
  > = [
    ["are tried in their order, 3 at most", entries, "HIGH", 0, [], [1, 2, 3]],
    ["begin with the next one at the next request", entries, "HIGH", 1, [], [2, 3, 4]],
    ["begin anew after the last one", entries, "HIGH", 7, [], [4, 1, 2]],
    ["of the wanted priority go alone", mixed, "HIGH", 0, [], [2, 3]],
    ["of the other priority serve when none has the wanted one", [provider(2, "gpt", "HIGH")], "LOW", 0, [], [2]],
    ["of the other priority do not step in for those that rest", mixed, "LOW", 0, [[1, now + 1]], []],
    ["are left out while they rest", entries, "LOW", 0, [[1, now + 1]], [2, 3, 4]],
    ["are back when their rest ends", entries, "LOW", 0, [[1, now]], [1, 2, 3]],
    ["may all rest", [provider(1, "gpt")], "LOW", 5, [[1, now + 1]], []]
  ]
  it.each(rows)("%s", (_, providers, priority, turn, suspended, ids) => {
    const suspensions = new Map(suspended)
    assert.deepStrictEqual(
      modelProvidersToTry(providers, { priority, turn, suspensions, nowMillis: now }).map(({ id }) => id),
      [...ids]
    )
  })

  it("share the requests evenly", () => {
    const counts = new Map<number, number>()
    for (let turn = 0; turn < 40; turn++) {
      const [first] = modelProvidersToTry(entries, { priority: "LOW", turn, suspensions: new Map(), nowMillis: now })
      if (first !== undefined) counts.set(first.id, (counts.get(first.id) ?? 0) + 1)
    }
    assert.deepStrictEqual([...counts.values()], [10, 10, 10, 10])
  })

  it("rest for 60 s, and are forgotten afterwards", () => {
    const one = suspendModelProvider(new Map(), 1, now)
    const two = suspendModelProvider(one, 2, now + 59_999)
    assert.deepStrictEqual(
      [...two],
      [
        [1, now + 60_000],
        [2, now + 119_999]
      ]
    )
    assert.deepStrictEqual([...suspendModelProvider(two, 3, now + 60_000).keys()], [2, 3])
  })

  it("give way to the next one only when they had too many requests", () => {
    assert.deepStrictEqual(translationFailureReasons.filter(triesNextProvider), ["rate_limited"])
  })
})
