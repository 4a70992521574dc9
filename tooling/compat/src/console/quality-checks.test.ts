import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { type ConsoleFixture, chooseFilter, hasBrowser, makeConsoleFixture, makeProject } from "./console-fixture.ts"

interface ListedKey {
  readonly translations: Readonly<
    Record<
      string,
      { readonly id: number; readonly text: string; readonly state: string; readonly qaIssueCount: number }
    >
  >
}

describe.skipIf(!hasBrowser)("the quality checks in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let list: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("quality-checks")
  }, 240_000)

  beforeEach(async () => {
    projectId = await makeProject(fixture.server, "Harbour booking", 0)
    list = `/projects/${projectId}/translations`
    await call("POST", "/languages", { tag: "ar", name: "Arabic", originalName: "ar" })
    const texts = {
      berths: { en: "12 berths", cs: "Kotviště  volná", ar: "12 مرسى" },
      boats: { en: "See all boats", cs: "Všechny  lodě", ar: "كل  القوارب" },
      good: { en: "Good day", cs: "Dobrý den", ar: "يوم سعيد" }
    }
    for (const [name, translations] of Object.entries(texts)) await call("POST", "/keys/create", { name, translations })
  })

  afterAll(() => fixture?.stop())

  const call = <A>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<A> =>
    fixture.server.administrator.call<A>(method, `/v2/projects/${projectId}${path}`, body)
  const translationOf = async (keyName: string, languageTag: string) => {
    const path = `/translations?filterKeyName=${keyName}&languages=${languageTag}`
    const { _embedded } = await call<{ readonly _embedded: { readonly keys: ReadonlyArray<ListedKey> } }>("GET", path)
    return _embedded.keys[0]?.translations[languageTag]
  }
  const cellOf = (page: Page, keyName: string, languageTag: string) =>
    page.locator(`[data-key="${keyName}"][data-language=${languageTag}]`)

  it("counts open issues at each text, and lists the keys that have some by language and by check", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}?languages=en,cs,ar`)
    await cellOf(page, "berths", "cs").getByText("2 issues").waitFor()
    await cellOf(page, "boats", "ar").getByText("1 issue").waitFor()
    assert.strictEqual(await cellOf(page, "good", "cs").getByText("issue").count(), 0)
    const setGood = (cs: string) => call("POST", "/translations", { key: "good", translations: { cs } })
    await setGood("Dobrý  den")
    await cellOf(page, "good", "cs").getByText("1 issue").waitFor()
    await setGood("Dobrý den")
    await cellOf(page, "good", "cs").getByText("issue").waitFor({ state: "detached" })
    await chooseFilter(page, "Issues", /^Arabic/)
    await page.waitForURL(/issues=ar/)
    await cellOf(page, "berths", "ar").waitFor({ state: "detached" })
    await cellOf(page, "boats", "ar").waitFor()
    await page.goto(`${fixture.server.address}${list}?languages=en,cs&issues=cs:MISSING_NUMBERS`)
    await cellOf(page, "berths", "cs").waitFor()
    assert.strictEqual(await cellOf(page, "boats", "cs").count(), 0)
    await page.getByRole("button", { name: "Remove filter: Numbers: Czech" }).click()
    await cellOf(page, "good", "cs").waitFor()
    expectNoProblems()
  })

  it("ignores an issue by the keyboard and brings it back; the count follows, also after an edit elsewhere", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}?languages=en,cs&q=berths&in=names`)
    const cell = cellOf(page, "berths", "cs")
    await cell.click()
    const issues = cell.getByRole("list", { name: "Issues of this text" }).getByRole("listitem")
    await issues.nth(1).waitFor()
    await page.keyboard.press("F8")
    await cell.locator("li[aria-current=true]", { hasText: "12" }).waitFor()
    await page.keyboard.press("Alt+Shift+Enter")
    await cell.getByText("1 ignored issue").waitFor()
    assert.strictEqual(await issues.count(), 1)
    assert.strictEqual((await translationOf("berths", "cs"))?.qaIssueCount, 1)
    await page.keyboard.press("Control+End")
    await page.keyboard.type(" dnes")
    await cell.getByText("1 ignored issue").waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await cell.getByText("Kotviště  volná dnes").waitFor()
    await cell.getByText("1 issue").waitFor()
    await cell.click()
    await cell.getByText("1 ignored issue").focus()
    await page.keyboard.press("Enter")
    await cell.getByRole("button", { name: /^Bring back/ }).focus()
    await page.keyboard.press("Enter")
    await issues.nth(1).waitFor()
    await page.keyboard.press("Escape")
    await cell.getByText("2 issues").waitFor()
    expectNoProblems()
  })

  it("follows the severities of the language: an error keeps the text from being reviewed, another type is off", async () => {
    const settings = { MISSING_NUMBERS: "ERROR", SPACES_MISMATCH: "OFF" }
    const czech = await call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }> }
    }>("GET", "/languages")
    const czechId = czech._embedded.languages.find(({ tag }) => tag === "cs")?.id
    await call("PUT", `/qa-settings/languages/${czechId}`, { settings })
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}?languages=en,cs&q=berths&in=names`)
    const cell = cellOf(page, "berths", "cs")
    await cell.click()
    const issues = cell.getByRole("list", { name: "Issues of this text" }).getByRole("listitem")
    await issues.first().waitFor()
    // Until the severities of the language are known, those of a new project hold.
    await issues.nth(1).waitFor({ state: "detached" })
    assert.strictEqual(await issues.count(), 1)
    await page.keyboard.press("Control+Shift+Enter")
    await page.locator("[data-live=assertive]").getByText("Not saved as reviewed").waitFor({ state: "attached" })
    assert.strictEqual((await translationOf("berths", "cs"))?.state, "TRANSLATED")
    await page.keyboard.press("Escape")
    await call("DELETE", `/qa-settings/languages/${czechId}`)
    expectNoProblems()
  })

  it("shows counts by check and language, which lead to their keys, and fixes what is certain after a preview", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}`)
    await page.getByRole("navigation").getByRole("link", { name: "Checks" }).click()
    const table = page.getByRole("region", { name: "Checks" })
    await table.getByRole("link", { name: /^1 ?: Spaces, Arabic$/ }).click()
    await cellOf(page, "boats", "ar").waitFor()
    assert.strictEqual(await cellOf(page, "berths", "ar").count(), 0)
    await page.goBack()
    await page.getByRole("button", { name: "Fix all that are certain" }).click()
    const dialog = page.getByRole("dialog", { name: "Fix what is certain" })
    const changes = dialog.getByRole("listitem")
    await changes.filter({ hasText: "boats, Czech" }).locator("del, ins").first().waitFor()
    assert.strictEqual(await changes.count(), 3)
    await changes.filter({ hasText: "berths, Czech" }).getByRole("checkbox").focus()
    await page.keyboard.press("Space")
    await dialog.getByRole("button", { name: "Fix 2 texts" }).focus()
    await page.keyboard.press("Enter")
    await page.getByText("2 texts fixed").first().waitFor()
    assert.strictEqual((await translationOf("boats", "cs"))?.text, "Všechny lodě")
    assert.strictEqual((await translationOf("boats", "ar"))?.text, "كل القوارب")
    assert.include((await translationOf("berths", "cs"))?.text, "Kotviště  volná")
    await table.getByRole("link", { name: /^1 ?: Spaces, Czech$/ }).waitFor()
    await table.getByRole("link", { name: /^1 ?: Spaces, Arabic$/ }).waitFor({ state: "detached" })
    await call("POST", "/translations", { key: "good", translations: { cs: "Dobrý  den" } })
    await table.getByRole("link", { name: /^2 ?: Spaces, Czech$/ }).waitFor()
    await call("POST", "/translations", { key: "good", translations: { cs: "Dobrý den" } })
    await table.getByRole("link", { name: /^1 ?: Spaces, Czech$/ }).waitFor()
    expectNoProblems()
  })

  it("sets severities for the project and for one language, and switches checks off and on", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
    const section = page.getByRole("region", { name: "Checks of texts" })
    const choose = async (field: RegExp, option: string | RegExp) => {
      await section.getByRole("button", { name: field }).focus()
      await page.keyboard.press("Enter")
      await page.getByRole("option", { name: option }).click()
    }
    await choose(/Numbers/, "Error")
    await section.getByRole("button", { name: /Error.*Numbers|Numbers.*Error/ }).waitFor()
    await choose(/Settings of/, "Czech")
    await section.getByRole("button", { name: /As the project: Error/ }).waitFor()
    await choose(/Numbers/, "Off")
    await section.getByRole("button", { name: "Use the settings of the project" }).waitFor()
    const { settings, errorTypes } = await call<{
      readonly settings: object
      readonly errorTypes: ReadonlyArray<string>
    }>("GET", "/qa-settings")
    assert.deepInclude(settings, { MISSING_NUMBERS: "WARNING" })
    assert.deepStrictEqual(errorTypes, ["MISSING_NUMBERS"])
    await section.getByRole("button", { name: "Use the settings of the project" }).click()
    await section.getByRole("button", { name: /As the project: Error/ }).waitFor()
    await section.getByText("Check the texts of this project").click()
    await section.getByRole("button", { name: /Numbers/ }).waitFor({ state: "detached" })
    await page.goto(`${fixture.server.address}/projects/${projectId}/checks`)
    await page.getByRole("button", { name: "Check the texts" }).click()
    await page.getByRole("link", { name: /: Numbers, Czech$/ }).waitFor()
    expectNoProblems()
  })

  it("is accessible in light English and dark Arabic, and fits a phone", async () => {
    await fixture.expectForEverybody([`/projects/${projectId}/checks`, `/projects/${projectId}/settings`])
    await fixture.expectAccessible(`/projects/${projectId}/checks`, { locale: "ar" }, async (page) => {
      await page.locator("main header button").click()
      await page.getByRole("dialog").getByRole("checkbox").first().waitFor()
    })
    const editor = `${list}?languages=en,cs&q=berths&in=names`
    await fixture.expectAccessible(editor, { locale: "ar", colorScheme: "dark" }, async (page) => {
      await cellOf(page, "berths", "cs").click()
      await cellOf(page, "berths", "cs").getByRole("listitem").first().waitFor()
    })
  })
})
