/** @module-tag exhaustive */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  keyNameAt,
  logIn,
  makeConsoleFixture,
  makeMember,
  makeProject
} from "./console-fixture.ts"

interface Member {
  readonly id: number
  readonly username: string
  readonly computedPermission: { readonly scopes: ReadonlyArray<string> }
}

describe.skipIf(!hasBrowser)("people and keys in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let base: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console-members")
    projectId = await makeProject(fixture.server, "Harbour booking", 3)
    base = `/projects/${projectId}`
  }, 240_000)

  afterAll(() => fixture?.stop())

  const projectPath = () => `/v2/projects/${projectId}`

  const invite = async (name: string, type: string): Promise<number> =>
    (await memberOf(await makeMember(fixture.server, projectId, name, type))).id

  const memberOf = async (username: string): Promise<Member> => {
    const { _embedded } = await fixture.server.administrator.call<{
      readonly _embedded: { readonly users: ReadonlyArray<Member> }
    }>("GET", `/v2/projects/${projectId}/users?size=100`)
    const found = _embedded.users.find((member) => member.username === username)
    assert.isDefined(found)
    return found
  }

  it("69. explains a refusal by verdict, rule and obstacle, and its remedy opens the form that solves it", async () => {
    const userId = await invite("Jana", "VIEW")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/members`)
    await page.getByRole("link", { name: "Why? Jana" }).click()
    await page.waitForURL(`**/members/${userId}/access`)
    await page.getByRole("button", { name: /no specific language/ }).click()
    await page.getByRole("option", { name: "Czech (cs)" }).click()
    await page.waitForURL("**?language=cs")
    await page.getByText("Jana may not do this: Edit translations in Czech.").waitFor()
    await page.getByRole("listitem").filter({ hasText: "Direct permission" }).getByText("decided").waitFor()
    await page.getByText("The permission lacks this: Edit translations").waitFor()
    await page.getByRole("button", { name: "Change the direct permission" }).click()
    const dialog = page.getByRole("dialog", { name: "Permission of Jana" })
    assert.isTrue(await dialog.getByRole("checkbox", { name: /^Edit translations/ }).isChecked())
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByText("Jana may do this: Edit translations in Czech.").waitFor()
    assert.include((await memberOf("jana@example.org")).computedPermission.scopes, "translations.edit")
    expectNoProblems()
  })

  it("70. ticks the scopes that come with another one, locks them, and saves what it shows", async () => {
    await invite("Karel", "VIEW")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/members`)
    await page.getByRole("button", { name: "Edit: Karel" }).click()
    const dialog = page.getByRole("dialog", { name: "Permission of Karel" })
    await dialog.getByText("Granular", { exact: true }).click()
    const box = (name: string) => dialog.getByRole("checkbox", { name: new RegExp(`^${name}`) })
    // The scopes of a viewer are ticked; the test clears all but activity.
    for (const name of ["View tasks", "View screenshots", "View translations"]) {
      if (await box(name).isEnabled()) await dialog.getByText(name, { exact: true }).click()
    }
    await dialog.getByText("Review translations", { exact: true }).click()
    for (const name of ["View translations", "View keys"]) {
      assert.deepStrictEqual([await box(name).isChecked(), await box(name).isEnabled()], [true, false], name)
    }
    await dialog.getByText("comes with: Review translations").first().waitFor()
    const ticked = (await dialog.getByRole("checkbox", { checked: true }).all()).length
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved: Karel").first().waitFor()
    const { scopes } = (await memberOf("karel@example.org")).computedPermission
    assert.includeMembers([...scopes], ["translations.state-edit", "translations.view", "keys.view", "activity.view"])
    assert.lengthOf(scopes, ticked)
    expectNoProblems()
  })

  it("71. invites by a link that works once, without an account too", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/members`)
    await page.getByRole("button", { name: "Invite" }).click()
    await page.getByLabel("Name (optional)").fill("Milan")
    await page.getByRole("button", { name: "Create link" }).click()
    const link = String(await page.getByText(/\/invitations#/).textContent())
    await page.getByRole("button", { name: "Close" }).last().click()
    await page.getByRole("rowheader", { name: "Milan" }).waitFor()
    expectNoProblems()

    const { pathname, hash } = new URL(link)
    const guest = await fixture.open(`${pathname}${hash}`)
    await guest.page.getByText("invites you to the project Harbour booking").waitFor()
    await guest.page.getByText("Translate: Edits translations and comments on them.").waitFor()
    await guest.page.getByText("All languages").waitFor()
    assert.strictEqual(await guest.page.getByLabel("Your name").inputValue(), "Milan")
    await guest.page.getByLabel("Your name").fill("Milan <b>Novák</b>")
    await guest.page.getByLabel("E-mail address").fill("milan@example.org")
    await guest.page.getByLabel("Password").fill(administrator.password)
    await guest.page.getByRole("button", { name: "Create account and accept" }).click()
    await guest.page.getByText("Welcome to Harbour booking").first().waitFor()
    await guest.page.getByRole("heading", { name: "My work" }).waitFor()
    await guest.page.getByRole("link", { name: "3 to translate" }).waitFor()
    await guest.page.getByRole("link", { name: "Continue: Harbour booking, Czech" }).first().click()
    // The first text that waits is open, and the address names it.
    await guest.page.getByRole("textbox", { name: /Czech/ }).waitFor()
    await guest.page.waitForURL(/\/translations\?state=cs:UNTRANSLATED&languages=en,cs&key=\d+:cs$/)
    await guest.page.getByText("3 keys").waitFor()
    await guest.page.goto(link)
    await guest.page.getByText("The invitation does not exist").waitFor()
    assert.strictEqual(await guest.page.getByRole("button", { name: "Accept" }).count(), 0)
    guest.expectNoProblems()

    await page.reload()
    await page.getByText("Milan <b>Novák</b>").waitFor()
    expectNoProblems()
  })

  it("71. an invitation leads a translator to their language, and shows it in every view", async () => {
    const { call } = fixture.server.administrator
    for (const tag of ["ar", "de", "fr"]) {
      await call("POST", `${projectPath()}/languages`, { tag, name: tag, originalName: tag })
    }
    const { _embedded } = await call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }> }
    }>("GET", `${projectPath()}/languages?size=50`)
    const german = _embedded.languages.find(({ tag }) => tag === "de")?.id
    await call("PUT", `${projectPath()}/translations`, {
      key: keyNameAt(0),
      translations: { de: "Liegeplatz {number}" }
    })
    const invitation = { type: "TRANSLATE", languages: [german], name: "Greta" }
    const { code } = await call<{ readonly code: string }>("PUT", `${projectPath()}/invite`, invitation)
    const { page, expectNoProblems } = await fixture.open(`/invitations/${code}`)
    await page.getByText("German").waitFor()
    await page.getByLabel("E-mail address").fill("greta@example.org")
    await page.getByLabel("Password").fill(administrator.password)
    await page.getByRole("button", { name: "Create account and accept" }).click()
    await page.getByRole("link", { name: "2 to translate" }).click()
    await page.waitForURL(`**${base}/translations?state=de:UNTRANSLATED&languages=en,de`)
    const shownLanguages = async () =>
      Promise.all(
        (await page.locator(`[data-key="${keyNameAt(1)}"]`).all()).map((cell) => cell.getAttribute("data-language"))
      )
    await page.getByText("2 keys").waitFor()
    assert.deepStrictEqual(await shownLanguages(), ["en", "de"])
    await page.goto(`${fixture.server.address}${base}/translations?languages=en,ar,cs`)
    await page.getByText("3 keys").waitFor()
    await page.getByRole("button", { name: "Views" }).click()
    await page.getByRole("menuitem", { name: "Untranslated" }).click()
    await page.waitForURL("**/translations?languages=en,de&state=de:UNTRANSLATED")
    await page.getByText("2 keys").waitFor()
    expectNoProblems()
  })

  it("71. an invitation that was withdrawn does not work", async () => {
    const { code } = await fixture.server.administrator.call<{ readonly code: string }>(
      "PUT",
      `/v2/projects/${projectId}/invite`,
      { type: "VIEW", name: "Nobody" }
    )
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/members`)
    await page.getByRole("button", { name: "Withdraw the invitation: Nobody" }).click()
    await page.getByText("Invitation withdrawn").first().waitFor()
    await page.goto(`${fixture.server.address}/invitations/${code}`)
    await page.getByText("The invitation does not exist").waitFor()
    expectNoProblems()
  })

  it("72. makes a key with exactly the scopes of its template, shows it once, and revokes it", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/api-keys`)
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByRole("dialog").getByText("CLI push", { exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
    const key = String(await page.getByText(/^tgpak_/).textContent())
    const ask = () => fetch(`${fixture.server.address}/v2/api-keys/current`, { headers: { "x-api-key": key } })
    const current = (await (await ask()).json()) as { readonly scopes: ReadonlyArray<string> }
    assert.sameMembers(
      [...current.scopes],
      ["translations.view", "translations.edit", "keys.create", "keys.edit", "languages.edit"]
    )
    await page.getByRole("button", { name: "I saved it" }).click()
    await page.getByRole("rowheader", { name: "CLI push" }).waitFor()
    assert.notInclude(await page.content(), key)
    await page.getByRole("button", { name: "Revoke: CLI push" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click()
    await page.getByText("No API keys yet").waitFor()
    assert.strictEqual((await ask()).status, 401)
    expectNoProblems()
  })

  it("tells a member without the scope what is missing, and leads to the explanation", async () => {
    await invite("Petr", "TRANSLATE")
    const { page, expectNoProblems } = await fixture.open(`${base}/webhooks`)
    await logIn(page, { username: "petr@example.org", password: administrator.password })
    await page.getByText("This needs a permission that you do not have: Manage webhooks").waitFor()
    assert.strictEqual(await page.getByRole("link", { name: "Webhooks" }).count(), 0)
    await page.getByRole("link", { name: "Why?" }).click()
    await page.getByText("Petr may not do this: Manage webhooks.").waitFor()
    expectNoProblems()
  })

  it("has no violation that axe finds, in both themes and right to left, and fits 320 px", async () => {
    const { code } = await fixture.server.administrator.call<{ readonly code: string }>(
      "PUT",
      `/v2/projects/${projectId}/invite`,
      { type: "VIEW", name: "Ota" }
    )
    const userId = await invite("Rut", "TRANSLATE")
    await fixture.expectForEverybody([
      `${base}/members`,
      `${base}/members/${userId}/access?scope=keys.edit&language=cs`,
      `${base}/api-keys`,
      `/invitations#${code}`
    ])
  })
})
