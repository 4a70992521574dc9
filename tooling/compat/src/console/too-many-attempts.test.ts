/** @module-tag exhaustive */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { administrator, type ConsoleFixture, hasBrowser, logIn, makeConsoleFixture } from "./console-fixture.ts"

const limits = { DRAGOMAN_RATE_LIMITS: "on", DRAGOMAN_LIMIT_LOGINS: "off", DRAGOMAN_LIMIT_WRONG_PASSWORDS: "2/20s" }

/** The sentence above the form. */
const alertOf = (page: Page) => page.locator("form").getByRole("alert")

const guess = async (page: Page, username: string, expected: RegExp): Promise<void> => {
  const responded = page.waitForResponse((response) => response.url().endsWith("/v2/console/session"))
  await logIn(page, { username, password: "wrong" })
  await responded
  await alertOf(page).filter({ hasText: expected }).waitFor()
}

describe.skipIf(!hasBrowser)("too many attempts to log in", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture

  beforeAll(async () => {
    fixture = await makeConsoleFixture("too-many-attempts", limits)
  }, 240_000)

  afterAll(() => fixture?.stop())

  it("are said once with a countdown, which ends by itself; then the password works", async () => {
    const { page, expectNoProblems } = await fixture.open("/login")
    // The clock of the page alone: the limit is that of another user name, so that the last login need not wait for the server.
    await page.clock.install()
    const alert = alertOf(page)
    await guess(page, "unknown", /password/)
    await guess(page, "unknown", /password/)
    await guess(page, "unknown", /Too many requests\. Try again in (1\d|20) seconds/)
    const said = await alert.textContent()
    const timer = page.getByRole("timer")
    const first = await timer.textContent()
    assert.match(first ?? "", /^0:(1\d|20)$/)
    await page.clock.fastForward(10_000)
    await timer.filter({ hasText: /^0:(0\d|10)$/ }).waitFor()
    // Spoken once: only what is seen changes.
    assert.strictEqual(await alert.textContent(), said)
    assert.strictEqual(await page.getByLabel("User name").inputValue(), "unknown")
    await page.clock.fastForward(10_000)
    await timer.waitFor({ state: "detached" })
    await alert.waitFor({ state: "detached" })
    await logIn(page, administrator)
    await page.waitForURL((url) => url.pathname !== "/login")
    expectNoProblems()
  })

  it("have no violation that axe finds while the countdown runs, and fit 320 px", async () => {
    await fixture.expectAccessible("/login", { viewport: { width: 320, height: 640 } }, async (page) => {
      for (const expected of [/password/, /password/, /Too many/]) await guess(page, "another", expected)
      await page.getByRole("timer").waitFor()
      assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320)
    })
  })
})
