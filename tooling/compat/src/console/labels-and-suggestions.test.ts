/** @module-tag exhaustive */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  administrator,
  type ConsoleFixture,
  chooseFilter,
  hasBrowser,
  logIn,
  makeConsoleFixture,
  makeMember,
  makeProject
} from "./console-fixture.ts"

interface Label {
  readonly id: number
  readonly name: string
  readonly color: string
  readonly description: string | null
}

interface ListedTranslation {
  readonly id: number
  readonly text: string | null
  readonly state: string
  readonly labels: ReadonlyArray<Label>
}

describe.skipIf(!hasBrowser)("labels and suggestions in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let list: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("labels-and-suggestions")
    projectId = await makeProject(fixture.server, "Harbour booking", 0)
    list = `/projects/${projectId}/translations?languages=en,cs`
    const texts = {
      berths: { en: "Berths", cs: "Stání" },
      boats: { en: "See all boats", cs: "Všechny lodě" },
      piers: { en: "Piers" }
    }
    for (const [name, translations] of Object.entries(texts)) await call("POST", "/keys/create", { name, translations })
  }, 240_000)

  afterAll(() => fixture?.stop())

  const call = <A>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<A> =>
    fixture.server.administrator.call<A>(method, `/v2/projects/${projectId}${path}`, body)
  const translationOf = async (keyName: string): Promise<ListedTranslation | undefined> => {
    const { _embedded } = await call<{
      readonly _embedded: {
        readonly keys: ReadonlyArray<{ readonly translations: { readonly cs: ListedTranslation } }>
      }
    }>("GET", `/translations?filterKeyName=${keyName}&languages=cs`)
    return _embedded.keys[0]?.translations.cs
  }
  const czechId = async () => {
    const { _embedded } = await call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }> }
    }>("GET", "/languages")
    return _embedded.languages.find(({ tag }) => tag === "cs")?.id
  }
  const suggestionsPath = async (keyName: string): Promise<string> => {
    const { ids } = await call<{ readonly ids: ReadonlyArray<number> }>(
      "GET",
      `/translations/select-all?filterKeyName=${keyName}`
    )
    return `/languages/${await czechId()}/key/${ids[0]}/suggestion`
  }
  const listLabels = async () => {
    const { _embedded } = await call<{ readonly _embedded: { readonly labels: ReadonlyArray<Label> } }>(
      "GET",
      "/labels"
    )
    return _embedded.labels
  }
  const labelsOf = async (keyName: string) => (await translationOf(keyName))?.labels.map(({ name }) => name)
  const cellOf = (page: Page, keyName: string) => page.locator(`[data-key="${keyName}"][data-language=cs]`)

  it("makes a label with a colour in the settings, says that a name is taken, changes and deletes labels", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
    const section = page.getByRole("region", { name: "Labels" })
    const dialog = page.getByRole("dialog")
    for (const name of ["Legal", "Marketing"]) {
      await section.getByRole("button", { name: "New label" }).click()
      await dialog.getByLabel("Name").fill(name)
      await page.keyboard.press("Enter")
      await section.getByText(name, { exact: true }).waitFor()
    }
    await section.getByRole("button", { name: "Edit label Marketing" }).click()
    await dialog.getByLabel("Name").fill("Legal")
    await page.keyboard.press("Enter")
    await dialog.getByText(/has a label/).waitFor()
    await dialog.getByLabel("Name").fill("Slogan")
    await dialog.getByLabel("Colour").fill("#00aa55")
    await dialog.getByLabel("Description").fill("Read by marketing")
    await dialog.getByRole("button", { name: "Save" }).click()
    await section.getByText("Read by marketing").waitFor()
    await section.getByRole("button", { name: "New label" }).click()
    await dialog.getByLabel("Name").fill("Doomed")
    await page.keyboard.press("Enter")
    await section.getByRole("button", { name: "Delete label Doomed" }).click()
    await dialog.getByText("No text has the label.").waitFor()
    await dialog.getByRole("button", { name: "Delete label" }).click()
    await section.getByText("Doomed", { exact: true }).waitFor({ state: "detached" })
    assert.deepStrictEqual(
      (await listLabels()).map(({ name, color, description }) => [name, color, description]),
      [
        ["Legal", "#1D58B8", null],
        ["Slogan", "#00AA55", "Read by marketing"]
      ]
    )
    expectNoProblems()
  })

  it("adds labels to a text by the keyboard and removes them, also where there is no text; filters find them", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(list)
    const toggle = async (keyName: string, label: string) => {
      await cellOf(page, keyName).focus()
      await page.keyboard.press("l")
      const item = page.getByRole("menuitemcheckbox", { name: label })
      await item.focus()
      await page.keyboard.press("Space")
      await page.keyboard.press("Escape")
      await item.waitFor({ state: "detached" })
      await cellOf(page, keyName).and(page.locator(":focus")).waitFor()
    }
    await toggle("berths", "Legal")
    await toggle("berths", "Slogan")
    await toggle("piers", "Legal")
    await cellOf(page, "piers").getByText("Legal").waitFor()
    await toggle("berths", "Legal")
    await cellOf(page, "berths").getByText("Legal").waitFor({ state: "detached" })
    await page.locator("[data-live=polite]").getByText("Label Legal removed").waitFor({ state: "attached" })
    assert.deepStrictEqual([await labelsOf("berths"), await labelsOf("piers")], [["Slogan"], ["Legal"]])
    await chooseFilter(page, "Labels", "Slogan: Czech")
    await page.waitForURL(/label=cs%3A|label=cs:/)
    await cellOf(page, "piers").waitFor({ state: "detached" })
    await cellOf(page, "berths").getByText("Slogan").waitFor()
    await page.getByRole("button", { name: "Remove filter: Slogan: Czech" }).click()
    await cellOf(page, "piers").waitFor()
    expectNoProblems()
  })

  it("labels many texts at once, and shows labels that others set; a label leads to its texts", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(list)
    await page.getByRole("checkbox", { name: "Select berths" }).click()
    await page.getByRole("checkbox", { name: "Select boats" }).click()
    await page.getByRole("button", { name: "More" }).click()
    await page.getByRole("menuitem", { name: "Add labels" }).click()
    const dialog = page.getByRole("dialog", { name: "Add labels" })
    const choose = async (field: RegExp, option: string) => {
      await dialog.getByRole("button", { name: field }).click()
      await page.getByRole("menuitemcheckbox", { name: option }).click()
      await page.keyboard.press("Escape")
    }
    await choose(/^Labels/, "Legal")
    await choose(/^Languages/, "Czech")
    await dialog.getByRole("button", { name: "Add labels" }).click()
    await cellOf(page, "boats").getByText("Legal").waitFor()
    await cellOf(page, "berths").getByText("Legal").waitFor()
    const slogan = (await listLabels()).find(({ name }) => name === "Slogan")
    const { ids } = await call<{ readonly ids: ReadonlyArray<number> }>(
      "GET",
      "/translations/select-all?filterKeyName=boats"
    )
    const languageId = await czechId()
    await call("PUT", "/translations/label", { keyId: ids[0], languageId, labelId: slogan?.id })
    await cellOf(page, "boats").getByText("Slogan").waitFor()
    await page.goto(`${fixture.server.address}/projects/${projectId}/settings`)
    await page.getByRole("link", { name: /^3 texts ?: Legal$/ }).click()
    await page.waitForURL(/label=/)
    await cellOf(page, "piers").getByText("Legal").waitFor()
    expectNoProblems()
  })

  describe("suggestions", () => {
    const suggestionsOf = async (keyName: string) => {
      const { _embedded } = await call<{
        readonly _embedded?: {
          readonly suggestions: ReadonlyArray<{ readonly translation: string; readonly state: string }>
        }
      }>("GET", await suggestionsPath(keyName))
      return (_embedded?.suggestions ?? []).map(({ translation, state }) => [translation, state])
    }
    const openAs = async (name: string, type: string) => {
      const username = await makeMember(fixture.server, projectId, name, type)
      const opened = await fixture.open(list)
      await logIn(opened.page, { username, password: administrator.password })
      await cellOf(opened.page, "berths").waitFor()
      return opened
    }
    const offered = (page: Page, keyName: string) =>
      cellOf(page, keyName).getByRole("list", { name: "Suggestions", exact: true }).getByRole("listitem")

    it("are off until the settings of the project allow them: a viewer reads only", async () => {
      const { page, expectNoProblems } = await openAs("Vera", "VIEW")
      await cellOf(page, "berths").click()
      await page.locator("[data-live=assertive]").getByText("not edit them").waitFor({ state: "attached" })
      assert.strictEqual(await cellOf(page, "berths").getByRole("textbox").count(), 0)
      const manager = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
      await manager.page.getByRole("button", { name: /Off Suggestions|Suggestions.*Off/ }).click()
      await manager.page.getByRole("option", { name: "Allowed" }).click()
      await manager.page.getByRole("button", { name: "Save" }).click()
      await manager.page.getByText("Saved").first().waitFor()
      assert.strictEqual((await call<{ readonly suggestionsMode: string }>("GET", "")).suggestionsMode, "ENABLED")
      manager.expectNoProblems()
      expectNoProblems()
    })

    it("are made by a viewer in the editor, counted, found by the filter, and withdrawn", async () => {
      const { page, expectNoProblems } = await openAs("Viktor", "VIEW")
      const cell = cellOf(page, "berths")
      const suggest = async (text: string) => {
        await cell.focus()
        await page.keyboard.press("Enter")
        await cell.getByRole("button", { name: /^Suggest \S+$/ }).waitFor()
        await page.keyboard.press("Control+a")
        await page.keyboard.type(text)
        await page.keyboard.press("Enter")
      }
      await suggest("Kotviště")
      await cell.getByText("1 suggestion").waitFor()
      await suggest("Kotviště")
      await page.getByText("An active suggestion with this text exists already").first().waitFor()
      await cell.getByText("Draft").waitFor()
      await cell.click()
      await cell.getByRole("button", { name: "Discard draft" }).click()
      await page.keyboard.press("Escape")
      await suggest("Přístaviště")
      await cell.getByText("2 suggestions").waitFor()
      await suggest("Omyl")
      await cell.getByText("3 suggestions").waitFor()
      await cell.click()
      await offered(page, "berths").nth(2).waitFor()
      assert.strictEqual(await cell.getByRole("button", { name: /^Accept/ }).count(), 0)
      await cell.getByRole("button", { name: "Withdraw: Omyl" }).click()
      await offered(page, "berths").nth(2).waitFor({ state: "detached" })
      await page.keyboard.press("Escape")
      await chooseFilter(page, "Suggestions", "Czech")
      await cellOf(page, "boats").waitFor({ state: "detached" })
      await cell.getByText("2 suggestions").waitFor()
      assert.deepStrictEqual(await suggestionsOf("berths"), [
        ["Přístaviště", "ACTIVE"],
        ["Kotviště", "ACTIVE"]
      ])
      assert.strictEqual((await translationOf("berths"))?.text, "Stání")
      expectNoProblems()
    })

    it("are declined, taken back, and accepted by a key by those who may edit the text; the others are declined", async () => {
      const { page, expectNoProblems } = await openAs("Tereza", "TRANSLATE")
      const cell = cellOf(page, "berths")
      await cell.click()
      await offered(page, "berths").filter({ hasText: "Viktor" }).nth(1).waitFor()
      await cell.getByRole("button", { name: "Decline: Kotviště" }).click()
      await offered(page, "berths").nth(1).waitFor({ state: "detached" })
      await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click()
      await offered(page, "berths").nth(1).waitFor()
      await cell.getByRole("button", { name: "Accept, decline the others: Přístaviště" }).click()
      await cell.getByText("Přístaviště", { exact: true }).waitFor()
      await cell.getByText(/suggestion/).waitFor({ state: "detached" })
      assert.deepStrictEqual(await suggestionsOf("berths"), [
        ["Přístaviště", "ACCEPTED"],
        ["Kotviště", "DECLINED"]
      ])
      await call("POST", await suggestionsPath("boats"), { translation: "Všechny čluny" })
      // Without a reload.
      await cellOf(page, "boats").getByText("1 suggestion").waitFor()
      await cellOf(page, "boats").click()
      await offered(page, "boats").first().waitFor()
      await page.keyboard.press("Control+Shift+Digit4")
      await cellOf(page, "boats").getByText("Všechny čluny", { exact: true }).waitFor()
      await cellOf(page, "boats").and(page.locator(":focus")).waitFor()
      assert.strictEqual((await translationOf("boats"))?.text, "Všechny čluny")
      expectNoProblems()
    })

    it("are all that a translator may make of a reviewed text where the project enforces them", async () => {
      const { name } = await call<{ readonly name: string }>("GET", "")
      await call("PUT", "", { name, suggestionsMode: "ENFORCED" })
      await call("POST", "/translations", { key: "piers", translations: { cs: "Mola" } })
      const id = (await translationOf("piers"))?.id
      await call("PUT", `/translations/${id}/set-state/REVIEWED`)
      const { page, expectNoProblems } = await openAs("Tomas", "TRANSLATE")
      const cell = cellOf(page, "piers")
      await cell.click()
      await cell.getByRole("button", { name: /^Suggest \S+$/ }).waitFor()
      await page.keyboard.press("Control+a")
      await page.keyboard.type("Přístavní mola")
      await page.keyboard.press("Enter")
      await cell.getByText("1 suggestion").waitFor()
      await cell.getByText("Mola", { exact: true }).waitFor()
      assert.strictEqual((await translationOf("piers"))?.text, "Mola")
      const reviewer = await openAs("Renata", "REVIEW")
      await cellOf(reviewer.page, "piers").click()
      await cellOf(reviewer.page, "piers").getByRole("button", { name: "Accept: Přístavní mola" }).click()
      await cellOf(reviewer.page, "piers").getByText("Přístavní mola", { exact: true }).waitFor()
      assert.deepInclude(await translationOf("piers"), { text: "Přístavní mola", state: "REVIEWED" })
      reviewer.expectNoProblems()
      expectNoProblems()
    })
  })

  it("is accessible in light English and dark Arabic, and fits a phone", async () => {
    await fixture.expectForEverybody([list, `/projects/${projectId}/settings`])
    for (const colorScheme of ["light", "dark"] as const) {
      await fixture.expectAccessible(list, { locale: "ar", colorScheme }, async (page) => {
        await cellOf(page, "berths").focus()
        await page.keyboard.press("l")
        await page.getByRole("menuitemcheckbox").first().waitFor()
      })
      await call("POST", await suggestionsPath("berths"), { translation: `Stání ${colorScheme}` })
      await fixture.expectAccessible(list, { locale: "ar", colorScheme }, async (page) => {
        await cellOf(page, "berths").click()
        await cellOf(page, "berths").getByRole("listitem").first().waitFor()
      })
    }
  })
})
