/** @module-tag exhaustive */
import { readFileSync } from "node:fs"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { ServerClient } from "../server-client.ts"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  logIn,
  makeConsoleFixture,
  makeMember,
  makeOrganizationMember,
  makeProject
} from "./console-fixture.ts"

interface Organization {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string | null
  readonly basePermissions: { readonly type: string | null; readonly scopes: ReadonlyArray<string> }
}

interface OrganizationUser {
  readonly id: number
  readonly username: string
  readonly organizationRole: string | null
}

describe.skipIf(!hasBrowser)("organizations in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console-organizations")
  }, 240_000)

  afterAll(() => fixture?.stop())

  const call = <A>(...request: Parameters<ServerClient["call"]>) => fixture.server.administrator.call<A>(...request)

  const makeOrganization = (name: string) => call<Organization>("POST", "/v2/organizations", { name })

  const usersOf = async (slug: string): Promise<ReadonlyArray<OrganizationUser>> =>
    (
      await call<{ readonly _embedded: { readonly usersInOrganization: ReadonlyArray<OrganizationUser> } }>(
        "GET",
        `/v2/organizations/${slug}/users`
      )
    )._embedded.usersInOrganization

  it("lists mine, and makes a new one that is opened", async () => {
    await makeOrganization("Northern docks")
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/")
    await page.getByRole("button", { name: /^Account:/ }).click()
    await page.getByRole("menuitem", { name: "Organizations" }).click()
    await page.getByRole("row", { name: /Northern docks.*Owner/ }).waitFor()
    await page.getByRole("button", { name: "Create organization" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Eastern docks")
    await page.getByLabel("URL name").fill("northern-docks")
    await page.keyboard.press("Enter")
    await page.getByText("This slug is taken.").waitFor()
    await page.getByLabel("URL name").fill("")
    await page.getByLabel("Description").fill("Cranes & ropes")
    await page.getByRole("dialog").getByRole("button", { name: "Create organization" }).click()
    await page.waitForURL("**/organizations/eastern-docks")
    await page.getByText("No projects yet").waitFor()
    await page.getByRole("button", { name: "Create project" }).waitFor()
    await page.getByRole("button", { name: "From files" }).click()
    await page.getByText("Supported formats: JSON, Flutter ARB, Android XML").waitFor()
    await page
      .locator("input[type=file]:not([webkitdirectory])")
      .setInputFiles([{ name: "pdf.ftl", mimeType: "text/plain", buffer: Buffer.from("home = Harbour") }])
    await page.getByRole("button", { name: /Eastern docks/ }).waitFor()
    await page.getByText("No language in the name: choose it on the next page").waitFor()
    await page.getByRole("button", { name: "Create project" }).click()
    await page.getByText("No language in the name · 1 text").waitFor()
    await page.getByRole("button", { name: /Import into/ }).click()
    await page.getByRole("option", { name: "Create a language" }).click()
    assert.strictEqual(await page.getByRole("searchbox", { name: "Find a language" }).inputValue(), "")
    const created = await call<Organization>("GET", "/v2/organizations/eastern-docks")
    assert.deepInclude(created, { name: "Eastern docks", description: "Cranes & ropes" })
    expectNoProblems()
  })

  it("shows its projects, and creates one in it", async () => {
    const { id, slug } = await makeOrganization("Project yard")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/organizations/${slug}`)
    await page.getByRole("button", { name: "Create project" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: /Project yard/ }).waitFor()
    await dialog.getByRole("textbox", { name: "Name" }).fill("Yard app")
    await dialog.getByRole("button", { name: "Create project" }).click()
    await page.waitForURL("**/translations")
    await page.goto(`${fixture.server.address}/organizations/${slug}`)
    await page.getByRole("link", { name: "Yard app" }).waitFor()
    const { _embedded } = await call<{
      readonly _embedded: { readonly projects: ReadonlyArray<{ readonly organizationOwner: { readonly id: number } }> }
    }>("GET", `/v2/organizations/${slug}/projects`)
    assert.deepStrictEqual(
      _embedded.projects.map(({ organizationOwner }) => organizationOwner.id),
      [id]
    )
    expectNoProblems()
  })

  it("changes its profile; a new address name is a new address", async () => {
    const { id, slug } = await makeOrganization("Profile office")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/organizations/${slug}/settings`)
    await page.getByLabel("Name", { exact: true }).fill("Renamed office")
    await page.getByLabel("URL name").fill("renamed-office")
    await page.getByRole("button", { name: "Save" }).click()
    await page.waitForURL("**/organizations/renamed-office/settings")
    await page.getByText("Renamed office").first().waitFor()
    assert.strictEqual((await call<Organization>("GET", "/v2/organizations/renamed-office")).id, id)
    expectNoProblems()
  })

  it("changes the base permission by type and by single scopes", async () => {
    const { slug } = await makeOrganization("Base camp")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/organizations/${slug}/settings`)
    const dialog = page.getByRole("dialog", { name: "Base permission" })
    const base = async () => (await call<Organization>("GET", `/v2/organizations/${slug}`)).basePermissions
    await page.getByRole("button", { name: "Change base permission" }).click()
    await dialog.getByText("Translate", { exact: true }).click()
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.waitFor({ state: "detached" })
    assert.strictEqual((await base()).type, "TRANSLATE")
    await page.getByRole("button", { name: "Change base permission" }).click()
    await dialog.getByText("None", { exact: true }).click()
    await dialog.getByText("Granular", { exact: true }).click()
    await dialog.getByText("View keys", { exact: true }).click()
    // Languages belong to projects.
    assert.strictEqual(await dialog.getByText("Languages to translate").count(), 0)
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.waitFor({ state: "detached" })
    const { type, scopes } = await base()
    assert.deepStrictEqual([type, scopes], [null, ["keys.view"]])
    expectNoProblems()
  })

  it("invites by a link, changes a role, and removes a member", async () => {
    const { slug } = await makeOrganization("People pier")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/organizations/${slug}/members`)
    await page.getByRole("button", { name: "Invite" }).click()
    await page.getByLabel("Name (optional)").fill("Iva")
    await page.getByRole("button", { name: "Create link" }).click()
    const link = String(await page.getByText(/\/invitations#/).textContent())
    await page.getByRole("button", { name: "Close" }).last().click()
    await page.getByRole("row", { name: /Iva.*Member/ }).waitFor()

    const { pathname, hash } = new URL(link)
    const guest = await fixture.open(`${pathname}${hash}`)
    await guest.page.getByText("invites you to the organization People pier").waitFor()
    await guest.page.getByLabel("Your name").fill("Iva")
    await guest.page.getByLabel("E-mail address").fill("iva@example.org")
    await guest.page.getByLabel("Password").fill(administrator.password)
    await guest.page.getByRole("button", { name: "Create account and accept" }).click()
    await guest.page.getByText("Welcome to People pier").first().waitFor()
    await guest.page.waitForURL("**/organizations/people-pier")
    guest.expectNoProblems()

    await page.reload()
    await page.getByRole("button", { name: "Make: Owner: Iva" }).click()
    await page.getByRole("row", { name: /Iva.*Owner/ }).waitFor()
    const roleOfIva = async () =>
      (await usersOf(slug)).find(({ username }) => username === "iva@example.org")?.organizationRole
    assert.strictEqual(await roleOfIva(), "OWNER")
    const own = page.getByRole("button", { name: /^Make: Member: admin/ })
    assert.strictEqual(await own.getAttribute("aria-disabled"), "true")
    await page.getByRole("button", { name: "Remove Iva from the organization" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByRole("row", { name: /Iva/ }).waitFor({ state: "detached" })
    assert.isUndefined(await roleOfIva())
    expectNoProblems()
  })

  it("withdraws an invitation", async () => {
    const { slug } = await makeOrganization("Withdrawn wharf")
    await call("PUT", `/v2/organizations/${slug}/invite`, { roleType: "OWNER", name: "Nobody" })
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/organizations/${slug}/members`)
    await page.getByRole("button", { name: "Withdraw the invitation: Nobody" }).click()
    await page.getByText("Invitation withdrawn").first().waitFor()
    const { _embedded } = await call<{
      readonly _embedded: { readonly organizationInvitations: ReadonlyArray<object> }
    }>("GET", `/v2/organizations/${slug}/invitations`)
    assert.deepStrictEqual(_embedded.organizationInvitations, [])
    expectNoProblems()
  })

  it("is left by a member, not by its last owner", async () => {
    const { slug } = await makeOrganization("Leaving lock")
    const username = await makeOrganizationMember(fixture.server, slug, "Mina")
    const { page, expectNoProblems } = await fixture.open(`/organizations/${slug}/settings`)
    await logIn(page, { username, password: administrator.password })
    await page.getByText("Only owners of the organization can do this.").first().waitFor()
    for (const name of ["Save", "Change base permission", "Delete organization"]) {
      assert.strictEqual(await page.getByRole("button", { name }).getAttribute("aria-disabled"), "true", name)
    }
    await page.getByRole("button", { name: "Leave organization" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Leave organization" }).click()
    await page.getByText("You left Leaving lock").first().waitFor()
    assert.notInclude(
      (await usersOf(slug)).map((user) => user.username),
      username
    )
    expectNoProblems()

    const owner = await fixture.openAsAdministrator(`/organizations/${slug}/settings`)
    await owner.page.getByRole("button", { name: "Leave organization" }).click()
    await owner.page.getByRole("dialog").getByRole("button", { name: "Leave organization" }).click()
    await owner.page.getByText("The organization would be left without an owner.").waitFor()
    owner.expectNoProblems()
  })

  it("shows a user with only direct permissions the projects, not the members", async () => {
    const projectId = await makeProject(fixture.server, "Guest project", 1)
    const username = await makeMember(fixture.server, projectId, "Gita", "VIEW")
    const { organizationOwner } = await call<{ readonly organizationOwner: Organization }>(
      "GET",
      `/v2/projects/${projectId}`
    )
    const { page, expectNoProblems } = await fixture.open(`/organizations/${organizationOwner.slug}/members`)
    await logIn(page, { username, password: administrator.password })
    await page.getByText("Only members can see the members.").waitFor()
    const navigation = page.getByRole("navigation", { name: "Organization" })
    assert.strictEqual(await navigation.getByRole("link", { name: "Members" }).count(), 0)
    await navigation.getByRole("link", { name: "Projects" }).click()
    await page.getByRole("link", { name: "Guest project" }).waitFor()
    expectNoProblems()
  })

  it("says who can turn single sign-on on where the server has none, instead of asking to try again", async () => {
    const { slug } = await makeOrganization("Docks without single sign-on")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/organizations/${slug}/single-sign-on`)
    await page.getByText("Single sign-on is off for organizations").waitFor()
    await page.getByText("DRAGOMAN_SSO_ORGANIZATIONS").waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Try again" }).count(), 0)
    await page.goto(`${fixture.server.address}/account/connection`)
    await page.getByText("This server has no providers. You log in with your password.").waitFor()
    expectNoProblems()
  })

  it("is deleted with its projects after its name was typed", async () => {
    const { slug, id } = await makeOrganization("Doomed dock")
    const project = await call<{ readonly id: number }>("POST", "/v2/projects", {
      name: "Doomed with it",
      organizationId: id,
      languages: [{ tag: "en", name: "English", originalName: "English" }]
    })
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/organizations/${slug}/settings`)
    await page.getByRole("button", { name: "Delete organization" }).click()
    await page.getByLabel("Type Doomed dock to confirm").fill("Doomed dock")
    await page.getByRole("dialog").getByRole("button", { name: "Delete organization" }).click()
    await page.getByText("Doomed dock deleted").first().waitFor()
    await page.waitForURL("**/organizations")
    await page.getByRole("row", { name: /Doomed dock/ }).waitFor({ state: "detached" })
    await page.goto(`${fixture.server.address}/projects/${project.id}`)
    await page.getByText("This project does not exist, or you may not see it.").waitFor()
    expectNoProblems()
  })

  it("50: a shared translation memory is made, assigned, filled, browsed, and used in the settings of a project", async () => {
    const { slug, id } = await makeOrganization("Memory mole")
    const languages = ["en", "cs"].map((tag) => ({ tag, name: tag, originalName: tag }))
    const project = await call<{ readonly id: number }>("POST", "/v2/projects", {
      name: "Ferry",
      organizationId: id,
      baseLanguageTag: "en",
      languages
    })
    await call("POST", `/v2/projects/${project.id}/keys/create`, {
      name: "ferry.title",
      translations: { en: "Ferry to the island", cs: "Trajekt na ostrov" }
    })
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/organizations/${slug}/memories`)
    await page.getByRole("row", { name: /Ferry.*Of one project/ }).waitFor()
    await page.getByRole("button", { name: "Create shared memory" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name", { exact: true }).fill("Ferry")
    await dialog.getByRole("button", { name: /Add project/ }).click()
    await page.getByRole("option", { name: "Ferry" }).click()
    await dialog.getByRole("group", { name: "Ferry" }).getByLabel("Penalty in percent").fill("10")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByText("The organization has a memory or a project with the name Ferry.").waitFor()
    await dialog.getByLabel("Name", { exact: true }).fill("Harbour terms")
    await dialog.getByRole("button", { name: "Save" }).click()

    await page.getByRole("heading", { name: "Harbour terms" }).waitFor()
    await page.getByRole("row", { name: "Ferry Yes Yes 1 10" }).waitFor()
    await page
      .getByRole("row", { name: "Ferry to the island Trajekt na ostrov Live text of Ferry ferry.title" })
      .waitFor()
    await page.getByRole("button", { name: "Add entry" }).click()
    await page.getByLabel("Source text", { exact: true }).fill("Anchor")
    await page.getByLabel("Translation", { exact: true }).fill("Kotva")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Edit Czech: Anchor" }).click()
    await page.getByLabel("Czech", { exact: true }).fill("Kotvička")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("row", { name: /Anchor Kotvička/ }).waitFor()

    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export TMX" }).click()
    const file = await (await download).path()
    await page.getByRole("button", { name: "Delete the entries of: Anchor" }).click()
    await page.getByRole("row", { name: /Anchor/ }).waitFor({ state: "detached" })
    await page.setInputFiles("input[type=file]", file)
    await page.getByText("Imported: 2 new, 0 replaced, 0 skipped.").first().waitFor()
    await page.getByRole("row", { name: /Anchor Kotvička/ }).waitFor()

    await page.goto(`${fixture.server.address}/projects/${project.id}/settings`)
    await page.getByText("also to translators who cannot enter that project").waitFor()
    await page.getByText("Suggest from it · Add its translations · Priority: 1 · Penalty in percent: 10").waitFor()
    await page.getByRole("button", { name: "Change the use of Harbour terms" }).click()
    await dialog.getByText("Add its translations").click()
    await dialog.getByLabel("Penalty in percent").fill("")
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByText("Suggest from it · Priority: 1 · Penalty in percent: 0").waitFor()
    await page.getByRole("button", { name: "Change the use of Harbour terms" }).click()
    await dialog.getByRole("button", { name: "Stop using Harbour terms" }).click()
    await page.getByRole("button", { name: /Add memory/ }).click()
    await page.getByRole("option", { name: "Harbour terms" }).click()
    await page.getByText("Suggest from it · Priority: 1 · Penalty in percent: 0").waitFor()
    expectNoProblems()
  })

  it("a glossary is made, assigned, filled by keyboard, searched, and comes back from its file", async () => {
    const { slug, id } = await makeOrganization("Glossary gate")
    const languages = ["en", "cs", "de"].map((tag) => ({ tag, name: tag, originalName: tag }))
    await call("POST", "/v2/projects", { name: "Ferry", organizationId: id, baseLanguageTag: "en", languages })
    const start = `/organizations/${slug}/glossaries`
    const { page, expectNoProblems } = await fixture.openAsAdministrator(start)
    await page.getByText("No glossaries yet").waitFor()
    await page.getByRole("button", { name: "Create glossary" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name", { exact: true }).fill("Harbour terms")
    await dialog.getByRole("button", { name: /Add project/ }).click()
    await page.getByRole("option", { name: "Ferry" }).click()
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Harbour terms" }).waitFor()
    await page.getByText("English · Ferry").waitFor()

    const term = (text: string) => page.locator(`[data-term="${text}"]`)
    const cell = (text: string, tag: string) =>
      page
        .getByRole("row")
        .filter({ has: term(text) })
        .locator(`[data-language=${tag}]`)
    await page.getByText("No terms yet").waitFor()
    await page.keyboard.press("n")
    await dialog.getByLabel("Term", { exact: true }).fill("Dragoman")
    await dialog.getByText("Not translated").click()
    await dialog.getByRole("button", { name: "Add term" }).click()
    await term("Dragoman").waitFor()
    await page.getByRole("button", { name: "Add term" }).click()
    await dialog.getByLabel("Term", { exact: true }).fill("Anchor")
    await dialog.getByLabel("Description").fill("Holds the ship")
    await page.keyboard.press("Tab")
    await dialog.getByRole("button", { name: "Add term" }).click()

    await term("Anchor").getByText("Holds the ship").waitFor()
    await cell("Anchor", "cs").focus()
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "Anchor, Czech" }).waitFor()
    await page.keyboard.type("Kotva")
    await page.keyboard.press("Enter")
    await page.locator("[role=gridcell][data-language=cs]:focus").getByText("Kotva").waitFor()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("F2")
    await page.getByRole("textbox", { name: "Anchor, German" }).fill("Anker")
    await page.getByRole("searchbox", { name: "Search terms" }).click()
    await cell("Anchor", "de").getByText("Anker").waitFor()
    assert.strictEqual(await cell("Anchor", "de").getByRole("textbox").count(), 0, "leaving it saves and closes it")
    await cell("Dragoman", "de").getByText("Dragoman").click()
    assert.strictEqual(await page.getByRole("textbox", { name: "Dragoman, German" }).count(), 0)

    await page.getByRole("searchbox", { name: "Search terms" }).fill("kotv")
    await page.waitForURL("**q=kotv*")
    await term("Dragoman").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Clear search" }).click()
    await term("Dragoman").waitFor()

    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export" }).click()
    await page.getByRole("menuitem", { name: "TBX" }).click()
    const file = await (await download).path()
    await page.getByRole("checkbox", { name: "Select Anchor" }).check()
    await page.getByRole("button", { name: "Delete 1 term" }).click()
    await dialog.getByRole("button", { name: "Delete 1 term" }).click()
    await term("Anchor").waitFor({ state: "detached" })
    const importFile = async (chosen: Parameters<typeof page.setInputFiles>[1]) => {
      await page.getByRole("button", { name: "Import" }).click()
      await page.setInputFiles("input[type=file]", chosen)
      await dialog.getByRole("button", { name: "Import" }).click()
    }
    await importFile({ name: "terms.tbx", mimeType: "application/xml", buffer: readFileSync(file) })
    await page.getByText("2 terms imported").first().waitFor()
    await cell("Anchor", "cs").getByText("Kotva").waitFor()

    const rows = Array.from({ length: 400 }, (_, index) => `Berth ${String(index).padStart(3, "0")},Stání ${index}`)
    await importFile({ name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(`term,cs\n${rows.join("\n")}`) })
    await page.getByText("402 terms", { exact: true }).waitFor()
    await term("Dragoman").focus()
    await page.keyboard.press("End")
    await page.locator("[role=gridcell]:focus").waitFor()
    assert.strictEqual(await page.locator("[role=row]:has(:focus)").getAttribute("aria-rowindex"), "403")
    assert.isBelow(await page.getByRole("row").count(), 60, "rows that nobody sees are not drawn")

    await page.getByRole("button", { name: "Edit glossary" }).click()
    await dialog.getByLabel("Name", { exact: true }).fill("Dock terms")
    await dialog.getByRole("button", { name: "Remove Ferry" }).click()
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByText("English · No project uses it.").waitFor()
    await page.getByRole("button", { name: "Delete glossary" }).click()
    await dialog.getByLabel("Type Dock terms to confirm").fill("Dock terms")
    await dialog.getByRole("button", { name: "Delete glossary" }).click()
    await page.getByText("No glossaries yet").waitFor()
    expectNoProblems()
  })

  it("has no violation that axe finds, in both themes and right to left, and fits 320 px", async () => {
    const { slug, id } = await makeOrganization("Looked at from all sides")
    await call("POST", "/v2/projects", {
      name: "A project with a rather long name, as they are",
      organizationId: id,
      languages: [{ tag: "en", name: "English", originalName: "English" }]
    })
    await makeOrganizationMember(fixture.server, slug, "Olga")
    await call("PUT", `/v2/organizations/${slug}/invite`, { roleType: "OWNER", name: "Waiting" })
    const memory = await call<{ readonly id: number }>("POST", `/v2/organizations/${slug}/translation-memories`, {
      name: "Terms",
      sourceLanguageTag: "en"
    })
    const entry = { sourceText: "Anchor", targetText: "Kotva", targetLanguageTag: "cs" }
    await call("POST", `/v2/organizations/${slug}/translation-memories/${memory.id}/entries`, entry)
    const start = `/organizations/${slug}`
    const glossary = await call<{ readonly id: number }>("POST", `/v2${start}/glossaries`, {
      name: "Words",
      baseLanguageTag: "en",
      assignedProjectIds: []
    })
    for (const flags of [{}, { flagForbiddenTerm: true, description: "Not used any more" }]) {
      await call("POST", `/v2${start}/glossaries/${glossary.id}/terms`, { text: "Anchor", ...flags })
    }
    const glossaries = [`${start}/glossaries`, `${start}/glossaries/${glossary.id}?languages=cs,ar`]
    const memories = [`${start}/memories`, `${start}/memories/${memory.id}`]
    const profile = [start, `${start}/members`, `${start}/settings`]
    await fixture.expectForEverybody(["/organizations", ...profile, ...memories, ...glossaries])
  })
})
