/** @module-tag exhaustive */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { administrator, type ConsoleFixture, hasBrowser, logIn, makeConsoleFixture } from "./console-fixture.ts"

interface UserList {
  readonly _embedded: {
    readonly users: ReadonlyArray<{
      readonly id: number
      readonly name: string
      readonly username: string
      readonly globalServerRole: string
      readonly disabled: boolean
    }>
  }
}

const path = "/v2/administration/users"

describe.skipIf(!hasBrowser)("the users of the server in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture

  beforeAll(async () => {
    fixture = await makeConsoleFixture("users")
  }, 240_000)
  afterAll(() => fixture?.stop())

  const call = <A>(method: "GET" | "POST", url: string, body?: object): Promise<A> =>
    fixture.server.administrator.call<A>(method, url, body)

  const findUser = async (username: string) => {
    const { _embedded } = await call<UserList>("GET", `${path}?search=${encodeURIComponent(username)}`)
    return _embedded?.users.find((user) => user.username === username) ?? null
  }

  /** An account that the API made; logs in as `name@example.org`. */
  const makeUser = async (name: string) => {
    const username = `${name.toLowerCase()}@example.org`
    const { id } = await call<{ readonly id: number }>("POST", path, {
      username,
      name,
      password: administrator.password
    })
    return { id, username, password: administrator.password }
  }

  const choose = async (page: Page, name: string, item: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click()
    await page.getByRole("menuitem", { name: item, exact: true }).click()
  }

  const makeOrganization = async (user: { readonly username: string; readonly password: string }, name: string) => {
    const post = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${fixture.server.address}${url}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body)
      })
    const { username, password } = user
    const { accessToken } = (await (await post("/api/public/generatetoken", { username, password })).json()) as {
      readonly accessToken: string
    }
    const { status } = await post("/v2/organizations", { name }, { authorization: `Bearer ${accessToken}` })
    assert.strictEqual(status, 201)
  }

  const logsIn = async (username: string, password: string): Promise<number> => {
    const response = await fetch(`${fixture.server.address}/api/public/generatetoken`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password })
    })
    return response.status
  }

  it("are created with a password, by keyboard alone", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    await page.getByRole("button", { name: "Create user" }).focus()
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: "Create user" })
    await dialog.waitFor()
    await page.keyboard.type("anna@example.org")
    await page.keyboard.press("Tab")
    await page.keyboard.type("Anna")
    await dialog.getByRole("radio", { name: /Set it now/ }).focus()
    await page.keyboard.press("Space")
    await dialog.getByLabel("First password").fill("short")
    await page.keyboard.press("Enter")
    await dialog.getByText("The length must be between 8 and 50.").waitFor()
    await dialog.getByLabel("First password").fill(administrator.password)
    await page.keyboard.press("Enter")
    await page.getByRole("row", { name: /Anna/ }).waitFor()
    await page.getByText("Anna created").first().waitFor()
    assert.strictEqual(await logsIn("anna@example.org", administrator.password), 200)
    expectNoProblems()
  })

  it("are created without a password: a link to copy opens the page that sets one", async () => {
    const { page, context, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await page.getByRole("button", { name: "Create user" }).click()
    const form = page.getByRole("dialog", { name: "Create user" })
    await form.getByLabel("User name").fill("Bara@Example.org")
    await form.getByLabel("Name", { exact: true }).fill("Bára")
    await form.getByRole("button", { name: "Create user" }).click()
    const dialog = page.getByRole("dialog", { name: "Bára created" })
    await dialog.getByRole("button", { name: "Copy link" }).click()
    const link = String(await page.evaluate("navigator.clipboard.readText()"))
    assert.match(link, /^http:\/\/[^/]+\/reset_password#[\w-]+$/)
    assert.include(await dialog.locator("code").textContent(), link)
    await dialog.getByRole("button", { name: "Close" }).last().click()
    await page.getByRole("row", { name: /bara@example\.org/ }).waitFor()
    expectNoProblems()
  })

  it("get a link for a new password", async () => {
    await makeUser("Cyril")
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    await choose(page, "Cyril", "Password link")
    const dialog = page.getByRole("dialog", { name: "New password for Cyril" })
    await dialog.getByRole("button", { name: "Create link" }).click()
    await dialog.getByText(/\/reset_password#/).waitFor()
    // The present password stays valid.
    assert.strictEqual(await logsIn("cyril@example.org", administrator.password), 200)
    expectNoProblems()
  })

  it("are edited, and a taken user name is refused with its sentence", async () => {
    await makeUser("Dana")
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    await choose(page, "Dana", "Edit")
    const dialog = page.getByRole("dialog", { name: "Edit Dana" })
    await dialog.getByLabel("User name").fill("admin")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByRole("alert").waitFor()
    await dialog.getByLabel("User name").fill("dana.nova@example.org")
    await dialog.getByLabel("Name", { exact: true }).fill("Dana Nová")
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByRole("row", { name: /Dana Nová/ }).waitFor()
    assert.strictEqual((await findUser("dana.nova@example.org"))?.name, "Dana Nová")
    expectNoProblems()
  })

  it("are disabled and enabled, and made administrators", async () => {
    await makeUser("Emil")
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    const row = page.getByRole("row", { name: /Emil/ })
    await choose(page, "Emil", "Disable")
    await row.getByText("Disabled").waitFor()
    assert.strictEqual(await logsIn("emil@example.org", administrator.password), 401)
    await page.getByRole("button", { name: /Show/ }).click()
    await page.getByRole("option", { name: "Disabled users" }).click()
    await page.getByRole("row", { name: /admin/ }).waitFor({ state: "detached" })
    await row.waitFor()
    await choose(page, "Emil", "Enable")
    await row.waitFor({ state: "detached" })
    await page.getByRole("button", { name: /Show/ }).click()
    await page.getByRole("option", { name: "All users" }).click()
    await choose(page, "Emil", "Make: Administrator")
    await row.getByText("Administrator").waitFor()
    assert.strictEqual((await findUser("emil@example.org"))?.globalServerRole, "ADMIN")
    expectNoProblems()
  })

  it("who alone own organizations are deleted only after the question about them", async () => {
    const user = await makeUser("Frida")
    await makeOrganization(user, "Fridas harbour")
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    await choose(page, "Frida", "Delete")
    const dialog = page.getByRole("dialog", { name: "Delete Frida" })
    await dialog.getByRole("textbox").fill(user.username)
    const button = dialog.getByRole("button", { name: "Delete" })
    await button.click()
    await dialog.getByRole("listitem").filter({ hasText: "Fridas harbour" }).waitFor()
    assert.strictEqual(await button.getAttribute("aria-disabled"), "true")
    assert.strictEqual(await logsIn(user.username, user.password), 200)
    await dialog.getByText("Delete them too, with all their projects").click()
    await button.click()
    await page.getByRole("row", { name: /Frida/ }).waitFor({ state: "detached" })
    assert.isNull(await findUser(user.username))
    expectNoProblems()
  })

  it("are logged out by an administrator, one session or all of them", async () => {
    const user = await makeUser("Gita")
    const { page: own, context } = await fixture.open("/login?to=/account/profile")
    await logIn(own, user)
    await own.waitForURL("**/account/profile")
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    await choose(page, "Gita", "Sessions")
    const dialog = page.getByRole("dialog", { name: "Sessions of Gita" })
    await dialog.getByRole("button", { name: /^End:/ }).click()
    await dialog.getByText("No open sessions").waitFor()
    await own.reload()
    await own.waitForURL("**/login**")
    await logIn(own, user)
    await own.waitForURL((url) => !url.pathname.startsWith("/login"))
    await page.getByRole("button", { name: "Close" }).last().click()
    await choose(page, "Gita", "Sessions")
    await dialog.getByRole("button", { name: /^End:/ }).waitFor()
    await dialog.getByRole("button", { name: "End all, with access tokens" }).click()
    await dialog.getByText("No open sessions").waitFor()
    await context.close()
    expectNoProblems()
  })

  it("end their own other sessions, and stay logged in", async () => {
    const user = await makeUser("Hugo")
    const { page: other } = await fixture.open("/login?to=/account/profile")
    await logIn(other, user)
    await other.waitForURL("**/account/profile")
    const { page, expectNoProblems } = await fixture.open("/login?to=/account/sessions")
    await logIn(page, user)
    await page.waitForURL("**/account/sessions")
    await page.getByRole("row").nth(2).waitFor()
    await page.getByRole("button", { name: "End other sessions" }).click()
    await page.getByRole("row").nth(2).waitFor({ state: "detached" })
    await other.reload()
    await other.waitForURL("**/login**")
    await page.reload()
    await page.getByText("this one").waitFor()
    expectNoProblems()
  })

  it("are a screen for everybody: axe, dark, right to left, 320 px", async () => {
    await fixture.expectForEverybody(["/server/users"])
  })

  it("have dialogs for everybody", async () => {
    await makeUser("Ivana")
    const open: ReadonlyArray<readonly [string, (page: Page) => Promise<void>]> = [
      ["create", (page) => page.getByRole("button", { name: "Create user" }).click()],
      ["edit", (page) => choose(page, "Ivana", "Edit")],
      ["sessions", (page) => choose(page, "Ivana", "Sessions")],
      [
        "link",
        async (page) => {
          await choose(page, "Ivana", "Password link")
          await page.getByRole("button", { name: "Create link" }).click()
          await page.getByText(/\/reset_password#/).waitFor()
        }
      ]
    ]
    for (const [name, openDialog] of open) {
      const { page, context } = await fixture.openAsAdministrator("/server/users", {
        viewport: { width: 320, height: 640 }
      })
      await page.getByRole("row", { name: /Ivana/ }).waitFor()
      await openDialog(page)
      await page.getByRole("dialog").waitFor()
      assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320, name)
      const box = await page.getByRole("dialog").boundingBox()
      assert.isAtMost(box?.width ?? 0, 320, name)
      await context.close()
      await fixture.expectAccessible("/server/users", { colorScheme: "dark" }, async (opened) => {
        await opened.getByRole("row", { name: /Ivana/ }).waitFor()
        await openDialog(opened)
        await opened.getByRole("dialog").waitFor()
      })
    }
  })
})
