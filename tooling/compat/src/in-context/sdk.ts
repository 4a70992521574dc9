import { assert } from "vitest"
import type { CliCase, CliFixture } from "../cli/cli-fixture.ts"
import { loadTexts } from "./page-texts.ts"

const harbour = ({ give }: CliFixture) =>
  give([
    { name: "home.title", translations: { en: "Harbour", cs: "Přístav" }, tags: ["web"] },
    { name: "home.hint", translations: { en: "Mind the gap" } },
    { name: "storm", namespace: "weather", translations: { en: "Storm", cs: "Bouře" }, tags: ["app"] }
  ])

const pathsOf = (requests: ReadonlyArray<{ readonly path: string }>) => requests.map(({ path }) => path).sort()

/** The published SDK in Node: its development backend against a real server. */
export const sdkCases: ReadonlyArray<CliCase> = [
  {
    name: "a page in development has the texts of the server, asked for once by language and namespace",
    run: async (fixture) => {
      await harbour(fixture)
      const { text, changeLanguage, requests } = await loadTexts(fixture, { ns: ["", "weather"], defaultNs: "" })
      assert.strictEqual(text("home.title"), "Harbour")
      assert.strictEqual(text("storm", "weather"), "Storm")
      await changeLanguage("cs")
      assert.strictEqual(text("home.title"), "Přístav")
      assert.strictEqual(text("storm", "weather"), "Bouře")
      const path = `/v2/projects/${fixture.projectId}/translations`
      assert.deepStrictEqual(pathsOf(requests), [
        `${path}/cs`,
        `${path}/cs?ns=weather`,
        `${path}/en`,
        `${path}/en?ns=weather`
      ])
      for (const { headers, status, version } of requests) {
        assert.strictEqual(status, 200)
        assert.strictEqual(headers["x-tolgee-sdk-type"], "JS")
        // The in-context tools refuse to edit below v3.42.0.
        assert.match(version ?? "", /^v3\.(4[2-9]|[5-9]\d|\d{3,})\.\d+$/)
      }
    }
  },
  {
    name: "a text that a language has not is taken from its fallback language",
    run: async (fixture) => {
      await harbour(fixture)
      const { text } = await loadTexts(fixture, { language: "cs", fallbackLanguage: "en" })
      assert.deepStrictEqual([text("home.title"), text("home.hint")], ["Přístav", "Mind the gap"])
    }
  },
  {
    name: "a page may ask for the texts with one of its tags only",
    run: async (fixture) => {
      await harbour(fixture)
      const { text, requests } = await loadTexts(fixture, { filterTag: ["web", "none"] })
      assert.deepStrictEqual([text("home.title"), text("home.hint")], ["Harbour", "home.hint"])
      assert.deepStrictEqual(pathsOf(requests), [
        `/v2/projects/${fixture.projectId}/translations/en?filterTag=web&filterTag=none`
      ])
    }
  },
  {
    name: "a personal access token names the project",
    run: async (fixture) => {
      await harbour(fixture)
      const apiKey = await fixture.givePersonalToken()
      const { text, requests } = await loadTexts(fixture, { apiKey, projectId: fixture.projectId })
      assert.strictEqual(text("home.title"), "Harbour")
      assert.deepStrictEqual(pathsOf(requests), [`/v2/projects/${fixture.projectId}/translations/en`])
    }
  },
  {
    name: "a key of the old form, which names no project, uses the short path",
    run: async (fixture) => {
      await harbour(fixture)
      const { text, requests } = await loadTexts(fixture, { apiKey: innerKey(fixture.key) })
      assert.strictEqual(text("home.title"), "Harbour")
      assert.deepStrictEqual(pathsOf(requests), ["/v2/projects/translations/en"])
    }
  },
  {
    name: "where the key may not read texts, or is none, the page has the texts that were shipped",
    run: async (fixture) => {
      await harbour(fixture)
      const shipped = { "/i18n/en.json": { home: { title: "Shipped" } } }
      for (const [apiKey, status] of [
        [await fixture.giveKey({ scopes: ["activity.view"] }), 403],
        [fixture.key.slice(0, -2), 401],
        [await fixture.giveKey({ expiresAt: 1 }).catch(() => "tgpak_none"), 401]
      ] as const) {
        const { text, requests } = await loadTexts(fixture, { apiKey, shipped })
        assert.deepStrictEqual(
          requests.map((request) => request.status),
          [status]
        )
        assert.strictEqual(text("home.title"), "Shipped")
      }
    }
  },
  {
    name: "a language or a namespace that the project has not is what was shipped, too",
    run: async (fixture) => {
      await harbour(fixture)
      const shipped = { "/i18n/fr.json": { "home.title": "Port" } }
      const { text, requests } = await loadTexts(fixture, { language: "fr", shipped })
      assert.strictEqual(text("home.title"), "Port")
      assert.deepStrictEqual(
        requests.map(({ status }) => status),
        [200]
      )
    }
  }
]

const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

/** The inner key of a project API key: what comes behind the id of the project. */
export const innerKey = (key: string): string => {
  const bits = [...key.replace("tgpak_", "").toLowerCase()]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"))
    .join("")
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return Buffer.from(bytes).toString().split("_")[1] ?? ""
}
