/** @module-tag exhaustive */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ConsoleFixture, hasBrowser, logIn, makeConsoleFixture } from "./console-fixture.ts"
import { type Mailbox, pathIn, startMailbox } from "./mailbox.ts"

const password = "long-enough-word"

describe.skipIf(!hasBrowser)("the verification of addresses in the web console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let mailbox: Mailbox

  beforeAll(async () => {
    mailbox = await startMailbox()
    fixture = await makeConsoleFixture("email-verification", {
      ...mailbox.env,
      DRAGOMAN_REGISTRATION: "open",
      DRAGOMAN_EMAIL_VERIFICATION: "on"
    })
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    await mailbox?.stop()
  })

  const signUp = async (name: string) => {
    const email = `${name.toLowerCase()}@harbour.example`
    const opened = await fixture.open("/sign-up")
    await opened.page.getByLabel("Your name").fill(name)
    await opened.page.getByLabel("E-mail address").fill(email)
    await opened.page.getByLabel("Password").fill(password)
    await opened.page.getByRole("button", { name: "Create account" }).click()
    await opened.page.waitForURL("**/verify-email")
    await opened.page.getByText(`Open the link in the mail sent to ${email}`).waitFor()
    return { ...opened, email }
  }

  /** Opens the screen of an account that waits, as the login does in any language. */
  const startSession = async (page: Page, username: string) => {
    const response = await page.request.post(`${fixture.server.address}/v2/console/session`, {
      data: { username, password },
      headers: { "x-dragoman-console": "1" }
    })
    assert.strictEqual(response.status(), 204, await response.text())
    await page.goto(`${fixture.server.address}/verify-email`)
    await page.waitForURL("**/verify-email")
  }

  it("a new account waits, asks for the link again, and opens with it", async () => {
    const { page, context, email, expectNoProblems } = await signUp("Jarmila")
    // Other screens lead back.
    await page.goto(`${fixture.server.address}/organizations`)
    await page.waitForURL("**/verify-email")
    await page.getByRole("button", { name: "I opened the link" }).click()
    await page.getByText("Not verified yet.").waitFor()
    const first = pathIn(await mailbox.nextTo(email))
    await page.getByRole("button", { name: "Resend link" }).click()
    await page.getByText(`Link sent to ${email}`).first().waitFor()
    const second = pathIn(await mailbox.nextTo(email))

    const old = await fixture.open(first)
    await old.page.getByText("This link has expired, was used, or was replaced by a newer one.").waitFor()
    old.expectNoProblems()

    const tab = await context.newPage()
    await tab.goto(`${fixture.server.address}${second}`)
    await tab.getByText("E-mail address verified.").waitFor()
    // The session of the browser is that of the user: no login is needed.
    await tab.getByRole("link", { name: "projects" }).waitFor()
    await page.getByRole("button", { name: "I opened the link" }).click()
    await page.waitForURL((url) => url.pathname !== "/verify-email")
    expectNoProblems()

    // Opened a second time: the server says it to the user of the session alone.
    await tab.goto(`${fixture.server.address}${second}`)
    await tab.getByText("E-mail address verified.").waitFor()
    const elsewhere = await fixture.open(second)
    await elsewhere.page.getByText("If you opened it before, your address is verified").waitFor()
    await elsewhere.page.getByRole("link", { name: "Log in" }).click()
    await logIn(elsewhere.page, { username: email, password })
    await elsewhere.page.waitForURL((url) => url.pathname !== "/login")
    elsewhere.expectNoProblems()
  })

  it("a wrong address is corrected on the profile, which shows the one that waits", async () => {
    const { page, expectNoProblems } = await signUp("Vlasta")
    await page.getByRole("link", { name: "Use another address" }).click()
    await page.waitForURL("**/account/profile")
    await page.getByLabel("User name").fill("right@harbour.example")
    await page.getByText("Takes effect after you open the link").waitFor()
    await page.getByLabel("Current password").fill(password)
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Open the link in the mail sent to right@harbour.example").waitFor()
    const path = pathIn(await mailbox.nextTo("right@harbour.example"))
    await page.goto(`${fixture.server.address}${path}`)
    await page.getByText("E-mail address verified.").waitFor()
    await page.goto(`${fixture.server.address}/account/profile`)
    await page.getByLabel("User name").waitFor()
    assert.strictEqual(await page.getByLabel("User name").inputValue(), "right@harbour.example")
    assert.strictEqual(await page.getByText("Open the link in the mail sent to").count(), 0)
    expectNoProblems()
  })

  it("the screens are usable for everybody: axe, dark, right to left, 320 px", async () => {
    const { page, context, email } = await signUp("Zuzana")
    await page.setViewportSize({ width: 320, height: 640 })
    assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320)
    await context.close()
    const path = pathIn(await mailbox.nextTo(email))
    for (const [colorScheme, locale] of [
      ["light", "en"],
      ["dark", "ar"]
    ] as const) {
      await fixture.expectAccessible([`${path}x`, "/verify-email"], { colorScheme, locale }, async (opened) => {
        // Without a session the second path leads to the login.
        if (!opened.url().includes("/verify_email#")) await startSession(opened, email)
        await opened.locator("main h1").waitFor()
        await opened.locator("main [aria-busy=true]").waitFor({ state: "detached" })
        assert.include(opened.url(), "verify")
      })
    }
  })
})
