/** @module-tag exhaustive */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  keyNameAt,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

/** One import, whose activity comes by page. */
const keyCount = 10_000

describe.skipIf(!hasBrowser)("the web console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let start: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("dashboard")
    projectId = await makeProject(fixture.server, "Harbour <b>booking</b>", keyCount)
    start = `/projects/${projectId}`
    const write = (name: string, translations: object) =>
      fixture.server.administrator.call("PUT", `/v2/projects/${projectId}/translations`, { key: name, translations })
    await write(keyNameAt(0), { cs: "Stání {number} v přístavu" })
    await write(keyNameAt(0), { cs: "Kotviště {number} v přístavu" })
    // Makes the Czech text outdated.
    await write(keyNameAt(0), { en: "Mooring {number}" })
  }, 240_000)

  afterAll(() => fixture?.stop())

  it("shows the numbers of the statistics on the dashboard, and each opens its list", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(start)
    await page.getByRole("heading", { level: 1, name: "Harbour <b>booking</b>" }).waitFor()
    const row = page.getByRole("row", { name: /Czech/ })
    const stats = await fixture.server.administrator.call<{
      readonly languageStats: ReadonlyArray<{
        readonly languageTag: string
        readonly translatedKeyCount: number
        readonly untranslatedKeyCount: number
      }>
    }>("GET", `/v2/projects/${projectId}/stats`)
    const czech = stats.languageStats.find(({ languageTag }) => languageTag === "cs")
    assert.deepStrictEqual([czech?.translatedKeyCount, czech?.untranslatedKeyCount], [1, keyCount - 1])
    await row.getByRole("link", { name: "9,999", exact: true }).click()
    await page.waitForURL("**/translations?state=cs:UNTRANSLATED&languages=cs")
    await page.getByText("9,999 keys").waitFor()
    await page.goBack()
    await page.getByRole("link", { name: "1 key with outdated texts" }).click()
    await page.getByRole("grid").waitFor()
    assert.strictEqual(await page.getByRole("grid").getAttribute("aria-rowcount"), "1")
    expectNoProblems()
  })

  it("leads from a week of the chart to its activity by keyboard alone, and has a table of it", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(start)
    const chart = page.getByRole("group", { name: "Changes by week" })
    await chart.locator("[data-week][tabindex='0']").focus()
    await page.keyboard.press("ArrowLeft")
    assert.strictEqual(await page.evaluate("document.activeElement.ariaLabel.endsWith('0 changes')"), true)
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/activity?from=*")
    await page.goBack()
    await page.getByText("As a table").click()
    await page.getByRole("region", { name: "Changes by week" }).getByRole("link").first().waitFor()
    expectNoProblems()
  })

  it("shows an import of 10,000 texts by page, and its keys", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${start}/activity`)
    const entry = page.getByRole("listitem").filter({ hasText: "10,000 texts" })
    await entry.getByRole("button", { name: "Changes" }).click()
    await entry.getByText("Berth {number} in harbour H0").or(entry.getByText("key.0000")).first().waitFor()
    assert.strictEqual(await entry.locator("li").count(), 100)
    await entry.getByRole("button", { name: /Show more/ }).click()
    await entry.locator("li").nth(150).waitFor()
    await entry.getByRole("link", { name: "Show keys" }).click()
    await page.waitForURL("**/translations?revision=*")
    await page.getByText("10,000 keys").waitFor()
    expectNoProblems()
  })

  it("shows the difference of a text word by word, and filters the activity by the address", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(
      `${start}/activity?type=SET_TRANSLATIONS&language=cs&colour=red`
    )
    const entry = page.getByRole("listitem").filter({ hasText: /changed key\.0+ in Czech/ })
    await entry.locator("del", { hasText: "Stání {number} v přístavu" }).waitFor()
    await page.getByText(/translated/).waitFor()
    await entry.getByRole("button", { name: "Changes", exact: true }).click()
    await entry.locator("dl del").waitFor()
    assert.strictEqual(await entry.locator("dl del").textContent(), "Stání")
    assert.strictEqual(await entry.locator("dl ins").first().textContent(), "Kotviště")
    await page.getByRole("button", { name: "Clear filters" }).click()
    await page.getByText("imported 10,000 texts").waitFor()
    await page.goto(`${fixture.server.address}${start}/activity?author=999999`)
    await page.getByText("No matching changes").waitFor()
    expectNoProblems()
  })

  it("joins what one person did in a sentence, which opens to each key with its text, in every language", async () => {
    const { page, context, expectNoProblems } = await fixture.openAsAdministrator(`${start}/activity`)
    for (const index of [1, 2, 3]) {
      await fixture.server.administrator.call("PUT", `/v2/projects/${projectId}/translations`, {
        key: keyNameAt(index),
        translations: { cs: `Stání ${index}` }
      })
    }
    await page.reload()
    const entry = page.getByRole("listitem").filter({ hasText: /translated \d texts into Czech/ })
    await entry.getByRole("button", { name: "Changes", exact: true }).click()
    await entry.getByText(keyNameAt(3), { exact: true }).waitFor()
    await entry.getByText("Stání 1").waitFor()
    await page.goto(`${fixture.server.address}${start}`)
    await page.getByText(/translated \d texts into Czech/).waitFor()
    await page.evaluate(`localStorage.setItem("dragoman.preferences", '{"language":"ar"}')`)
    await page.reload()
    await page.getByText(/ترجمة .+ نصوص \(التشيكية\)/).waitFor()
    expectNoProblems()
    await context.close()
  })

  it("finds a project with Ctrl+K by three letters, opens it with Enter, and Esc returns the focus", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/account/profile")
    await page.getByLabel("Name", { exact: true }).focus()
    await page.keyboard.press("Control+k")
    await page.getByRole("dialog", { name: "Command palette" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.locator("input[autocomplete=name]:focus").waitFor()
    await page.keyboard.press("Control+k")
    await page.keyboard.type("har")
    await page.getByRole("menuitem", { name: /Harbour/ }).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(`**${start}`)
    await page.keyboard.press("Control+k")
    await page.keyboard.type("key.0042")
    await page.getByRole("menuitem", { name: /key\.0042/ }).click()
    await page.waitForURL(/\/keys\/\d+$/)
    await page.getByRole("heading", { level: 1, name: "key.0042" }).waitFor()

    // The name of a key leads to it. The beginning of a screen's name leads there.
    const first = page.getByRole("dialog").getByRole("menuitem").first()
    await page.keyboard.press("Control+k")
    await page.keyboard.type("KEY.0007")
    await first.filter({ hasText: "key.0007" }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "key.0007" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.keyboard.type("memb")
    await first.filter({ hasText: "Members" }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Members" }).waitFor()
    expectNoProblems()
  })

  it("makes a token that is shown once and revokes it", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/account/tokens")
    await page.getByRole("button", { name: "Create token" }).click()
    await page.getByLabel("Token name").fill("Nightly push")
    await page.keyboard.press("Enter")
    const password = page.getByRole("dialog", { name: "Enter your password" })
    const created = page.getByRole("dialog", { name: "Token created" })
    await password.or(created).waitFor()
    if (await password.isVisible()) {
      await password.getByLabel("Password").fill(administrator.password)
      await page.keyboard.press("Enter")
    }
    await created.getByText(/^tgpat_/).waitFor()
    const token = await created.getByText(/^tgpat_/).textContent()
    await page.getByRole("button", { name: "I saved it" }).click()
    const statusWithToken = async () =>
      (await fetch(`${fixture.server.address}/v2/projects`, { headers: { "x-api-key": token ?? "" } })).status
    assert.strictEqual(await statusWithToken(), 200)
    assert.notInclude(await page.content(), token ?? "tgpat_")
    await page.getByRole("button", { name: "Revoke" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click()
    await page.getByText("No access tokens yet").waitFor()
    assert.strictEqual(await statusWithToken(), 401)
    expectNoProblems()
  })

  it("changes the name everywhere, and shows markup in it as text", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/account/profile")
    await page.getByLabel("Name", { exact: true }).fill("Ada <i>Admin</i>")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("button", { name: /Account: Ada <i>Admin<\/i>/ }).waitFor()
    await page.goto(`${fixture.server.address}/server/users`)
    await page.getByRole("row", { name: /Ada <i>Admin/ }).waitFor()
    expectNoProblems()
  })

  describe("for everybody", () => {
    const screens = (): ReadonlyArray<string> => [
      start,
      `${start}/activity`,
      `${start}/activity?language=de`,
      ...["profile", "password", "sessions", "tokens", "preferences"].map((name) => `/account/${name}`),
      "/server/users",
      "/server/organizations"
    ]

    it.each([
      ["light", "en"],
      ["dark", "ar"]
    ] as const)("has no violation that axe finds, %s, %s", async (colorScheme, locale) => {
      await fixture.expectAccessible(screens(), { colorScheme, locale }, async (page) => {
        await page.locator("h1").waitFor({ state: "attached" })
      })
    })

    it("has no sideways scrolling at 320 px", async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator("/", {
        viewport: { width: 320, height: 640 }
      })
      for (const path of screens()) {
        await page.goto(`${fixture.server.address}${path}`)
        await page.locator("h1").waitFor({ state: "attached" })
        // The network is never idle: the bell follows the notifications.
        await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" })
        assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320, path)
      }
      expectNoProblems()
    })
  })
})
