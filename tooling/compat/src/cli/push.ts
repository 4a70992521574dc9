import { assert } from "vitest"
import type { CliCase, CliFixture } from "./cli-fixture.ts"
import { invalidRequest, missingScope } from "./refusal.ts"

const push = ["push", "--files-template", "…/{languageTag}.json"]
const pushNamespaces = ["push", "--files-template", "…/{namespace}/{languageTag}.json"]
const all = ["keys.view", "keys.create", "keys.edit", "translations.edit"]

/** A project with one Czech text that a push of `conflict` would change. */
const conflict = { "cs.json": { home: "Přístav", storm: "Bouře" } }
const giveConflict = async ({ give, writeFiles }: CliFixture) => {
  await give([{ name: "home", translations: { en: "Harbour", cs: "Doma" } }])
  writeFiles(conflict)
}
const beforeConflict = { home: { en: "Harbour", cs: "Doma" } }

const protectReviewed = async ({ call, setState }: CliFixture) => {
  await call("PUT", "…", { name: "Harbour", icuPlaceholders: true, translationProtection: "PROTECT_REVIEWED" })
  await setState("home", "cs", "REVIEWED")
}

/** Revisions of activity so far. */
const revisions = async ({ call }: CliFixture): Promise<number> =>
  ((await call("GET", "…/activity?size=1"))["page"] as { readonly totalElements: number }).totalElements

/** `push`. */
export const pushCases: ReadonlyArray<CliCase> = [
  {
    name: "push into an empty project: nested keys, every language, with a project key",
    run: async ({ writeFiles, done, content }) => {
      writeFiles({
        "en.json": { home: { title: "Harbour" }, berths: "{count, plural, one {# berth} other {# berths}}" },
        "cs.json": { home: { title: "Přístav" } }
      })
      assert.include(await done(push), "✅ Done!")
      assert.deepStrictEqual(await content(), {
        berths: { en: "{count, plural,\none {# berth}\nother {# berths}\n}" },
        "home.title": { en: "Harbour", cs: "Přístav" }
      })
    }
  },
  {
    name: "push with a personal token and a configuration file",
    run: async ({ writeFiles, done, content, givePersonalToken, projectId, address }) => {
      writeFiles({
        ".tolgeerc.json": {
          apiUrl: address,
          projectId,
          push: {
            files: [
              { path: "./texts/base.json", language: "en" },
              { path: "./texts/base.json", language: "de" }
            ],
            languages: ["en"]
          }
        },
        "texts/base.json": { home: "Harbour" }
      })
      await done(["push"], { key: await givePersonalToken(), address: null })
      assert.deepStrictEqual(await content(), { home: { en: "Harbour" } })
    }
  },
  {
    name: "push again changes nothing and leaves no activity",
    run: async (fixture) => {
      fixture.writeFiles(conflict)
      await fixture.done(push)
      const before = await revisions(fixture)
      assert.include(await fixture.done(push), "✅ Done!")
      assert.strictEqual(await revisions(fixture), before)
    }
  },
  {
    name: "push with a conflict and no terminal to ask: nothing is written",
    run: async (fixture) => {
      await giveConflict(fixture)
      assert.include(
        await fixture.refused(push),
        "🔴 There are conflicts in the import. Please specify a --force-mode."
      )
      assert.deepStrictEqual(await fixture.content(), beforeConflict)
    }
  },
  {
    name: "push --force-mode NO_FORCE: nothing is written",
    run: async (fixture) => {
      await giveConflict(fixture)
      assert.include(
        await fixture.refused([...push, "--force-mode", "NO_FORCE"]),
        '🔴 There are conflicts in the import and the force mode is set to "NO_FORCE". Set it to "KEEP" or "OVERRIDE" to continue.'
      )
      assert.deepStrictEqual(await fixture.content(), beforeConflict)
    }
  },
  {
    name: "push --force-mode KEEP writes what is new",
    run: async (fixture) => {
      await giveConflict(fixture)
      assert.notInclude(await fixture.done([...push, "--force-mode", "KEEP"]), "cannot be updated")
      assert.deepStrictEqual(await fixture.content(), { ...beforeConflict, storm: { cs: "Bouře" } })
    }
  },
  {
    name: "push --force-mode OVERRIDE writes everything",
    run: async (fixture) => {
      await giveConflict(fixture)
      await fixture.done([...push, "--force-mode", "OVERRIDE"])
      assert.deepStrictEqual(await fixture.content(), {
        home: { en: "Harbour", cs: "Přístav" },
        storm: { cs: "Bouře" }
      })
    }
  },
  {
    name: "push over a protected text: it is named, the rest is written",
    run: async (fixture) => {
      await giveConflict(fixture)
      await protectReviewed(fixture)
      const printed = await fixture.done([...push, "--force-mode", "OVERRIDE"])
      assert.include(printed, "🟡 Some translations cannot be updated:\nhome cs (overridable)\n")
      assert.include(printed, "HINT: Overridable translations can be updated with the `--override-mode ALL`")
      assert.deepStrictEqual(await fixture.content(), { ...beforeConflict, storm: { cs: "Bouře" } })
    }
  },
  {
    name: "push --override-mode ALL over a protected text",
    run: async (fixture) => {
      await giveConflict(fixture)
      await protectReviewed(fixture)
      const printed = await fixture.done([...push, "--force-mode", "OVERRIDE", "--override-mode", "ALL"])
      assert.notInclude(printed, "cannot be updated")
      assert.deepInclude((await fixture.content())["home"], { cs: "Přístav" })
    }
  },
  {
    name: "push --error-on-unresolved-conflict yes over a protected text: nothing is written",
    run: async (fixture) => {
      await giveConflict(fixture)
      await protectReviewed(fixture)
      const words = [...push, "--force-mode", "OVERRIDE", "--error-on-unresolved-conflict", "yes"]
      const printed = await fixture.refused(words)
      assert.include(
        printed,
        `${invalidRequest("conflict_is_not_resolved")}\n\n🟡 Some translations cannot be updated:`
      )
      assert.include(printed, "home cs (overridable)")
      assert.deepStrictEqual(await fixture.content(), beforeConflict)
    }
  },
  {
    name: "push over a protected text by somebody who may not change states: it is not overridable",
    run: async (fixture) => {
      await giveConflict(fixture)
      await protectReviewed(fixture)
      const key = await fixture.giveKey({ scopes: all })
      const printed = await fixture.done([...push, "--force-mode", "OVERRIDE", "--override-mode", "ALL"], { key })
      assert.include(printed, "🟡 Some translations cannot be updated:\nhome cs\n")
      assert.notInclude(printed, "HINT: Overridable")
      assert.deepStrictEqual(await fixture.content(), { ...beforeConflict, storm: { cs: "Bouře" } })
    }
  },
  {
    name: "push with namespaces from the paths, only some of them, only some languages",
    run: async ({ writeFiles, done, content, useNamespaces }) => {
      await useNamespaces()
      writeFiles({
        "menu/en.json": { home: "Harbour" },
        "menu/cs.json": { home: "Přístav" },
        "weather/en.json": { home: "Storm" },
        "weather/de.json": { home: "Sturm" },
        "old/en.json": { home: "Old" }
      })
      await done([...pushNamespaces, "--namespaces", "menu", "weather", "--languages", "en", "de"])
      assert.deepStrictEqual(await content(), {
        "menu:home": { en: "Harbour" },
        "weather:home": { en: "Storm", de: "Sturm" }
      })
    }
  },
  {
    name: "push with namespaces into a project that has none: nothing is written",
    run: async ({ writeFiles, refused, content }) => {
      writeFiles({ "menu/en.json": { home: "Harbour" } })
      assert.include(await refused(pushNamespaces), invalidRequest("namespace_cannot_be_used_when_feature_is_disabled"))
      assert.deepStrictEqual(await content(), {})
    }
  },
  {
    name: "push --tag-new-keys tags the keys that are new, and no others",
    run: async ({ writeFiles, done, give, tags }) => {
      await give([{ name: "home", translations: { cs: "Přístav" }, tags: ["kept"] }])
      writeFiles(conflict)
      await done([...push, "--tag-new-keys", "fresh", "cli"])
      assert.deepStrictEqual(await tags(), { home: ["kept"], storm: ["cli", "fresh"] })
    }
  },
  {
    name: "push --remove-other-keys removes within the namespaces that are pushed",
    run: async ({ writeFiles, done, give, content }) => {
      await give([
        { name: "home", namespace: "menu", translations: { en: "Harbour" } },
        { name: "berth", namespace: "menu", translations: { en: "Berth" } },
        { name: "storm", namespace: "weather", translations: { en: "Storm" } },
        { name: "about", translations: { en: "About" } }
      ])
      writeFiles({ "menu/en.json": { home: "Harbour" } })
      await done([...pushNamespaces, "--remove-other-keys"])
      assert.deepStrictEqual(await content(), {
        about: { en: "About" },
        "menu:home": { en: "Harbour" },
        "weather:storm": { en: "Storm" }
      })
    }
  },
  {
    name: "push --remove-other-keys keeps a key whose new text is too long, and the rest is written",
    run: async ({ writeFiles, done, give, content }) => {
      await give(
        [{ name: "home" }, { name: "terms" }, { name: "old" }].map((key) => ({ ...key, translations: { en: "Old" } }))
      )
      writeFiles({ "en.json": { home: "Old", terms: "x".repeat(10_001), storm: "Storm" } })
      assert.include(await done([...push, "--remove-other-keys"]), "✅ Done!")
      assert.deepStrictEqual(await content(), { home: { en: "Old" }, terms: { en: "Old" }, storm: { en: "Storm" } })
    }
  },
  {
    name: "push --remove-other-keys of a file that was read in part: nothing is written",
    run: async ({ writeFiles, refused, give, content }) => {
      await give([{ name: "home", translations: { en: "Harbour" } }])
      writeFiles({ "en.yaml": "storm: Storm\n---\nhome: Harbour\n" })
      const words = ["--format", "YAML_ICU", "push", "--files-template", "…/{languageTag}.yaml"]
      const printed = await refused([...words, "--remove-other-keys", "--verbose"])
      assert.include(printed, invalidRequest("cannot_remove_other_keys"))
      assert.include(printed, '"fileName":"en.yaml","line":2')
      assert.deepStrictEqual(await content(), { home: { en: "Harbour" } })
    }
  },
  {
    name: "push --remove-other-keys needs keys.delete: nothing is written",
    run: async (fixture) => {
      await fixture.give([{ name: "berth", translations: { en: "Berth" } }])
      fixture.writeFiles({ "en.json": { home: "Harbour" } })
      const key = await fixture.giveKey({ scopes: all })
      assert.include(await fixture.refused([...push, "--remove-other-keys"], { key }), missingScope("keys.delete"))
      assert.deepStrictEqual(await fixture.content(), { berth: { en: "Berth" } })
    }
  },
  {
    name: "push needs keys.create for new keys: nothing is written",
    run: async (fixture) => {
      await giveConflict(fixture)
      const key = await fixture.giveKey({ scopes: ["translations.edit"] })
      assert.include(await fixture.refused([...push, "--force-mode", "KEEP"], { key }), missingScope("keys.create"))
      assert.deepStrictEqual(await fixture.content(), beforeConflict)
    }
  },
  {
    name: "push needs translations.edit: nothing is written",
    run: async (fixture) => {
      await giveConflict(fixture)
      const key = await fixture.giveKey({ scopes: ["translations.view", "keys.view"] })
      const words = [...push, "--force-mode", "OVERRIDE"]
      assert.include(await fixture.refused(words, { key }), missingScope("translations.edit"))
      assert.deepStrictEqual(await fixture.content(), beforeConflict)
    }
  },
  {
    name: "push of a language that the person may not translate: nothing is written",
    run: async (fixture) => {
      await fixture.give([{ name: "home", translations: { en: "Harbour" } }])
      const { cs } = fixture.languages
      const person = await fixture.givePerson({ type: "TRANSLATE", languages: [cs] })
      const token = { key: await fixture.givePersonalToken({ owner: person }) }
      const project = ["--project-id", String(fixture.projectId)]
      fixture.writeFiles({ "cs.json": { home: "Přístav" }, "de.json": { home: "Hafen" } })
      assert.include(
        await fixture.refused([...project, ...push], token),
        "🔴 You are not allowed to perform this operation [status: 403, code: language_not_permitted"
      )
      assert.deepStrictEqual(await fixture.content(), { home: { en: "Harbour" } })
      await fixture.done([...project, ...push, "--languages", "cs"], token)
      assert.deepStrictEqual(await fixture.content(), { home: { en: "Harbour", cs: "Přístav" } })
    }
  },
  {
    name: "push of a language that the project does not have: the files are listed",
    run: async ({ writeFiles, refused, content }) => {
      writeFiles({ "en.json": { home: "Harbour" }, "eu.json": { home: "Portua" } })
      const printed = await refused(push)
      assert.include(printed, "🔴 Not able to map files to existing languages in the platform\nPushed files:\n")
      assert.match(printed, /"[^"]*eu\.json" => "eu"/)
      assert.deepStrictEqual(await content(), {})
    }
  },
  {
    name: "push of a broken file: nothing is written",
    run: async ({ writeFiles, refused, content }) => {
      writeFiles({ "en.json": { home: "Harbour" }, "cs.json": '{"home": "Přístav"' })
      assert.include(await refused(push), invalidRequest("import_failed"))
      assert.deepStrictEqual(await content(), {})
    }
  },
  {
    name: "push without files",
    run: async ({ done }) => {
      assert.include(await done(push), "🔴 Nothing to import.")
    }
  },
  {
    name: "push refuses a branch: nothing is written",
    run: async ({ writeFiles, refused, content }) => {
      writeFiles(conflict)
      const printed = await refused(["--branch", "next", ...push])
      assert.include(printed, '🔵 Using branch "next"')
      assert.include(printed, invalidRequest("feature_not_enabled_for_project"))
      assert.deepStrictEqual(await content(), {})
    }
  }
]
