/** @module-tag exhaustive */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { logIn, type ServerClient } from "../server-client.ts"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  makeConsoleFixture,
  makeMember,
  makeProject
} from "./console-fixture.ts"

interface Keys {
  readonly _embedded: {
    readonly keys: ReadonlyArray<{ readonly keyId: number }>
  }
}

describe.skipIf(!hasBrowser)("notifications in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let jana: ServerClient
  let keyId: number
  let languageId: number
  let adminId: number

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console-notifications")
    const { server } = fixture
    projectId = await makeProject(server, "Harbour booking", 2)
    const username = await makeMember(server, projectId, "Jana", "TRANSLATE")
    jana = await logIn(server.address, username, administrator.password)
    const { _embedded } = await server.administrator.call<Keys>(
      "GET",
      `/v2/projects/${projectId}/translations?languages=cs`
    )
    keyId = _embedded.keys[0]?.keyId ?? 0
    const languages = await server.administrator.call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }> }
    }>("GET", `/v2/projects/${projectId}/languages`)
    languageId = languages._embedded.languages.find(({ tag }) => tag === "cs")?.id ?? 0
    adminId = (await server.administrator.call<{ readonly id: number }>("GET", "/v2/user")).id
  }, 240_000)

  afterAll(() => fixture?.stop())

  const commentAsJana = (text: string) =>
    jana.call("POST", `/v2/projects/${projectId}/translations/create-comment`, { keyId, languageId, text })

  const seeAll = () => fixture.server.administrator.call("PUT", "/v2/notifications-mark-seen", {})

  it("the bell counts what comes while the page is open, and an entry leads to its comment", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}`)
    // Each test logs in with another browser, which is told, too.
    await page.getByRole("button", { name: /^Notifications: \d+ unseen$/ }).waitFor()
    await seeAll()
    await page.getByRole("button", { name: "Notifications", exact: true }).waitFor()
    await commentAsJana(`Ask @[Admin](user:${adminId}), please`)
    const bell = page.getByRole("button", { name: "Notifications: 1 unseen" })
    await bell.click()
    const popover = page.getByRole("dialog", { name: "Notifications" })
    await popover
      .getByRole("link", { name: /^Unseen: Jana mentioned you in a comment on key\.0000 \(cs\) in Harbour booking/ })
      .click()
    await page.waitForURL(`**/projects/${projectId}/translations?**`)
    await page.getByRole("list", { name: "Comments" }).getByText("please").waitFor()
    await page.getByRole("button", { name: "Notifications", exact: true }).waitFor()
    expectNoProblems()
  })

  it("the list marks all as seen, shows only the others, and closes with Escape in the bell", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/account/notifications")
    await page.getByRole("button", { name: /^Notifications: \d+ unseen$/ }).waitFor()
    await seeAll()
    await commentAsJana(`Again @[Admin](user:${adminId})`)
    const list = page.getByRole("region", { name: "Notifications" })
    await list.getByRole("link", { name: /^Unseen: .*Jana mentioned you/ }).waitFor()
    await page.getByRole("button", { name: "Notifications: 1 unseen" }).press("Enter")
    await page.getByRole("dialog", { name: "Notifications" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog", { name: "Notifications" }).waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Mark all as seen" }).click()
    await page.getByRole("button", { name: "Notifications", exact: true }).waitFor()
    await list
      .getByRole("link", { name: /^Jana mentioned you/ })
      .first()
      .waitFor()
    await page.getByText("Unseen only").click()
    await page.getByRole("paragraph").filter({ hasText: "You have seen all notifications." }).waitFor()
    expectNoProblems()
  })

  it("the settings switch a channel off at once, and never the security of the account", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/account/notifications?view=settings")
    const box = page.getByRole("checkbox", { name: "Comments: By mail" })
    assert.isTrue(await box.isChecked())
    assert.isTrue(await page.getByRole("checkbox", { name: "Account security: By mail" }).isDisabled())
    await page
      .getByRole("row", { name: /^Comments/ })
      .locator("label")
      .nth(1)
      .click()
    await page.getByRole("status").getByText("Saved").waitFor()
    await page.reload()
    await box.waitFor({ state: "attached" })
    assert.isFalse(await box.isChecked())
    const settings = await fixture.server.administrator.call("GET", "/v2/notification-settings")
    assert.deepInclude(settings as object, { comments: { inApp: true, email: false } })
    expectNoProblems()
  })

  it("an @ in a comment asks whom it mentions, and that user is told", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(
      `/projects/${projectId}/translations?id=${keyId}&languages=cs&key=${keyId}:cs&panel=comments`
    )
    const field = page.getByRole("textbox", { name: "New comment" })
    await field.pressSequentially("Ask @")
    const picker = page.getByRole("dialog", { name: "Mention" })
    await picker.getByLabel("User name").fill("jan")
    await picker.getByRole("option", { name: /Jana/ }).click()
    await picker.waitFor({ state: "detached" })
    assert.match(await field.inputValue(), /^Ask @\[Jana\]\(user:\d+\) $/)
    await page.getByRole("button", { name: "Add comment" }).click()
    await page.getByRole("list", { name: "Comments" }).getByText("@Jana").waitFor()
    const { _embedded } = await jana.call<{
      readonly _embedded: { readonly notificationModelList: ReadonlyArray<{ readonly type: string }> }
    }>("GET", "/v2/notification?allTypes=true")
    assert.strictEqual(_embedded.notificationModelList[0]?.type, "COMMENT_MENTIONED")
    expectNoProblems()
  })

  it("a link that turns mails off works without a login, asks first, and says when it is broken", async () => {
    const { page, expectNoProblems } = await fixture.open(`/unsubscribe?token=1.COMMENTS.${"x".repeat(43)}`)
    await page.getByRole("heading", { name: "Turn off mails" }).waitFor()
    await page.getByRole("button", { name: "Turn off" }).click()
    // The signature is not the server's.
    await page.getByText("The link is not one of this server").waitFor()
    await page.goto(`${fixture.server.address}/unsubscribe#nothing`)
    await page.getByText("The link is incomplete.").waitFor()
    expectNoProblems()
  })

  it("is for everybody", async () => {
    await fixture.expectForEverybody([
      "/account/notifications",
      "/account/notifications?view=settings",
      `/unsubscribe#1.COMMENTS.${"x".repeat(43)}`
    ])
    await fixture.expectAccessible("/account/notifications", { colorScheme: "dark" }, async (page) => {
      await page.getByRole("button", { name: /^Notifications/ }).click()
      await page.getByRole("dialog", { name: "Notifications" }).waitFor()
    })
  })
})
