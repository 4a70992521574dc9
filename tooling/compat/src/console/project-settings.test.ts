/** @module-tag exhaustive */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { ServerClient } from "../server-client.ts"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  logIn,
  makeConsoleFixture,
  makeMember,
  makeProject
} from "./console-fixture.ts"

interface Language {
  readonly id: number
  readonly tag: string
  readonly name: string
  readonly flagEmoji: string | null
  readonly base: boolean
}

describe.skipIf(!hasBrowser)("languages, trash and settings of a project in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console-project-settings")
  }, 240_000)

  afterAll(() => fixture?.stop())

  const call = <A>(...request: Parameters<ServerClient["call"]>) => fixture.server.administrator.call<A>(...request)

  const languagesOf = async (projectId: number): Promise<ReadonlyArray<Language>> =>
    (
      await call<{ readonly _embedded: { readonly languages: ReadonlyArray<Language> } }>(
        "GET",
        `/v2/projects/${projectId}/languages`
      )
    )._embedded.languages

  const dialogOf = (page: Page) => page.getByRole("dialog")

  describe("the languages", () => {
    it("are added by a name in any language, with the plural forms that the language has", async () => {
      const projectId = await makeProject(fixture.server, "Adding", 3)
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/languages`)
      await page.getByRole("rowheader", { name: /Czech/ }).waitFor()
      await page.getByRole("button", { name: "Add language" }).click()
      await page.getByLabel("Find a language").fill("العربية")
      await page.getByRole("menuitem", { name: /^🇪🇬 Arabic/ }).waitFor()
      await page.keyboard.press("Enter")
      assert.strictEqual(await page.getByLabel("Language tag").inputValue(), "ar")
      const forms = dialogOf(page).getByRole("list", { name: "Plural forms" }).getByRole("listitem")
      assert.deepStrictEqual(await forms.allTextContents(), [
        "zero0",
        "one1",
        "two2",
        "few3, 4, 5",
        "many11, 12, 13",
        "other100, 101, 102"
      ])
      await page.keyboard.press("Enter")
      await page.getByRole("rowheader", { name: /Arabic/ }).waitFor()
      const arabic = (await languagesOf(projectId)).find(({ tag }) => tag === "ar")
      assert.deepInclude(arabic, { name: "Arabic", flagEmoji: "🇪🇬", base: false })
      expectNoProblems()
    })

    it("may have a tag that no list knows; a tag of the project cannot be chosen again", async () => {
      const projectId = await makeProject(fixture.server, "Own tags", 1)
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/languages`)
      await page.getByRole("button", { name: "Add language" }).click()
      await page.getByLabel("Find a language").fill("cs")
      const czech = page.getByRole("menuitem", { name: /Czech/ })
      await czech.waitFor()
      assert.strictEqual(await czech.getAttribute("aria-disabled"), "true")
      await page.getByLabel("Find a language").fill("xx_Pirate")
      await page.getByRole("menuitem", { name: "Use the tag “xx_Pirate”" }).click()
      await page.getByLabel("Name in English").fill("Pirate")
      await dialogOf(page).getByRole("button", { name: "Add language" }).click()
      await page.getByText("xx_Pirate added").first().waitFor()
      assert.include(
        (await languagesOf(projectId)).map(({ tag }) => tag),
        "xx_Pirate"
      )
      expectNoProblems()
    })

    it("are edited with a warning before the tag changes; a tag that is taken stays in the form", async () => {
      const projectId = await makeProject(fixture.server, "Editing", 1)
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/languages`)
      await page.getByRole("button", { name: "Edit: Czech" }).click()
      await page.getByLabel("Language tag").fill("en")
      await page.getByText("Apps, files and commands that use “cs” find no texts").waitFor()
      await dialogOf(page).getByRole("button", { name: "Save" }).click()
      await page.getByRole("alert").filter({ hasText: "The project has a language with this tag." }).waitFor()
      await page.getByLabel("Language tag").fill("cs-CZ")
      await dialogOf(page).getByRole("button", { name: "Save" }).click()
      await page.getByRole("rowheader", { name: /cs-CZ/ }).waitFor()
      assert.include(
        (await languagesOf(projectId)).map(({ tag }) => tag),
        "cs-CZ"
      )
      expectNoProblems()
    })

    it("say how many texts are lost with one, and want its tag typed; an empty one goes at once", async () => {
      const projectId = await makeProject(fixture.server, "Removing", 3)
      await call("POST", `/v2/projects/${projectId}/languages`, { tag: "de", name: "German", originalName: "Deutsch" })
      await call("PUT", `/v2/projects/${projectId}/translations`, {
        key: "key.0000",
        translations: { cs: "Kotviště {number}" }
      })
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/languages`)
      const base = page.getByRole("button", { name: "Remove English" })
      await base.waitFor()
      assert.strictEqual(await base.getAttribute("aria-disabled"), "true")
      await page.getByRole("button", { name: "Remove Czech" }).click()
      await page.getByText("Deletes 1 text with its history and comments.").waitFor()
      const remove = dialogOf(page).getByRole("button", { name: "Remove", exact: true })
      assert.strictEqual(await remove.getAttribute("aria-disabled"), "true")
      await page.getByLabel("Type cs to confirm").fill("cs")
      await remove.and(page.locator(":not([aria-disabled])")).click()
      await page.getByText("Czech removed").first().waitFor()
      await page.getByRole("button", { name: "Remove German" }).click()
      await page.getByText("The language has no texts.").waitFor()
      assert.strictEqual(await page.getByLabel(/to confirm/).count(), 0)
      await dialogOf(page).getByRole("button", { name: "Remove", exact: true }).click()
      await page.getByText("German removed").first().waitFor()
      assert.deepStrictEqual(
        (await languagesOf(projectId)).map(({ tag }) => tag),
        ["en"]
      )
      expectNoProblems()
    })

    it("have another base after it was chosen", async () => {
      const projectId = await makeProject(fixture.server, "Basing", 1)
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/languages`)
      await page.getByRole("button", { name: "Make base: Czech" }).click()
      await dialogOf(page).getByRole("button", { name: "Make base" }).click()
      await page.getByRole("rowheader", { name: /Czech.*Base language/ }).waitFor()
      const bases = (await languagesOf(projectId)).filter(({ base }) => base).map(({ tag }) => tag)
      assert.deepStrictEqual(bases, ["cs"])
      expectNoProblems()
    })
  })

  describe("the trash", () => {
    /** Three deleted keys: `cart.total`, `cart.title` and `old` in the namespace `web`, with the tag `retired`. */
    const makeTrash = async (name: string): Promise<number> => {
      const projectId = await makeProject(fixture.server, name, 0)
      const { name: projectName, slug } = await call<{ readonly name: string; readonly slug: string }>(
        "GET",
        `/v2/projects/${projectId}`
      )
      await call("PUT", `/v2/projects/${projectId}`, { name: projectName, slug, useNamespaces: true })
      const ids: Array<number> = []
      for (const key of [
        { name: "cart.total", translations: { en: "Total" } },
        { name: "cart.title", translations: { en: "Cart" } },
        { name: "old", namespace: "web", tags: ["retired"], translations: { en: "Old" } },
        { name: "alive", translations: { en: "Cart of the living" } }
      ]) {
        const { id } = await call<{ readonly id: number }>("POST", `/v2/projects/${projectId}/keys`, key)
        if (key.name !== "alive") ids.push(id)
      }
      await call("DELETE", `/v2/projects/${projectId}/keys/${ids.join(",")}`)
      return projectId
    }

    const trashedNames = async (projectId: number): Promise<ReadonlyArray<string>> => {
      const { _embedded } = await call<{
        readonly _embedded: { readonly keys: ReadonlyArray<{ readonly name: string }> }
      }>("GET", `/v2/projects/${projectId}/keys/trash?sort=keyName`)
      return _embedded.keys.map(({ name }) => name)
    }

    it("shows who deleted a key, when it is erased, and restores one key", async () => {
      const projectId = await makeTrash("Trash of one")
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/trash`)
      const row = page.getByRole("row", { name: /cart\.total/ })
      await row.getByText("in 7 days").waitFor()
      await row.getByText("admin").waitFor()
      await row.getByRole("button", { name: "Restore cart.total" }).click()
      await page.getByText("1 key restored").first().waitFor()
      await row.waitFor({ state: "detached" })
      assert.deepStrictEqual(await trashedNames(projectId), ["cart.title", "old"])
      expectNoProblems()
    })

    it("restores all keys that match, and none beside them", async () => {
      const projectId = await makeTrash("Trash of many")
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/trash`)
      await page.getByRole("rowheader", { name: /old/ }).waitFor()
      await page.getByLabel("Search keys and texts").fill("cart")
      await page.waitForURL("**/trash?q=cart")
      await page.getByText("Select all that match (2)").click()
      await page.getByRole("button", { name: "Restore (2)" }).click()
      await page.getByText("2 keys restored").first().waitFor()
      await page.getByRole("button", { name: "Clear filters" }).first().click()
      await page.getByRole("rowheader", { name: /old/ }).waitFor()
      assert.deepStrictEqual(await trashedNames(projectId), ["old"])
      expectNoProblems()
    })

    it("erases the chosen keys after a question, and only those", async () => {
      const projectId = await makeTrash("Trash of some")
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/trash?ns=web`)
      await page.getByRole("rowheader", { name: /old/ }).waitFor()
      assert.strictEqual(await page.getByRole("rowheader").count(), 1)
      await page.getByText("Select all that match (1)").click()
      await page.getByRole("button", { name: "Delete for good (1)" }).click()
      await dialogOf(page).getByText("It cannot be restored.").waitFor()
      await dialogOf(page).getByRole("button", { name: "Delete for good" }).click()
      await page.getByText("1 key deleted for good").first().waitFor()
      assert.deepStrictEqual(await trashedNames(projectId), ["cart.title", "cart.total"])
      expectNoProblems()
    })

    it("says which keys stay because their names are taken", async () => {
      const projectId = await makeTrash("Trash of the taken")
      await call("POST", `/v2/projects/${projectId}/keys`, { name: "cart.total" })
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/trash`)
      await page.getByText("Select all (3)").click()
      await page.getByRole("button", { name: "Restore (3)" }).click()
      await page.getByText("2 keys restored. 1 key stays in the trash: another key has its name").first().waitFor()
      await page.getByRole("button", { name: "Restore cart.total" }).click()
      await page.getByText("The project has a key of this name in this namespace.").first().waitFor()
      assert.deepStrictEqual(await trashedNames(projectId), ["cart.total"])
      expectNoProblems()
    })

    it("lets a viewer look, and says what is missing for more", async () => {
      const projectId = await makeTrash("Trash of others")
      const username = await makeMember(fixture.server, projectId, "Vilma", "VIEW")
      const { page, expectNoProblems } = await fixture.open(`/projects/${projectId}/trash`)
      await logIn(page, { username, password: administrator.password })
      const restore = page.getByRole("button", { name: "Restore old" })
      await restore.focus()
      await page.getByRole("tooltip", { name: "You need: Create keys" }).waitFor()
      await restore.click({ force: true })
      assert.lengthOf(await trashedNames(projectId), 3)
      expectNoProblems()
    })
  })

  describe("the settings", () => {
    it("change name, address name, description and switches, and keep the rest", async () => {
      const projectId = await makeProject(fixture.server, "Named", 1)
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
      await page.getByLabel("Name", { exact: true }).fill("Renamed <b>project</b>")
      await page.getByLabel("URL name").fill("Not allowed")
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByLabel("URL name").and(page.locator("[aria-invalid=true]")).waitFor()
      await page.getByLabel("URL name").fill("renamed-project")
      await page.getByLabel("Description").fill("Two\nlines")
      await page.getByText("Reject texts that are no ICU messages").click()
      await page.getByText("ICU placeholders", { exact: true }).click()
      await page.getByText("Reject texts that are no ICU messages").waitFor({ state: "detached" })
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByText("Saved").first().waitFor()
      const project = await call<object>("GET", `/v2/projects/${projectId}`)
      assert.deepInclude(project, {
        name: "Renamed <b>project</b>",
        slug: "renamed-project",
        description: "Two\nlines",
        icuPlaceholders: false,
        rejectBrokenIcu: true,
        useNamespaces: false,
        translationProtection: "NONE"
      })
      await page.getByRole("link", { name: "Renamed <b>project</b>" }).first().waitFor()
      expectNoProblems()
    })

    it("rename a namespace that is in use, and choose it as the default one", async () => {
      const projectId = await makeProject(fixture.server, "Spaced", 0)
      await call("PUT", `/v2/projects/${projectId}`, { name: "Spaced", useNamespaces: true })
      await call("POST", `/v2/projects/${projectId}/keys`, { name: "title", namespace: "web" })
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
      await page.getByRole("button", { name: "Rename web" }).click()
      await dialogOf(page).getByLabel("Name").fill("site")
      await page.keyboard.press("Enter")
      await page.getByRole("button", { name: "Rename site" }).waitFor()
      await page.getByRole("button", { name: /Default namespace/ }).click()
      await page.getByRole("option", { name: "site" }).click()
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByText("Saved").first().waitFor()
      const { defaultNamespace } = await call<{ readonly defaultNamespace: { readonly name: string } }>(
        "GET",
        `/v2/projects/${projectId}`
      )
      assert.strictEqual(defaultNamespace.name, "site")
      expectNoProblems()
    })

    it("transfer a project to another organization, after its name was typed", async () => {
      const projectId = await makeProject(fixture.server, "Travelling", 0)
      const other = await call<{ readonly id: number }>("POST", "/v2/organizations", { name: "Second harbour" })
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
      await page.getByRole("button", { name: "Transfer project" }).click()
      await dialogOf(page)
        .getByRole("button", { name: /Organization/ })
        .click()
      await page.getByRole("option", { name: "Second harbour" }).click()
      await page.getByLabel("Type Travelling to confirm").fill("Travelling")
      await dialogOf(page).getByRole("button", { name: "Transfer project" }).click()
      await page.getByText("Project moved to Second harbour").first().waitFor()
      const { organizationOwner } = await call<{ readonly organizationOwner: { readonly id: number } }>(
        "GET",
        `/v2/projects/${projectId}`
      )
      assert.strictEqual(organizationOwner.id, other.id)
      expectNoProblems()
    })

    it("delete a project after its name was typed", async () => {
      const projectId = await makeProject(fixture.server, "Doomed", 1)
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
      await page.getByRole("button", { name: "Delete project" }).click()
      const remove = dialogOf(page).getByRole("button", { name: "Delete project" })
      assert.strictEqual(await remove.getAttribute("aria-disabled"), "true")
      await page.getByLabel("Type Doomed to confirm").fill("Doomed")
      await remove.and(page.locator(":not([aria-disabled])")).click()
      await page.getByText("Doomed deleted").first().waitFor()
      await page.waitForURL(`${fixture.server.address}/`)
      await page.getByRole("link", { name: "Doomed", exact: true }).first().waitFor({ state: "detached" })
      expectNoProblems()
    })

    it("let a member without the scopes look and leave, with the reason for the rest", async () => {
      const projectId = await makeProject(fixture.server, "Left behind", 1)
      const username = await makeMember(fixture.server, projectId, "Lev", "TRANSLATE")
      const { page, expectNoProblems } = await fixture.open(`/projects/${projectId}/settings`)
      await logIn(page, { username, password: administrator.password })
      await page.getByText("You need: Edit the project").first().waitFor()
      for (const name of ["Save", "Transfer project", "Delete project"]) {
        assert.strictEqual(await page.getByRole("button", { name }).getAttribute("aria-disabled"), "true", name)
      }
      await page.getByRole("button", { name: "Leave project" }).click()
      await dialogOf(page).getByRole("button", { name: "Leave project" }).click()
      await page.getByText("You left Left behind").first().waitFor()
      await page.goto(`${fixture.server.address}/projects/${projectId}`)
      await page.getByText("This project does not exist, or you may not see it.").waitFor()
      expectNoProblems()
    })

    it("say to a member of the organization why a single project cannot be left", async () => {
      const projectId = await makeProject(fixture.server, "Owned", 0)
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
      const button = page.getByRole("button", { name: "Leave project" })
      const tooltip = page.getByRole("tooltip", { name: /^Members of the organization cannot leave/ })
      await button.waitFor()
      // The focus scrolls to the button, which is below the end of the window.
      assert.isAbove((await button.boundingBox())?.y ?? 0, page.viewportSize()?.height ?? 0)
      await button.focus()
      await tooltip.waitFor()
      // It goes with the button when the page scrolls, stays when the button is pressed, and leaves with the focus.
      const distance = async () => ((await button.boundingBox())?.y ?? 0) - ((await tooltip.boundingBox())?.y ?? 0)
      const before = await distance()
      const scrolledTo = await page.evaluate(
        "new Promise((resolve) => { addEventListener('scroll', () => resolve(scrollY), { once: true }); scrollBy(0, -40) })"
      )
      assert.isAbove(Number(scrolledTo), 0)
      await page.waitForFunction("new Promise((resolve) => requestAnimationFrame(() => resolve(true)))")
      assert.closeTo(await distance(), before, 1)
      await page.keyboard.press("Enter")
      assert.isTrue(await tooltip.isVisible())
      await page.keyboard.press("Escape")
      await tooltip.waitFor({ state: "detached" })
      expectNoProblems()
    })

    it("say to a finger, and to a screen reader without focus, why a button cannot be used", async () => {
      const projectId = await makeProject(fixture.server, "Touched", 0)
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`, {
        hasTouch: true,
        isMobile: true,
        viewport: { width: 320, height: 640 }
      })
      const button = page.getByRole("button", { name: "Leave project" })
      const tooltip = page.getByRole("tooltip", { name: /^Members of the organization cannot leave/ })
      const description = await button.getAttribute("aria-describedby")
      assert.match(
        (await page.locator(`[id="${description}"]`).textContent()) ?? "",
        /^Members of the organization cannot leave/
      )
      // Clicks by force: Playwright waits for buttons that say they are disabled.
      await button.tap({ force: true })
      await tooltip.waitFor()
      const { x = -1, width = 0 } = (await tooltip.boundingBox()) ?? {}
      assert.isAtLeast(x, 0)
      assert.isAtMost(x + width, 320)
      // A second tap leaves it, one elsewhere closes it; nothing else happens.
      await button.tap({ force: true })
      assert.isTrue(await tooltip.isVisible())
      await page.getByRole("heading", { name: "Leave project" }).tap()
      await tooltip.waitFor({ state: "detached" })
      assert.strictEqual(await page.getByRole("dialog").count(), 0)
      expectNoProblems()
    })

    it("lead to machine translation, which names the settings of the operator while no service is set up", async () => {
      const projectId = await makeProject(fixture.server, "Without machines", 0)
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
      await page.getByRole("link", { name: "Set up machine translation" }).click()
      await page.getByText(/DRAGOMAN_MT_DEEPL_KEY.*DRAGOMAN_MT_LIBRETRANSLATE_URL/).waitFor()
      assert.isTrue(await page.getByRole("checkbox", { name: /where the memory has nothing/ }).isDisabled())
      await page.getByRole("link", { name: "Language models of the organization" }).click()
      await page.getByText(/no language models yet.*DRAGOMAN_LLM_PROVIDERS/).waitFor()
      expectNoProblems()
    })

    it("change the picture of the project, which its name shows no letter for then", async () => {
      const projectId = await makeProject(fixture.server, "Pictured", 0)
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
      const chooser = page.waitForEvent("filechooser")
      await page.getByRole("button", { name: "Choose picture" }).click()
      await (await chooser).setFiles({ name: "dot.png", mimeType: "image/png", buffer: onePixel })
      await page.getByRole("button", { name: "Remove picture" }).click()
      await page.getByRole("button", { name: "Remove picture" }).waitFor({ state: "detached" })
      const { avatar } = await call<{ readonly avatar: object | null }>("GET", `/v2/projects/${projectId}`)
      assert.isNull(avatar)
      expectNoProblems()
    })
  })

  describe("a public project", () => {
    it("is switched on by an owner, read without a session, and gets a suggestion after the login", async () => {
      const projectId = await makeProject(fixture.server, "Shown to all", 60)
      const { name } = await call<{ readonly name: string }>("GET", `/v2/projects/${projectId}`)
      await call("PUT", `/v2/projects/${projectId}`, { name, suggestionsMode: "ENABLED" })
      const visitor = await makeMember(
        fixture.server,
        await makeProject(fixture.server, "Of a visitor", 1),
        "Vera",
        "VIEW"
      )
      const settings = await fixture.openAsAdministrator(`/projects/${projectId}/settings`)
      await settings.page.getByText("Show the texts of this project to everyone").click()
      await settings.page.getByRole("link", { name: "Open the public page" }).waitFor()
      settings.expectNoProblems()

      const { page, expectNoProblems } = await fixture.open(`/projects/${projectId}`)
      await page.getByRole("heading", { level: 1, name: "Shown to all" }).waitFor()
      assert.strictEqual(await page.getByRole("heading", { level: 2 }).count(), 50)
      await page.getByRole("button", { name: "Show more" }).click()
      await page.getByRole("heading", { level: 2, name: "key.0059" }).waitFor()
      await page.getByLabel("Search").fill("key.0007")
      await page.getByRole("heading", { level: 2, name: "key.0059" }).waitFor({ state: "detached" })
      assert.strictEqual(await page.getByRole("button", { name: "Suggest" }).count(), 0)

      await page.getByRole("link", { name: "Log in to suggest texts" }).click()
      await logIn(page, { username: visitor, password: administrator.password })
      await page.getByRole("heading", { level: 1, name: "Shown to all" }).waitFor()
      await page.getByRole("button", { name: /^Suggest a text for key.0000 in English/ }).click()
      await page.getByRole("textbox", { name: /^Suggest a text/ }).fill("A better one")
      await page.getByRole("button", { name: "Suggest", exact: true }).click()
      await page.getByText("Text suggested.").first().waitFor()
      const { activeSuggestionCount } = await call<{ readonly activeSuggestionCount: number }>(
        "GET",
        `/v2/projects/${projectId}/stats`
      )
      assert.strictEqual(activeSuggestionCount, 1)
      expectNoProblems()
      await fixture.expectForEverybody([`/public-projects/${projectId}`])
    })
  })

  it("have no violation that axe finds, in both themes and right to left, and fit 320 px", async () => {
    const projectId = await makeProject(fixture.server, "Looked at", 3)
    await call("PUT", `/v2/projects/${projectId}`, { name: "Looked at", useNamespaces: true })
    const { id } = await call<{ readonly id: number }>("POST", `/v2/projects/${projectId}/keys`, {
      name: "checkout.a-rather-long-name-of-a-key-that-has-no-spaces",
      namespace: "web"
    })
    await call("POST", `/v2/projects/${projectId}/keys`, { name: "title", namespace: "web" })
    await call("DELETE", `/v2/projects/${projectId}/keys/${id}`)
    const start = `/projects/${projectId}`
    await fixture.expectForEverybody([`${start}/languages`, `${start}/trash`, `${start}/settings`])
    for (const open of ["Add language", "Remove Czech"]) {
      await fixture.expectAccessible(`${start}/languages`, { colorScheme: "dark" }, async (page) => {
        await page.getByRole("button", { name: open }).click()
        await dialogOf(page).waitFor()
      })
    }
  })
})

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)
