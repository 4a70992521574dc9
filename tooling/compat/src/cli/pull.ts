import { existsSync } from "node:fs"
import { assert } from "vitest"
import type { CliCase, CliFixture } from "./cli-fixture.ts"
import { invalidRequest, missingScope } from "./refusal.ts"

const pull = ["pull", "--path", "out"]

const harbour = ({ give }: CliFixture) =>
  give([
    { name: "home.title", translations: { en: "Harbour", cs: "Přístav" }, tags: ["ready"] },
    { name: "home.berths[0]", translations: { en: "Jetty" }, tags: ["ready-soon"] },
    { name: "home.berths[1]", translations: { en: "Buoy" } }
  ])

const harbourAndWeather = async (fixture: CliFixture) => {
  await fixture.give([
    { name: "home", translations: { en: "Harbour", cs: "Přístav" } },
    { name: "storm", namespace: "weather", translations: { en: "Storm", cs: "Bouře" } },
    { name: "salt", namespace: "sea", translations: { en: "Salt" } }
  ])
}

const pulled = ({ readFiles }: CliFixture): object =>
  Object.fromEntries(Object.entries(readFiles("out")).map(([path, text]) => [path, JSON.parse(text)]))

/** `pull`, without `--watch`. */
export const pullCases: ReadonlyArray<CliCase> = [
  {
    name: "pull writes a file per language, nested at dots, with a project key",
    run: async (fixture) => {
      await harbour(fixture)
      assert.include(await fixture.done(pull), "✅ Done!")
      assert.deepStrictEqual(pulled(fixture), {
        "cs.json": { home: { title: "Přístav" } },
        "en.json": { home: { "berths[0]": "Jetty", "berths[1]": "Buoy", title: "Harbour" } }
      })
    }
  },
  {
    name: "pull with a personal token and a configuration file",
    run: async (fixture) => {
      await harbour(fixture)
      fixture.writeFiles({
        ".tolgeerc.json": {
          apiUrl: fixture.address,
          projectId: fixture.projectId,
          pull: { path: "./out", languages: ["cs"], delimiter: "" }
        }
      })
      await fixture.done(["pull"], { key: await fixture.givePersonalToken(), address: null })
      assert.deepStrictEqual(pulled(fixture), { "cs.json": { "home.title": "Přístav" } })
    }
  },
  {
    name: "pull --delimiter and --languages",
    run: async (fixture) => {
      await fixture.give([{ name: "home/title.long", translations: { en: "Harbour", cs: "Přístav", de: "Hafen" } }])
      await fixture.done([...pull, "--delimiter", "/", "--languages", "cs", "de"])
      assert.deepStrictEqual(pulled(fixture), {
        "cs.json": { home: { "title.long": "Přístav" } },
        "de.json": { home: { "title.long": "Hafen" } }
      })
    }
  },
  {
    name: "pull --support-arrays",
    run: async (fixture) => {
      await harbour(fixture)
      await fixture.done(["--format", "JSON_ICU", ...pull, "--support-arrays", "--languages", "en"])
      assert.deepStrictEqual(pulled(fixture), { "en.json": { home: { berths: ["Jetty", "Buoy"], title: "Harbour" } } })
    }
  },
  {
    name: "pull --tags with a wildcard, and --exclude-tags",
    run: async (fixture) => {
      await harbour(fixture)
      await fixture.done([...pull, "--tags", "ready*", "--exclude-tags", "ready", "--languages", "en"])
      assert.deepStrictEqual(pulled(fixture), { "en.json": { home: { "berths[0]": "Jetty" } } })
    }
  },
  {
    name: "pull --states",
    run: async (fixture) => {
      await harbour(fixture)
      await fixture.setState("home.title", "cs", "REVIEWED")
      await fixture.done([...pull, "--states", "REVIEWED"])
      assert.deepStrictEqual(pulled(fixture), { "cs.json": { home: { title: "Přístav" } } })
    }
  },
  {
    name: "pull --states UNTRANSLATED: keys without a text are null",
    run: async (fixture) => {
      await harbour(fixture)
      await fixture.done(["--format", "JSON_ICU", ...pull, "--states", "UNTRANSLATED", "--languages", "cs"])
      assert.deepStrictEqual(pulled(fixture), { "cs.json": { home: { "berths[0]": null, "berths[1]": null } } })
    }
  },
  {
    name: "pull of namespaces: folders",
    run: async (fixture) => {
      await harbourAndWeather(fixture)
      await fixture.done(pull)
      assert.deepStrictEqual(pulled(fixture), {
        "cs.json": { home: "Přístav" },
        "en.json": { home: "Harbour" },
        "sea/en.json": { salt: "Salt" },
        "weather/cs.json": { storm: "Bouře" },
        "weather/en.json": { storm: "Storm" }
      })
    }
  },
  {
    name: "pull --namespaces, also the default one, with --file-structure-template",
    run: async (fixture) => {
      await harbourAndWeather(fixture)
      const template = ["--file-structure-template", "texts/{languageTag}/{namespace}.{extension}"]
      await fixture.done([...pull, "--namespaces", "weather", "", ...template])
      assert.deepStrictEqual(pulled(fixture), {
        "texts/cs.json": { home: "Přístav" },
        "texts/cs/weather.json": { storm: "Bouře" },
        "texts/en.json": { home: "Harbour" },
        "texts/en/weather.json": { storm: "Storm" }
      })
    }
  },
  {
    name: "pull keeps other files of the folder, and --empty-dir does not",
    run: async (fixture) => {
      await harbour(fixture)
      fixture.writeFiles({ "out/old.json": {} })
      await fixture.done([...pull, "--languages", "cs"])
      assert.hasAllKeys(pulled(fixture), ["cs.json", "old.json"])
      await fixture.done([...pull, "--languages", "cs", "--empty-dir"])
      assert.hasAllKeys(pulled(fixture), ["cs.json"])
    }
  },
  {
    name: "pull with the entity tag of what is already there: nothing is sent; after a push it is",
    run: async (fixture) => {
      await harbour(fixture)
      // Exactly what the CLI asks for: only `--watch` keeps the tag of an answer for the next question.
      const { headers } = await fetch(`${fixture.address}/v2/projects/${fixture.projectId}/export`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": fixture.key },
        body: JSON.stringify({
          format: "JSON_TOLGEE",
          messageFormat: "ICU",
          supportArrays: false,
          structureDelimiter: ".",
          escapeHtml: false,
          zip: true
        })
      })
      const pullUnlessKnown = ["--extra-header", `If-None-Match: ${headers.get("etag")}`, ...pull]
      assert.include(await fixture.done(pullUnlessKnown), "🔵 Exported data not changed.")
      assert.isFalse(existsSync(`${fixture.folder}/out`))

      fixture.writeFiles({ "de.json": { home: { title: "Hafen" } } })
      await fixture.done(["push", "--files-template", "…/{languageTag}.json"])
      assert.notInclude(await fixture.done(pullUnlessKnown), "not changed")
      assert.deepInclude(pulled(fixture), { "de.json": { home: { title: "Hafen" } } })
    }
  },
  {
    name: "pull when nothing fits",
    run: async (fixture) => {
      await harbour(fixture)
      assert.include(await fixture.refused([...pull, "--tags", "nowhere"]), invalidRequest("no_exported_result"))
      assert.isFalse(existsSync(`${fixture.folder}/out`))
    }
  },
  {
    name: "pull with a template that has no place for the language",
    run: async (fixture) => {
      await harbour(fixture)
      assert.include(
        await fixture.refused([...pull, "--file-structure-template", "all.{extension}"]),
        invalidRequest("missing_placeholder_in_template")
      )
    }
  },
  {
    name: "pull needs translations.view",
    run: async (fixture) => {
      await harbour(fixture)
      const key = await fixture.giveKey({ scopes: ["keys.view"] })
      assert.include(await fixture.refused(pull, { key }), missingScope("translations.view"))
    }
  },
  {
    name: "pull of a language that the person may not see; without naming it, it is left out",
    run: async (fixture) => {
      await harbour(fixture)
      const permission = { scopes: ["translations.view"], viewLanguages: [fixture.languages.cs] }
      const key = await fixture.giveKey({ owner: await fixture.givePerson(permission), scopes: ["translations.view"] })
      assert.include(
        await fixture.refused([...pull, "--languages", "en"], { key }),
        "🔴 You are not allowed to perform this operation [status: 403, code: language_not_permitted"
      )
      await fixture.done(pull, { key })
      assert.deepStrictEqual(pulled(fixture), { "cs.json": { home: { title: "Přístav" } } })
    }
  },
  {
    name: "pull refuses a branch",
    run: async (fixture) => {
      await harbour(fixture)
      assert.include(
        await fixture.refused(["--branch", "next", ...pull]),
        invalidRequest("feature_not_enabled_for_project")
      )
    }
  }
]
