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

interface Task {
  readonly number: number
  readonly name: string | null
  readonly state: string
  readonly doneItems: number
  readonly totalItems: number
}

describe.skipIf(!hasBrowser)("tasks in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console-tasks")
  }, 240_000)

  afterAll(() => fixture?.stop())

  const call = <A>(...request: Parameters<ServerClient["call"]>) => fixture.server.administrator.call<A>(...request)

  const taskOf = (projectId: number, number: number) => call<Task>("GET", `/v2/projects/${projectId}/tasks/${number}`)

  const choose = async (page: Page, field: string, ...options: ReadonlyArray<string>) => {
    await page.getByRole("button", { name: new RegExp(`^${field}: `) }).click()
    for (const name of options) await page.getByRole("menuitemcheckbox", { name }).click()
    await page.keyboard.press("Escape")
  }

  it("are created from a selection, translated by Ctrl+Enter with a count of what is done, and finished", async () => {
    const projectId = await makeProject(fixture.server, "Harbour tasks", 4)
    const username = await makeMember(fixture.server, projectId, "Tara", "TRANSLATE")

    const manager = await fixture.openAsAdministrator(`/projects/${projectId}/translations`)
    for (const name of ["key.0000", "key.0001", "key.0002"]) {
      await manager.page.getByRole("checkbox", { name: `Select ${name}` }).click()
    }
    await manager.page.getByRole("button", { name: "Create task" }).click()
    const dialog = manager.page.getByRole("dialog", { name: "Create task" })
    await choose(manager.page, "Languages", "Czech")
    await dialog.getByText("Czech: 3 keys").waitFor()
    await dialog.getByRole("textbox", { name: "Name" }).fill("Release 2.4")
    await choose(manager.page, "Assignees", "Tara")
    await dialog.getByLabel("Due date").fill("2020-01-31")
    await dialog.getByRole("button", { name: "Create task" }).click()
    await manager.page.getByText("Task created").first().waitFor()
    await manager.page.getByRole("link", { name: "Tasks", exact: true }).click()
    const card = manager.page.getByRole("article", { name: "#1 Release 2.4" })
    await card.getByText("0 of 3 done").waitFor()
    await card.getByText(/^Overdue since Jan 31, 2020/).waitFor()

    const { page, expectNoProblems } = await fixture.open("/my-tasks")
    await logIn(page, { username, password: administrator.password })
    await page.getByRole("link", { name: "Continue: Release 2.4" }).click()
    const banner = page.getByRole("region", { name: "Task #1" })
    await banner.getByText("0 of 3 done").waitFor()
    await page.getByRole("gridcell", { name: /harbour H2/ }).waitFor()
    assert.strictEqual(await page.getByRole("gridcell", { name: /harbour/ }).count(), 3)
    await page.locator('[data-key="key.0000"][data-language=cs]').click()
    for (const [index, text] of ["Stání", "Molo", "Přístav"].entries()) {
      await page.getByRole("textbox", { name: `key.000${index}, Czech` }).fill(`${text} {number}`)
      await page.keyboard.press("Control+Enter")
      await banner.getByText(`${index + 1} of 3 done`).waitFor()
    }
    await banner.getByText("All done").waitFor()
    // The sign can be taken back by a key.
    await page.locator('[data-key="key.0002"][data-language=cs]').focus()
    await page.keyboard.press("d")
    await banner.getByText("2 of 3 done").waitFor()
    // Read with its cell: "Done" would say so of every key.
    const sign = page.locator('[data-key="key.0002"][data-language=cs]').getByRole("checkbox")
    await page.getByRole("checkbox", { name: "Mark as done in the task" }).waitFor()
    assert.isFalse(await sign.isChecked())
    await sign.click()
    await banner.getByText("3 of 3 done").waitFor()
    await banner.getByRole("button", { name: "Finish the task" }).click()
    await banner.getByText("This task is closed: Finished").waitFor()
    assert.strictEqual((await taskOf(projectId, 1)).state, "FINISHED")
    expectNoProblems()
    manager.expectNoProblems()
  })

  it("are created for several languages at once, edited, canceled and reopened", async () => {
    const projectId = await makeProject(fixture.server, "Several tasks", 2)
    await call("POST", `/v2/projects/${projectId}/languages`, { name: "German", originalName: "Deutsch", tag: "de" })
    await call("POST", `/v2/projects/${projectId}/tasks`, {
      ...{
        languageId: await languageId(projectId, "cs"),
        type: "TRANSLATE",
        keys: (await keyIds(projectId)).slice(0, 1),
        assignees: []
      }
    })
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/tasks`)
    await page.getByRole("button", { name: "Create task" }).click()
    const dialog = page.getByRole("dialog", { name: "Create task" })
    await choose(page, "Languages", "Czech", "German", "English")
    await dialog.getByText("Czech: 1 key").waitFor()
    await dialog.getByText("English: no key is left for a task").waitFor()
    await dialog.getByText("German: 2 keys").waitFor()
    await dialog.getByText("1 key is left out: another open task of this type has it.").waitFor()
    await dialog.getByRole("button", { name: "Create 2 tasks" }).click()
    await page.getByText("2 tasks created").first().waitFor()
    await page.getByRole("article", { name: "#3 Translate: German" }).getByRole("link", { name: /#3/ }).click()
    await page.getByRole("heading", { name: "Translate: German #3" }).waitFor()
    await page.getByText("2 keys are not done yet.").first().waitFor({ state: "attached" })
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("Up")
    await page.keyboard.press("Enter")
    await page
      .getByRole("dialog")
      .getByText(/between 3 and 255/)
      .waitFor()
    await page.getByRole("textbox", { name: "Name" }).fill("Upper deck")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Upper deck #3" }).waitFor()
    await page.getByRole("button", { name: "Cancel task" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel task" }).click()
    await page.getByRole("button", { name: "Reopen" }).click()
    await page.getByText("Task reopened").first().waitFor()
    assert.strictEqual((await taskOf(projectId, 3)).state, "NEW")
    expectNoProblems()
  })

  const languageId = async (projectId: number, tag: string): Promise<number | undefined> => {
    const { _embedded } = await call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }> }
    }>("GET", `/v2/projects/${projectId}/languages`)
    return _embedded.languages.find((language) => language.tag === tag)?.id
  }

  const keyIds = async (projectId: number): Promise<ReadonlyArray<number>> =>
    (await call<{ readonly ids: ReadonlyArray<number> }>("GET", `/v2/projects/${projectId}/translations/select-all`))
      .ids

  it("are shown to everybody: names, contrast and room of all screens of tasks", async () => {
    const projectId = await makeProject(fixture.server, "Accessible tasks", 3)
    const [first] = await keyIds(projectId)
    const { id: me } = await call<{ readonly id: number }>("GET", "/v2/user")
    const task = { languageId: await languageId(projectId, "cs"), type: "TRANSLATE", keys: await keyIds(projectId) }
    const words = { name: "Release 2.4", description: "Texts of the checkout.", dueDate: 1_000, assignees: [me] }
    await call("POST", `/v2/projects/${projectId}/tasks`, { ...task, ...words })
    await call("PUT", `/v2/projects/${projectId}/tasks/1/keys/${first}`, { done: true })
    await fixture.expectForEverybody([
      `/projects/${projectId}/tasks`,
      `/projects/${projectId}/tasks/1`,
      "/my-tasks",
      `/projects/${projectId}/translations?task=1&done=all`
    ])
    await fixture.expectAccessible(`/projects/${projectId}/tasks`, {}, async (page) => {
      await page.getByRole("button", { name: "Create task" }).click()
      await page.getByRole("dialog", { name: "Create task" }).waitFor()
    })
  })
})
