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

  const call = <A>(...request: Parameters<ServerClient["call"]>) => fixture.server.administrator.call<A>(...request)

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
    await page.getByRole("button", { name: `Branch: ${name}` }).waitFor()
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
    assert.include(await row.textContent(), "main")
    expectNoProblems()
  })

  it("have texts of their own: a text that is written on one is unchanged on the default one", async () => {
    const projectId = await makeBranches("Own texts")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/translations`)
    await page.getByRole("gridcell", { name: /harbour H1/ }).waitFor()
    await switchTo(page, "release/2")
    await page.waitForURL(/branch=release(\/|%2F)2/)
    const cell = page.locator('[data-key="key.0001"][data-language=en]')
    await cell.focus()
    await page.keyboard.press("Enter")
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

  const openActions = async (page: Page, branch: string, action: string) => {
    await page.getByRole("button", { name: `Actions for branch ${branch}` }).click()
    await page.getByRole("menuitem", { name: action }).click()
  }

  it("are renamed, protected and deleted by those who may edit the project", async () => {
    const projectId = await makeBranches("Kept branches")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(
      `/projects/${projectId}/branches?branch=release/2`
    )
    await openActions(page, "release/2", "Rename")
    await page.getByRole("textbox", { name: "Name" }).fill("release/3")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Branch: release/3" }).waitFor()
    await openActions(page, "main", "Protect")
    await page.getByRole("rowheader", { name: /main.*protected/ }).waitFor()
    await openActions(page, "release/3", "Delete branch")
    await page.getByText("The branch goes with its 2 keys").waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Delete branch" }).click()
    await page.getByText("Only the default branch so far").waitFor()
    assert.notInclude(page.url(), "branch=")
    assert.deepStrictEqual(
      (await branchesOf(projectId)).map(({ name, isProtected }) => [name, isProtected]),
      [["main", true]]
    )
    expectNoProblems()
  })

  it("are only seen by others", async () => {
    const projectId = await makeBranches("Seen branches")
    const username = await makeMember(fixture.server, projectId, "Seer", "EDIT")
    const { page, expectNoProblems } = await fixture.open(`/projects/${projectId}/branches`)
    await logIn(page, { username, password: administrator.password })
    await page.getByRole("rowheader", { name: "release/2" }).waitFor()
    assert.strictEqual(await page.getByRole("button", { name: /^Actions/ }).count(), 0)
    assert.strictEqual(await page.getByRole("button", { name: "Create branch" }).getAttribute("aria-disabled"), "true")
    expectNoProblems()
  })

  /** Writes texts of both branches that conflict, and adds a key to `release/2`. */
  const makeConflict = async (projectId: number) => {
    const path = `/v2/projects/${projectId}/translations`
    await call("PUT", path, { key: "key.0000", translations: { en: "Quay" } })
    await call("PUT", path, { key: "key.0000", branch: "release/2", translations: { en: "Pier" } })
    await call("PUT", path, { key: "key.0001", branch: "release/2", translations: { cs: "Molo" } })
    await call("POST", `/v2/projects/${projectId}/keys`, {
      name: "new.key",
      branch: "release/2",
      translations: { en: "New" }
    })
  }

  it("are merged: a conflict is resolved by keys, and the branch is deleted afterwards", async () => {
    const projectId = await makeBranches("Merged branches")
    await makeConflict(projectId)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/branches`)
    await openActions(page, "release/2", "Merge…")
    await page.getByRole("heading", { name: "Merge release/2 into main" }).waitFor()
    await page.waitForURL(/\/branches\/merge\/\d+/)
    for (const name of ["Conflicts (1)", "Added (1)", "Changed (1)"]) await page.getByRole("tab", { name }).waitFor()
    const merge = page.getByRole("button", { name: "Merge", exact: true })
    assert.strictEqual(await merge.getAttribute("aria-disabled"), "true")
    const conflict = page.getByRole("article", { name: /key\.0000/ })
    await conflict.getByText("Not resolved").first().waitFor()
    await page.keyboard.press("n")
    assert.isTrue(await conflict.evaluate((element) => element === element.ownerDocument.activeElement))
    await page.keyboard.press("2")
    await conflict.getByRole("button", { name: /^Take release\/2/, pressed: true }).waitFor()
    await merge.click()
    await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click()
    await page.getByText("Merged into main, ").waitFor()
    assert.strictEqual(await textOf(projectId, "key.0000", "", "en"), "Pier")
    assert.strictEqual(await textOf(projectId, "key.0001", "", "cs"), "Molo")
    assert.strictEqual(await textOf(projectId, "new.key", "", "en"), "New")
    assert.deepStrictEqual(
      (await branchesOf(projectId)).map(({ name }) => name),
      ["main"]
    )
    expectNoProblems()
  })

  it("are compared again when one of them has changed since", async () => {
    const projectId = await makeBranches("Outdated comparison")
    await makeConflict(projectId)
    const source = (await branchesOf(projectId)).find(({ isDefault }) => !isDefault)
    const { id } = await call<{ readonly id: number }>("POST", `/v2/projects/${projectId}/branches/merge/preview`, {
      sourceBranchId: source?.id
    })
    await call("PUT", `/v2/projects/${projectId}/translations`, { key: "key.0001", translations: { cs: "Nábřeží" } })
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/branches/merge/${id}`)
    await page.getByRole("tab", { name: "Conflicts (1)" }).waitFor()
    await page.getByRole("button", { name: "Compare again" }).click()
    await page.getByRole("tab", { name: "Conflicts (2)" }).waitFor()
    await page.getByRole("button", { name: "Take main for all conflicts" }).click()
    await page.getByRole("button", { name: /^Take main ?: key\.0001/, pressed: true }).waitFor()
    await page.getByRole("button", { name: "Discard comparison" }).click()
    await page.getByRole("rowheader", { name: "release/2" }).waitFor()
    expectNoProblems()
  })

  it("are shown to everybody: names, contrast and room of both screens and the switcher", async () => {
    const projectId = await makeBranches("Accessible branches")
    await makeConflict(projectId)
    const source = (await branchesOf(projectId)).find(({ isDefault }) => !isDefault)
    const { id } = await call<{ readonly id: number }>("POST", `/v2/projects/${projectId}/branches/merge/preview`, {
      sourceBranchId: source?.id
    })
    await fixture.expectForEverybody([
      `/projects/${projectId}/branches?branch=release/2`,
      `/projects/${projectId}/branches/merge/${id}`
    ])
    await fixture.expectAccessible(`/projects/${projectId}/branches`, {}, async (page) => {
      await page.getByRole("button", { name: /^Branch: / }).click()
      await page.getByRole("menuitemradio", { name: /^release/ }).waitFor()
    })
  })
})
