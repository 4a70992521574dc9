/** @module-tag exhaustive */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ConsoleFixture, hasBrowser, keyNameAt, makeConsoleFixture, makeProject } from "./console-fixture.ts"

describe.skipIf(!hasBrowser)("content delivery in the web console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let path: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console-content-delivery")
    const projectId = await makeProject(fixture.server, "Harbour booking", 2)
    path = `/projects/${projectId}/content-delivery`
    await fixture.server.administrator.call("PUT", `/v2/projects/${projectId}/translations`, {
      key: keyNameAt(0),
      translations: { cs: "Stání" }
    })
  }, 240_000)

  afterAll(() => fixture?.stop())

  it("creates a content delivery, publishes it, and shows the address where its texts are", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(path)
    await page.getByText("No content deliveries yet").waitFor()
    await page.getByRole("button", { name: "Create content delivery" }).click()
    const form = page.getByRole("dialog", { name: "Create content delivery" })
    await form.getByLabel("Name").fill("Texts of the app")
    await form.getByText("Publish after every change").click()
    await form.getByRole("button", { name: "Save" }).click()
    const row = page.getByRole("row").filter({ hasText: "Texts of the app" })
    await row.getByText("By hand").waitFor()

    await row.getByRole("button", { name: "Publish Texts of the app" }).click()
    await page.getByRole("region", { name: "Notifications" }).getByText("Published. Files: 2, written: 2.").waitFor()
    await row.getByText("2 files").waitFor()

    await row.getByRole("button", { name: "More actions for Texts of the app" }).click()
    await page.getByRole("menuitem", { name: "Addresses" }).click()
    const [prefix = ""] = await page.getByRole("dialog").locator("code").allTextContents()
    const published = await fetch(`${prefix}/cs.json`)
    assert.include(await published.text(), "Stání")
    await page.getByRole("dialog").getByRole("heading", { name: "@tolgee/web" }).waitFor()
    await page.keyboard.press("Escape")

    await row.getByRole("button", { name: "More actions for Texts of the app" }).click()
    await page.getByRole("menuitem", { name: "Attempts" }).click()
    await page
      .getByRole("dialog")
      .getByText(/^2 files, 2 written/)
      .waitFor()
    expectNoProblems()
  })

  it("is usable by everybody, at 320 px, in both themes and in Arabic", async () => {
    await fixture.expectForEverybody([path])
  })
})
