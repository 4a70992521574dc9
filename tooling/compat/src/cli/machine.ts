import { assert, expect } from "vitest"
import type { CliCase, CliFixture } from "./cli-fixture.ts"

const push = ["push", "--files-template", "…/{languageTag}.json"]
const pull = ["pull", "--path", "out"]

const german = { greeting: "[de] Hello {name}", home: { title: "[de] Harbour" } }

/** A project whose new texts DeepL translates into German, also those of imports. */
const translateGerman = async ({ call, languages }: CliFixture) => {
  const service = { serviceType: "DEEPL", formality: "FORMAL" }
  await call("PUT", "…/machine-translation-service-settings", {
    settings: [{ targetLanguageId: languages.de, primaryServiceInfo: service, enabledServicesInfo: [service] }]
  })
  await call("PUT", "…/per-language-auto-translation-settings", [
    { languageId: languages.de, usingMachineTranslation: true, enableForImport: true }
  ])
}

const germanTexts = async ({ content }: CliFixture) =>
  Object.fromEntries(Object.entries(await content()).map(([name, { de }]) => [name, de]))

const pulledGerman = ({ readFiles }: CliFixture): object => JSON.parse(readFiles("out")["de.json"] ?? "null")

/** `push` and `pull` of a project that a machine translates. */
export const machineCases: ReadonlyArray<CliCase> = [
  {
    name: "push has new texts translated, pull writes them, and pushing those again leaves them to the machine",
    run: async (fixture) => {
      await translateGerman(fixture)
      fixture.writeFiles({ "en.json": { greeting: "Hello {name}", home: { title: "Harbour" } } })
      assert.include(await fixture.done(push), "✅ Done!")
      await expect
        .poll(() => germanTexts(fixture), { timeout: 20_000 })
        .toEqual({ greeting: german.greeting, "home.title": german.home.title })
      await fixture.done(pull)
      assert.deepStrictEqual(pulledGerman(fixture), german)

      fixture.writeFiles({ "de.json": german })
      assert.include(await fixture.done(push), "✅ Done!")
      const { _embedded } = await fixture.call("GET", "…/translations?languages=de")
      for (const { translations } of (_embedded as { readonly keys: ReadonlyArray<ListedTexts> }).keys) {
        assert.deepInclude(translations["de"], { auto: true, mtProvider: "DEEPL", state: "TRANSLATED" })
      }
    }
  },
  {
    name: "push of another text than that of the machine is a conflict, which --force-mode decides",
    run: async (fixture) => {
      await translateGerman(fixture)
      fixture.writeFiles({ "en.json": { title: "Harbour" } })
      await fixture.done(push)
      await expect.poll(() => germanTexts(fixture), { timeout: 20_000 }).toEqual({ title: "[de] Harbour" })
      fixture.writeFiles({ "de.json": { title: "Hafen" } })
      await fixture.refused(push)
      await fixture.done([...push, "--force-mode", "KEEP"])
      assert.deepStrictEqual(await germanTexts(fixture), { title: "[de] Harbour" })
      await fixture.done([...push, "--force-mode", "OVERRIDE"])
      await fixture.done(pull)
      assert.deepStrictEqual(pulledGerman(fixture), { title: "Hafen" })
    }
  }
]

interface ListedTexts {
  readonly translations: Readonly<Record<string, object>>
}
