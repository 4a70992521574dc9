/** @module-tag exhaustive */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { ServerClient } from "../server-client.ts"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  logIn,
  makeConsoleFixture,
  makeOrganizationMember,
  makeProject
} from "./console-fixture.ts"

describe.skipIf(!hasBrowser)("the audit log in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let memberId: number
  let projectId: number
  let slug: string

  const call = <A>(...request: Parameters<ServerClient["call"]>) => fixture.server.administrator.call<A>(...request)

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console-audit-log")
    const { id, slug: own } = await call<{ readonly id: number; readonly slug: string }>("POST", "/v2/organizations", {
      name: "Harbour company"
    })
    slug = own
    await makeOrganizationMember(fixture.server, slug, "Jana")
    const { _embedded } = await call<{
      readonly _embedded: { readonly usersInOrganization: ReadonlyArray<{ id: number; username: string }> }
    }>("GET", `/v2/organizations/${id}/users`)
    memberId = _embedded.usersInOrganization.find(({ username }) => username === "jana@example.org")?.id ?? 0
    await call("PUT", `/v2/organizations/${id}/users/${memberId}/set-role`, { roleType: "OWNER" })
    projectId = await makeProject(fixture.server, "Harbour booking", 0)
    await fetch(`${fixture.server.address}/api/public/generatetoken`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "jana@example.org", password: "not this one" })
    })
  }, 240_000)

  afterAll(() => fixture?.stop())

  const entries = (page: Page) => page.getByRole("list", { name: "Audit log" }).getByRole("listitem")

  it("says who did what, from where, with what came before and after", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    await page.getByRole("navigation", { name: "Server" }).getByRole("link", { name: "Audit log" }).click()
    await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor()
    const role = entries(page).filter({ hasText: "admin set the role of a member: jana@example.org" })
    await role.getByText("127.0.0.1").waitFor()
    await role.getByText("Harbour company").waitFor()
    assert.strictEqual(await role.locator("del").textContent(), "MEMBER")
    assert.strictEqual(await role.locator("ins").textContent(), "OWNER")
    const failed = entries(page).filter({ hasText: "jana@example.org failed to log in" })
    await failed.getByText(/^Failed: /).waitFor()
    // The name of a project leads to its screen.
    await page.getByRole("link", { name: "Harbour booking" }).click()
    await page.waitForURL(`**/projects/${projectId}`)
    expectNoProblems()
  })

  it("is filtered by the address of the screen, which a reload keeps", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/audit-log")
    await entries(page).first().waitFor()
    await page.getByLabel("User name").fill("jana")
    await page.getByRole("button", { name: /Outcome/ }).click()
    await page.getByRole("option", { name: "Failed" }).click()
    await page.waitForURL(/user=jana&outcome=FAILURE|outcome=FAILURE&user=jana/)
    await entries(page).filter({ hasText: "failed to log in" }).waitFor()
    assert.strictEqual(await entries(page).count(), 1)
    await page.reload()
    await entries(page).filter({ hasText: "failed to log in" }).waitFor()
    assert.strictEqual(await entries(page).count(), 1)
    await page.getByLabel("Address").fill("203.0.113.7")
    await page.getByText("No matching entries").waitFor()
    await page.getByRole("button", { name: "Clear filters" }).first().click()
    await entries(page).filter({ hasText: "logged in" }).first().waitFor()
    assert.notInclude(page.url(), "user=")
    // The changes of one object alone.
    await page.getByRole("button", { name: "Only this: Harbour booking" }).first().click()
    await page.waitForURL(`**object=PROJECT.${projectId}`)
    await entries(page).filter({ hasText: "created a project" }).waitFor()
    assert.strictEqual(await entries(page).count(), 1)
    expectNoProblems()
  })

  it("is downloaded as lines of JSON, as far as the filters let it through", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/audit-log?outcome=FAILURE")
    await entries(page).first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download as NDJSON" }).click()
    ])
    assert.strictEqual(download.suggestedFilename(), "audit-log.ndjson")
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n")
    assert.deepStrictEqual(
      lines.map((line) => (JSON.parse(line) as { readonly action: string }).action),
      ["LOGIN_FAILED"]
    )
    expectNoProblems()
  })

  it("of an organization is for its owners, without logins and whole addresses", async () => {
    const { page, expectNoProblems } = await fixture.open(`/login?to=/organizations/${slug}/audit-log`)
    await logIn(page, { username: "jana@example.org", password: administrator.password })
    await entries(page).filter({ hasText: "set the role of a member" }).waitFor()
    await entries(page).filter({ hasText: "accepted an invitation" }).waitFor()
    assert.strictEqual(await entries(page).filter({ hasText: "logged in" }).count(), 0)
    assert.strictEqual(await page.getByText("127.0.0.1").count(), 0)
    await page.getByText("127.0.0.0/24").first().waitFor()
    assert.strictEqual(await page.getByLabel("Address", { exact: true }).count(), 0)
    expectNoProblems()
    await makeOrganizationMember(fixture.server, slug, "Karel")
    const other = await fixture.open(`/login?to=/organizations/${slug}/audit-log`)
    await logIn(other.page, { username: "karel@example.org", password: administrator.password })
    await other.page.getByText(/owner/i).first().waitFor()
    assert.strictEqual(await entries(other.page).count(), 0)
    assert.strictEqual(await other.page.getByRole("link", { name: "Audit log" }).count(), 0)
    other.expectNoProblems()
  })

  it("is for everybody: axe, dark, right to left, 320 px", async () => {
    await fixture.expectForEverybody(["/server/audit-log", `/organizations/${slug}/audit-log`])
  })
})
