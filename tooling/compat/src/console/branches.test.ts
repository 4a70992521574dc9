/** @module-tag exhaustive */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ConsoleFixture, hasBrowser, makeConsoleFixture, makeProject } from "./console-fixture.ts"

interface Branch {
  readonly id: number
  readonly name: string
  readonly isDefault: boolean
  readonly isProtected: boolean
}

describe.skipIf(!hasBrowser)("branches in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console-branches")
  }, 240_000)

  afterAll(() => fixture?.stop())

  const call = <A>(method: string, path: string, body?: unknown) =>
    fixture.server.administrator.call<A>(method, path, body)

  const branchesOf = async (projectId: number): Promise<ReadonlyArray<Branch>> =>
    (
      await call<{ readonly _embedded: { readonly branches: ReadonlyArray<Branch> } }>(
        "GET",
        `/v2/projects/${projectId}/branches`
      )
    )._embedded.branches

  const useBranches = (projectId: number, name: string) =>
    call("PUT", `/v2/projects/${projectId}`, { name, baseLanguageId: null, useBranching: true })

  /** A project with branches: `main` with two keys, and `release/2` made of it. */
  const makeBranches = async (name: string): Promise<number> => {
    const projectId = await makeProject(fixture.server, name, 2)
    await useBranches(projectId, name)
    const [main] = await branchesOf(projectId)
    await call("POST", `/v2/projects/${projectId}/branches`, { name: "release/2", originBranchId: main?.id })
    return projectId
  }

  const textOf = async (projectId: number, key: string, branch: string, tag: string) => {
    const query = new URLSearchParams({ filterKeyName: key, languages: tag, branch })
    const list = await call<{
      readonly _embedded?: {
        readonly keys: ReadonlyArray<{ readonly translations: Record<string, { readonly text: string | null }> }>
      }
    }>("GET", `/v2/projects/${projectId}/translations?${query}`)
    return list._embedded?.keys[0]?.translations[tag]?.text ?? null
  }

  const switcher = (page: Page) => page.getByRole("navigation", { name: "Path" }).getByRole("button")

  const switchTo = async (page: Page, name: string) => {
    await page.getByRole("button", { name: /^Branch: / }).click()
    await page.getByRole("menuitemradio", { name: new RegExp(`^${name}`) }).click()
  }

  it("are switched on in the settings, created with a name and an origin, and listed", async () => {
    const projectId = await makeProject(fixture.server, "New branches", 2)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/branches`)
    await page.getByText("This project uses no branches").waitFor()
    assert.strictEqual(await switcher(page).count(), 0)
    await page.getByRole("link", { name: "To the settings" }).click()
    await page.getByText("Use branches", { exact: true }).click()
    await page.getByRole("button", { name: "Save" }).first().click()
    await page.getByRole("link", { name: "Branches", exact: true }).click()
    await page.getByText("Only the default branch so far").waitFor()
    await page.getByRole("button", { name: "Create branch" }).click()
    await page.getByLabel("Name").fill("Release 2")
    await page.keyboard.press("Enter")
    await page.getByText(/2 to 100 small letters/).waitFor()
    await page.getByLabel("Name").fill("release/2")
    await page.keyboard.press("Enter")
    await page.getByRole("rowheader", { name: "release/2" }).waitFor()
    const row = page.getByRole("row", { name: /release\/2/ })
    assert.include(await row.innerText(), "main")
    expectNoProblems()
  })

  it("have texts of their own: a text that is written on one is unchanged on the default one", async () => {
    const projectId = await makeBranches("Own texts")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/translations`)
    await page.getByRole("gridcell", { name: /harbour H1/ }).waitFor()
    await switchTo(page, "release/2")
    await page.waitForURL(/branch=release(\/|%2F)2/)
    await page.getByRole("gridcell", { name: /harbour H1/ }).click()
    await page.getByRole("textbox", { name: "key.0001, English" }).fill("Pier 1")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Saved").first().waitFor()
    assert.strictEqual(await textOf(projectId, "key.0001", "release/2", "en"), "Pier 1")
    assert.strictEqual(await textOf(projectId, "key.0001", "", "en"), "Berth {number} in harbour H1")
    // Links inside of the project stay on the branch.
    for (const name of ["Import", "Export", "Dashboard", "Activity", "Trash", "Jobs"]) {
      await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name }).click()
      await page.waitForURL(/branch=release(\/|%2F)2/)
    }
    await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Translations" }).click()
    await page.getByText("Pier 1").waitFor()
    await switchTo(page, "main")
    await page.getByRole("gridcell", { name: /harbour H1/ }).waitFor()
    assert.notInclude(page.url(), "branch=")
    expectNoProblems()
  })
})
