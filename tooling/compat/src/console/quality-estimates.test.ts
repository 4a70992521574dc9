/** @module-tag exhaustive */
import { startEngineServer } from "@dragoman/machine-translation/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ConsoleFixture, chooseFilter, hasBrowser, makeConsoleFixture, makeProject } from "./console-fixture.ts"

describe.skipIf(!hasBrowser)("the quality of texts by machines in the console", { timeout: 120_000 }, () => {
  let engine: Awaited<ReturnType<typeof startEngineServer>>
  let fixture: ConsoleFixture

  beforeAll(async () => {
    engine = await startEngineServer("LIBRETRANSLATE")
    const key = "apiKey" in engine.config ? engine.config.apiKey : null
    fixture = await makeConsoleFixture("quality-estimates", {
      DRAGOMAN_MT_LIBRETRANSLATE_URL: engine.url,
      ...(key ? { DRAGOMAN_MT_LIBRETRANSLATE_KEY: key } : {})
    })
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    await engine?.close()
  })

  it("stands at each text with its reason, and a filter finds those that need a review", async () => {
    const { server } = fixture
    const projectId = await makeProject(server, "Harbour quality", 0)
    const call = <A>(method: "GET" | "POST" | "PUT", path: string, body?: object) =>
      server.administrator.call<A>(method, `/v2/projects/${projectId}${path}`, body)
    const service = { serviceType: "LIBRETRANSLATE" }
    await call("PUT", "/machine-translation-service-settings", {
      settings: [{ primaryServiceInfo: service, enabledServicesInfo: [service] }],
      qualityEstimate: { mode: "RULES", threshold: 100 }
    })
    for (const [name, en] of Object.entries({ boats: "See all boats", day: "Good day" })) {
      await call("POST", "/keys/create", { name, translations: { en } })
    }
    const { _embedded } = await call<{
      readonly _embedded: { readonly keys: ReadonlyArray<{ readonly keyId: number }> }
    }>("GET", "/translations")
    for (const { keyId } of _embedded.keys) {
      await call("PUT", `/keys/${keyId}/auto-translate?languages=cs&useMachineTranslation=true`)
    }
    const { page, expectNoProblems } = await fixture.openAsAdministrator(
      `/projects/${projectId}/translations?languages=en,cs`
    )
    const cellOf = (name: string) => page.locator(`[data-key="${name}"][data-language=cs]`)
    await cellOf("boats")
      .getByText(/Quality \d+ of 100/)
      .waitFor()
    await chooseFilter(page, "Needs review", "Czech")
    await page.waitForURL(/quality=cs/)
    await cellOf("day").waitFor()
    const scores = await page.getByText(/Quality \d+ of 100/).allTextContents()
    assert.deepStrictEqual(
      scores,
      scores.toSorted((a, b) => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0]))
    )
    await page.getByRole("button", { name: "Remove filter: Needs review: Czech" }).waitFor()
    const filtered = `/projects/${projectId}/translations?languages=en,cs&quality=cs`
    await fixture.expectForEverybody([filtered])
    await fixture.expectAccessible(filtered, { locale: "ar", colorScheme: "dark" }, async (opened) => {
      await opened.locator("[data-key=boats][data-language=cs]").click()
      await opened.locator("[data-editor=chips]").waitFor()
    })
    await call("POST", "/translations", { key: "day", translations: { cs: "Dobrý den" } })
    await page.reload()
    await cellOf("boats").waitFor()
    assert.strictEqual(await cellOf("day").count(), 0)
    expectNoProblems()

    for (const [locale, newKey] of [
      ["en", "New key"],
      ["de", "Neuer Schlüssel"]
    ] as const) {
      const listed = await fixture.openAsAdministrator(`/projects/${projectId}/translations`, { locale })
      // The menus come after the first keys.
      await listed.page.getByRole("button", { name: locale === "en" ? "Views" : "Ansichten" }).waitFor()
      const create = await listed.page.getByRole("button", { name: newKey }).boundingBox()
      const search = await listed.page.getByRole("searchbox").boundingBox()
      assert.strictEqual(create?.y, search?.y, `the filter bar has one line at 1,280 px in ${locale}`)
    }
  })
})
