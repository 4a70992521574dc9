/** @module-tag exhaustive */
import { Secret, TOTP } from "otpauth"
import type { CDPSession, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  logIn,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

const stepMillis = 30_000

/** The code of the app in the step after the present one, which is accepted, too. */
const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key.toUpperCase()) }).generate({ timestamp: Date.now() + steps * stepMillis })

/** An authenticator of the browser that verifies its user without asking. */
const addAuthenticator = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  return session
}

describe.skipIf(!hasBrowser)("two factors in the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let named: string
  let webhookPath: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("two-factors", { DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1" })
    // Browsers make no passkeys for numbers.
    const projectId = await makeProject(fixture.server, "Harbour", 0)
    const webhook = await fixture.server.administrator.call<{ readonly id: number }>(
      "POST",
      `/v2/projects/${projectId}/webhook-configs`,
      { url: "http://127.0.0.1:59999/", eventFilter: { activityTypes: ["SET_TRANSLATIONS"] } }
    )
    webhookPath = `/projects/${projectId}/webhooks/${webhook.id}`
    named = fixture.server.address.replace("127.0.0.1", "localhost")
  }, 240_000)

  afterAll(() => fixture?.stop())

  /** A page at the address with a name. */
  const openNamed = async (path: string) => {
    const { page } = await fixture.open("/login")
    const problems: Array<string> = []
    page.on("pageerror", (error) => problems.push(String(error)))
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        problems.push(message.text())
      }
    })
    await page.goto(`${named}${path}`)
    return { page, problems }
  }

  it("turns an authenticator app on, asks for its code at the login and before dangerous changes, and turns it off", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/account/security")
    await page.getByText("The authenticator app is off.").waitFor()
    await page.getByRole("button", { name: "Turn on" }).click()
    const dialog = page.getByRole("dialog", { name: "Set up authenticator app" })
    await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor()
    const key = ((await dialog.getByText(/^[a-z2-7]{4}( [a-z2-7]{4}){7}$/).textContent()) ?? "").replaceAll(" ", "")
    await dialog.getByLabel("Code", { exact: true }).fill("000 000")
    await dialog.getByLabel("Current password").fill(administrator.password)
    await page.keyboard.press("Enter")
    await dialog
      .getByRole("alert")
      .getByText(/The code is wrong/)
      .waitFor()
    const code = codeOf(key)
    await dialog.getByLabel("Code", { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press("Enter")
    const codesDialog = page.getByRole("dialog", { name: "Your recovery codes" })
    await codesDialog.getByRole("listitem").nth(9).waitFor()
    const codes = await codesDialog.getByRole("listitem").allTextContents()
    assert.lengthOf(codes, 10)
    const download = page.waitForEvent("download")
    await codesDialog.getByRole("button", { name: "Download" }).click()
    assert.strictEqual((await download).suggestedFilename(), "dragoman-recovery-codes.txt")
    await codesDialog.getByRole("button", { name: "I saved them" }).click()
    await page.getByText("10 recovery codes are left").waitFor()
    assert.notInclude(await page.content(), codes[0] ?? "-")
    expectNoProblems()

    // The login wants the code now.
    const second = await fixture.open("/login?to=/account/security")
    await logIn(second.page)
    await second.page.getByLabel("Code").fill("000000")
    await second.page.keyboard.press("Enter")
    await second.page
      .getByRole("alert")
      .getByText(/The code is wrong/)
      .waitFor()
    await second.page.getByLabel("Code").fill(codes[0] ?? "")
    await second.page.keyboard.press("Enter")
    await second.page.getByText("9 recovery codes are left").waitFor()
    second.expectNoProblems()

    // Actions that need a fresh proof ask for it too.
    await page.goto(`${fixture.server.address}${webhookPath}`)
    await page.getByRole("button", { name: "Show secret" }).click()
    const proof = page.getByRole("dialog", { name: "Enter a code" })
    await proof.getByLabel("Code").fill(codes[1] ?? "")
    await page.keyboard.press("Enter")
    await proof.waitFor({ state: "detached" })

    await page.goto(`${fixture.server.address}/account/security`)
    await page.getByText("8 recovery codes are left").waitFor()
    await page.getByRole("button", { name: "New recovery codes" }).click()
    await page.getByRole("dialog").getByLabel("Current password").fill(administrator.password)
    await page.keyboard.press("Enter")
    await codesDialog.getByRole("listitem").nth(9).waitFor()
    assert.notInclude(await codesDialog.getByRole("listitem").allTextContents(), codes[2])
    await codesDialog.getByRole("button", { name: "I saved them" }).click()
    await page.getByText("10 recovery codes are left").waitFor()
    await page.getByRole("button", { name: "Turn off" }).click()
    await page.getByRole("dialog").getByLabel("Current password").fill(administrator.password)
    await page.keyboard.press("Enter")
    await page.getByText("The authenticator app is off.").waitFor()
    expectNoProblems()
  })

  it("adds a passkey, logs in with it, proves with it, renames and removes it", async () => {
    const { page, problems } = await openNamed("/login?to=/account/security")
    await addAuthenticator(page)
    await logIn(page)
    await page.getByText("No passkeys yet.").waitFor()
    await page.getByRole("button", { name: "Add passkey" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("Laptop")
    await page.keyboard.press("Enter")
    await page.getByRole("row", { name: /Laptop/ }).waitFor()

    await page.context().clearCookies()
    await page.goto(`${named}/login?to=/account/security`)
    await page.getByRole("button", { name: "Log in with a passkey" }).click()
    const row = page.getByRole("row", { name: /Laptop/ })
    await row.getByText("localhost").waitFor()
    await page.goto(`${named}${webhookPath}`)
    await page.getByRole("button", { name: "Show secret" }).click()
    await page.getByRole("button", { name: "Use a passkey" }).click()
    await page.getByText(/^whsec_[^•]/).waitFor()
    await page.goto(`${named}/account/security`)

    await page.getByRole("button", { name: "Rename Laptop" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("Old laptop")
    await page.keyboard.press("Enter")
    await page.getByRole("row", { name: /Old laptop/ }).waitFor()

    await page.getByRole("button", { name: "Remove Old laptop" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await page.getByText("No passkeys yet.").waitFor()
    await page.context().clearCookies()
    await page.goto(`${named}/login`)
    await page.getByRole("button", { name: "Log in with a passkey" }).click()
    await page
      .getByRole("alert")
      .getByText(/The passkey was not accepted/)
      .waitFor()
    assert.deepStrictEqual(problems, [])
  })

  it("fits every screen: keyboard, axe, dark, right to left, 320 px", async () => {
    await fixture.expectForEverybody(["/account/security"])
  })
})
