/** @module-tag exhaustive */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ConsoleFixture, hasBrowser, logIn, makeConsoleFixture, makeProject } from "./console-fixture.ts"
import { type Mailbox, pathIn, startMailbox } from "./mailbox.ts"

const password = "long-enough-word"

describe.skipIf(!hasBrowser)("mails of the web console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let mailbox: Mailbox

  beforeAll(async () => {
    mailbox = await startMailbox()
    fixture = await makeConsoleFixture("password-reset", { ...mailbox.env, DRAGOMAN_REGISTRATION: "open" })
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    await mailbox?.stop()
  })

  const post = (path: string, body: object) =>
    fetch(`${fixture.server.address}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })

  const signUp = async (name: string): Promise<string> => {
    const email = `${name.toLowerCase()}@harbour.example`
    assert.isTrue((await post("/api/public/sign_up", { name, email, password })).ok)
    return email
  }

  const requestLink = async (email: string): Promise<string> => {
    assert.isTrue((await post("/api/public/reset_password_request", { email })).ok)
    return pathIn(await mailbox.nextTo(email))
  }

  it("a forgotten password: the link in a mail leads to a new one, which logs in", async () => {
    const email = await signUp("Jarmila")
    const { page, expectNoProblems } = await fixture.open("/login")
    await page.getByRole("link", { name: "Forgot your password?" }).click()
    await page.waitForURL("**/reset_password_request")
    await page.getByLabel("E-mail address").fill(email)
    await page.keyboard.press("Enter")
    await page.getByText(`If ${email} has an account here, a mail with a link is on its way.`).waitFor()
    const path = pathIn(await mailbox.nextTo(email))
    expectNoProblems()

    const opened = await fixture.open(path)
    await opened.page.getByText(`Choose a new password for ${email}.`).waitFor()
    await opened.page.getByLabel("New password").fill("short")
    await opened.page.keyboard.press("Enter")
    await opened.page.getByText("8 to 50 characters").last().waitFor()
    await opened.page.getByLabel("New password").fill("another-long-word")
    await opened.page.getByRole("button", { name: "Set password" }).click()
    await opened.page.getByText("Password changed.").waitFor()
    await opened.page.getByRole("link", { name: "Log in" }).click()
    await logIn(opened.page, { username: email, password: "another-long-word" })
    await opened.page.waitForURL((url) => url.pathname !== "/login")
    opened.expectNoProblems()

    const again = await fixture.open(path)
    await again.page.getByText("This link has expired, was used").waitFor()
    await again.page.getByRole("link", { name: "Request a new link" }).click()
    await again.page.waitForURL("**/reset_password_request")
    again.expectNoProblems()
  })

  it("a new password removes tokens that are not ticked on the page of the link", async () => {
    const email = await signUp("Kamila")
    const login = await post("/api/public/generatetoken", { username: email, password })
    const { accessToken } = (await login.json()) as { readonly accessToken: string }
    const create = async (description: string): Promise<string> => {
      const response = await fetch(`${fixture.server.address}/v2/pats`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ description, expiresAt: null })
      })
      // Notifies its user.
      await mailbox.nextTo(email)
      return ((await response.json()) as { readonly token: string }).token
    }
    const [mine, foreign] = [await create("Build server"), await create("Thief")]
    const { page, expectNoProblems } = await fixture.open(await requestLink(email))
    await page.getByLabel("New password").fill("another-long-word")
    assert.isFalse(await page.getByLabel("Keep the access token Thief").isChecked())
    // The box itself is hidden under its words.
    await page.getByText("Keep the access token Build server").click()
    assert.isTrue(await page.getByLabel("Keep the access token Build server").isChecked())
    await page.getByRole("button", { name: "Set password" }).click()
    await page.getByText("Password changed.").waitFor()
    expectNoProblems()
    const statusOf = async (token: string) =>
      (await fetch(`${fixture.server.address}/v2/user`, { headers: { "x-api-key": token } })).status
    assert.deepStrictEqual([await statusOf(mine), await statusOf(foreign)], [200, 401])
  })

  it("an address without an account gets the same words", async () => {
    const { page, expectNoProblems } = await fixture.open("/reset_password_request")
    await page.getByLabel("E-mail address").fill("stranger@harbour.example")
    await page.getByRole("button", { name: "Send link" }).click()
    await page.getByText("If stranger@harbour.example has an account here").waitFor()
    expectNoProblems()
  })

  it("links of earlier versions and in the standard alphabet work, and links that are cut off say so", async () => {
    const email = await signUp("Zuzana")
    const path = await requestLink(email)
    const text = Buffer.from(path.slice(path.indexOf("#") + 1), "base64url").toString("base64")
    const standard = await fixture.open(`/reset_password/${text}`)
    await standard.page.getByText(`Choose a new password for ${email}.`).waitFor()
    standard.expectNoProblems()
    const cutOff = await fixture.open(path.slice(0, -30))
    await cutOff.page.getByText("This link has expired, was used").waitFor()
    cutOff.expectNoProblems()
  })

  it("an invitation with an address is mailed, and its link opens the invitation", async () => {
    const projectId = await makeProject(fixture.server, "Harbour mail", 0)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/members`)
    await page.getByRole("button", { name: "Invite" }).click()
    await page.getByLabel("Name (optional)").fill("Milan")
    await page.getByLabel("E-mail address").fill("milan@harbour.example")
    await page.getByRole("button", { name: "Create link" }).click()
    await page.getByText("Link sent to milan@harbour.example.").waitFor()
    expectNoProblems()
    const guest = await fixture.open(pathIn(await mailbox.nextTo("milan@harbour.example")))
    await guest.page.waitForURL("**/invitations#*")
    await guest.page.getByText("invites you to the project Harbour mail").waitFor()
    assert.strictEqual(await guest.page.getByLabel("E-mail address").inputValue(), "milan@harbour.example")
    guest.expectNoProblems()
  })

  it("the screens are usable for everybody: axe, dark, right to left, 320 px", async () => {
    const path = await requestLink(await signUp("Vlasta"))
    for (const wanted of ["/login", "/reset_password_request", path, "/reset_password/x"]) {
      const { page, context } = await fixture.open(wanted, { viewport: { width: 320, height: 640 } })
      await page.locator("main h1").waitFor()
      await page.locator("main [aria-busy=true]").waitFor({ state: "detached" })
      assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320, wanted)
      await context.close()
      for (const [colorScheme, language] of [
        ["light", "en"],
        ["dark", "ar"]
      ] as const) {
        await fixture.expectAccessible(wanted, { colorScheme, locale: language }, async (opened) => {
          await opened.locator("main h1").waitFor()
        })
      }
    }
  })
})
