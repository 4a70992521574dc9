/** @module-tag exhaustive */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ConsoleFixture, hasBrowser, makeConsoleFixture, makeProject } from "./console-fixture.ts"

describe.skipIf(!hasBrowser)("undo in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console-undo")
  }, 240_000)

  afterAll(() => fixture?.stop())

  it("shows what a change brought and what stays, and leads to the new change", async () => {
    const projectId = await makeProject(fixture.server, "Undo", 2)
    const { administrator } = fixture.server
    const write = (translations: object) =>
      administrator.call("PUT", `/v2/projects/${projectId}/translations`, { key: "key.0001", translations })
    const textOf = async () => {
      const list = await administrator.call<{
        readonly _embedded: {
          readonly keys: ReadonlyArray<{ readonly translations: { readonly en: { readonly text: string } } }>
        }
      }>("GET", `/v2/projects/${projectId}/translations?filterKeyName=key.0001&languages=en`)
      return list._embedded.keys[0]?.translations.en.text
    }
    const before = await textOf()
    await write({ en: "Wrong" })
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/activity`)
    await page.getByRole("button", { name: "Undo this change" }).first().click()
    const dialog = page.getByRole("dialog", { name: "Undo changes" })
    await dialog.getByText("1 key changes").waitFor()
    await dialog.getByRole("cell", { name: "Wrong" }).waitFor()
    assert.strictEqual(await textOf(), "Wrong")
    await dialog.getByRole("button", { name: "Undo", exact: true }).click()
    await page.getByText("Changes undone.").first().waitFor()
    assert.strictEqual(await textOf(), before)
    await page.getByRole("button", { name: "Show", exact: true }).click()
    await page.waitForURL(/\/activity\/\d+$/)
    await page.getByText("undid changes").first().waitFor()
    expectNoProblems()

    await write({ en: "Later" })
    await fixture.expectAccessible(`/projects/${projectId}/activity`, {}, async (shown) => {
      // The revert, whose text was changed since.
      await shown.getByRole("button", { name: "Undo this change" }).nth(1).click()
      await shown.getByText("1 value stays as it is.").waitFor()
      await shown.getByText("Changed since").waitFor()
    })
  })
})
