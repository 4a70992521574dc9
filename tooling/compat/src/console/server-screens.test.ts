/** @module-tag exhaustive */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { isClustered } from "../testing/running-servers.ts"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  keyNameAt,
  logIn,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

const jwtSecret = "a-secret-of-the-operator-that-no-page-may-show-to-anybody"

interface Sizes {
  readonly keyCount: number
  readonly projectCount: number
  readonly tables: ReadonlyArray<{ readonly name: string; readonly rowCount: number }>
}

describe.skipIf(!hasBrowser)("the operator's screens of the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dragoman-secret-"))
    writeFileSync(join(folder, "jwt"), `${jwtSecret}\n`)
    fixture = await makeConsoleFixture("server-screens", {
      DRAGOMAN_JWT_SECRET_FILE: join(folder, "jwt"),
      DRAGOMAN_WEBHOOK_LOG_DAYS: "7"
    })
    projectId = await makeProject(fixture.server, "Harbour booking", 4)
    await fixture.server.administrator.call("PUT", `/v2/projects/${projectId}/translations`, {
      key: keyNameAt(0),
      translations: { cs: "Stání {number}" }
    })
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A user of the project with this name, who logs in as `name@example.org`; returns the id. */
  const makeUser = async (name: string): Promise<number> => {
    const { server } = fixture
    const { code } = await server.administrator.call<{ readonly code: string }>(
      "PUT",
      `/v2/projects/${projectId}/invite`,
      { type: "TRANSLATE", name }
    )
    const email = `${name.toLowerCase()}@example.org`
    const response = await fetch(`${server.address}/api/public/sign_up`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, email, password: administrator.password, invitationCode: code })
    })
    assert.strictEqual(response.status, 200)
    const { _embedded } = await server.administrator.call<{
      readonly _embedded: { readonly users: ReadonlyArray<{ readonly id: number }> }
    }>("GET", `/v2/administration/users?search=${encodeURIComponent(email)}`)
    return _embedded.users[0]?.id ?? assert.fail(`There is no user ${email}.`)
  }

  const actAs = async (page: Page, name: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click()
    await page.getByRole("menuitem", { name: "Act as this user" }).click()
    await page.getByRole("region", { name: "Acting as a user" }).getByText(`You are acting as ${name}`).waitFor()
  }

  it("shows how the server is: checks, versions, database, disk and the queue of webhooks", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    await page.getByRole("navigation", { name: "Server" }).getByRole("link", { name: "Health" }).click()
    await page.getByRole("heading", { level: 1, name: "Health" }).waitFor()
    const checks = page.getByRole("list", { name: "Checks" }).getByRole("listitem")
    await checks.first().waitFor()
    assert.deepStrictEqual(
      (await checks.allTextContents()).map((text) => text.split(":")[0]),
      ["Database", "Disk", "Write-ahead log", "Webhook dispatcher"]
    )
    await checks.filter({ hasText: "Database: fine" }).waitFor()
    await page.getByText(/^(SQLite|PostgreSQL) \d+\.\d+/).waitFor()
    await page.getByText(isClustered ? "separate program" : "in the server", { exact: true }).waitFor()
    await page.getByRole("row", { name: /^main / }).waitFor()
    expectNoProblems()
  })

  it("shows what the operator should do, the worst first, and checks again", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/health")
    await page.getByRole("navigation", { name: "Server" }).getByRole("link", { name: "Check-up" }).click()
    await page.getByRole("heading", { level: 1, name: "Check-up" }).waitFor()
    const warnings = page.getByRole("list", { name: /^\d+ warnings?$/ }).getByRole("listitem")
    await warnings.filter({ hasText: "No backup of this database is known." }).waitFor()
    const sections = await page.getByRole("heading", { level: 2 }).allTextContents()
    assert.match(sections.join(), /warnings?,For information/)
    const answered = page.waitForResponse((response) => response.url().endsWith("/v2/administration/server/findings"))
    await page.getByRole("button", { name: "Check again" }).click()
    assert.strictEqual((await answered).status(), 200)
    await warnings.filter({ hasText: "DRAGOMAN_BACKUP_HOURS=24" }).waitFor()
    expectNoProblems()
  })

  it("says what could not be checked, that nothing was found, and that the check failed", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/health")
    const report = await fixture.server.administrator.call<{
      readonly checks: ReadonlyArray<{ readonly name: string; readonly isDone: boolean }>
    }>("GET", "/v2/administration/server/findings")
    const checks = report.checks.map(({ name, isDone }) => ({ name, isDone: isDone && name !== "names" }))
    const path = "**/v2/administration/server/findings"
    await page.route(path, (route) => route.fulfill({ json: { ...report, checks, findings: [] } }))
    await page.getByRole("navigation", { name: "Server" }).getByRole("link", { name: "Check-up" }).click()
    await page.getByText("No problems found.").waitFor()
    const fact = page.locator("dl > div").filter({ has: page.getByText("Checks not possible", { exact: true }) })
    assert.strictEqual(await fact.locator("dd").textContent(), "Host names")
    expectNoProblems()
    await page.route(path, (route) =>
      route.fulfill({ status: 500, body: '{"code":"unexpected_error_occurred","params":null}' })
    )
    await page.getByRole("button", { name: "Check again" }).click()
    const again = page.getByRole("button", { name: "Try again" })
    await again.waitFor()
    await page.unroute(path)
    await again.click()
    await page.getByRole("list", { name: /For information/ }).waitFor()
  })

  it("says findings in the language of the console, and those of a newer server in English", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/health")
    await page.evaluate(`localStorage.setItem("dragoman.preferences", '{"language":"de"}')`)
    const path = "**/v2/administration/server/findings"
    const { findings, ...report } = await fixture.server.administrator.call<{
      readonly findings: ReadonlyArray<object>
    }>("GET", "/v2/administration/server/findings")
    const newer = {
      id: "moon-full",
      check: "clock",
      severity: "warning",
      params: {},
      what: "The moon is full.",
      where: "sky",
      whatToDo: "Run `sleep`."
    }
    await page.route(path, (route) => route.fulfill({ json: { ...report, findings: [newer, ...findings] } }))
    await page.goto(`${fixture.server.address}/server/findings`)
    const warnings = page.getByRole("list", { name: /Warnung/ }).getByRole("listitem")
    const own = warnings.filter({ hasText: "Von dieser Datenbank ist keine Sicherung bekannt." })
    await own.getByText("DRAGOMAN_BACKUP_HOURS=24", { exact: true }).waitFor()
    assert.strictEqual(await own.locator("[lang=en]").count(), 0)
    const english = warnings.filter({ hasText: "The moon is full." }).locator("[lang=en]")
    assert.deepStrictEqual(await english.allTextContents(), ["The moon is full.", "Run sleep."])
    expectNoProblems()
  })

  it("shows findings to everybody: axe, dark, right to left, 320 px", async () => {
    await fixture.expectForEverybody(["/server/findings"])
  })

  it("shows how much the server stores, as the API counts it", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/sizes")
    const sizes = await fixture.server.administrator.call<Sizes>("GET", "/v2/administration/server/sizes")
    const rows = page.getByRole("region", { name: "Largest tables" }).getByRole("row")
    await rows.nth(1).waitFor()
    const [largest] = sizes.tables
    const number = new Intl.NumberFormat("en")
    assert.deepStrictEqual(await rows.nth(1).locator("th, td").allTextContents(), [
      largest?.name ?? "no table",
      number.format(largest?.rowCount ?? -1)
    ])
    const fact = page.locator("dl > div").filter({ has: page.getByText("Keys", { exact: true }) })
    assert.strictEqual(await fact.locator("dd").textContent(), number.format(sizes.keyCount))
    expectNoProblems()
  })

  it("75: shows each setting with its value and origin, and no secret", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/settings")
    const rowOf = (variable: string) => page.getByRole("row").filter({ hasText: variable })
    await rowOf("DRAGOMAN_WEBHOOK_LOG_DAYS").waitFor()
    const cellsOf = (variable: string) => rowOf(variable).locator("td").allTextContents()
    assert.deepStrictEqual(await cellsOf("DRAGOMAN_WEBHOOK_LOG_DAYS"), ["7", "EnvironmentDRAGOMAN_WEBHOOK_LOG_DAYS"])
    assert.deepStrictEqual(await cellsOf("DRAGOMAN_REGISTRATION"), ["invitation", "Default"])
    assert.deepStrictEqual(await cellsOf("DRAGOMAN_JWT_SECRET"), [
      "set, hidden",
      `FileDRAGOMAN_JWT_SECRET_FILE (${join(folder, "jwt")})`
    ])
    assert.deepStrictEqual(await cellsOf("DRAGOMAN_ADMIN_PASSWORD"), [
      "set, hidden",
      "EnvironmentDRAGOMAN_ADMIN_PASSWORD"
    ])
    const content = await page.content()
    assert.notInclude(content, jwtSecret)
    assert.notInclude(content, administrator.password)
    expectNoProblems()
  })

  it("are not shown to other users", async () => {
    await makeUser("Otakar")
    for (const path of ["health", "sizes", "settings"]) {
      const { page, context } = await fixture.open(`/login?to=/server/${path}`)
      await logIn(page, { username: "otakar@example.org", password: administrator.password })
      await page.getByText("Only server administrators can see this").waitFor()
      assert.strictEqual(await page.locator("main table").count(), 0)
      await context.close()
    }
  })

  it("76: act as a user: the banner stays, the account cannot be changed, and Stop returns", async () => {
    await makeUser("Jana")
    const { page, context, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    await actAs(page, "Jana")
    await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor()
    await page.getByRole("button", { name: /^Account: Jana/ }).waitFor()
    // The token is in memory alone.
    const stored = await page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])")
    assert.notMatch(String(stored), /eyJ/)
    // Jana is the author of changes from here on.
    await page.getByRole("link", { name: "Harbour booking" }).click()
    await page.getByRole("link", { name: "Members" }).waitFor({ state: "detached" })
    await page.getByText("You are acting as Jana").waitFor()
    await page.getByRole("button", { name: /^Account: Jana/ }).click()
    await page.getByRole("menuitem", { name: "Profile" }).click()
    const reason = "You are acting as Jana. Only Jana can change the account."
    const navigation = page.getByRole("navigation", { name: "Account" })
    await navigation.getByRole("link", { name: "Password" }).click()
    await page.getByText(reason).filter({ visible: true }).waitFor()
    assert.strictEqual(
      await page.getByRole("button", { name: "Change password" }).getAttribute("aria-disabled"),
      "true"
    )
    await navigation.getByRole("link", { name: "Sessions" }).click()
    await page.getByText(/not an administrator who acts as the user/).waitFor()
    // Another tab is the administrator's.
    const other = await context.newPage()
    await other.goto(`${fixture.server.address}/account/profile`)
    await other.getByRole("button", { name: /^Account: Jana/ }).waitFor({ state: "detached" })
    assert.strictEqual(await other.getByLabel("User name").inputValue(), "admin")
    await page.getByRole("button", { name: "Stop" }).click()
    await page.waitForURL("**/server/users")
    await page.getByRole("row", { name: /admin/ }).first().waitFor()
    assert.strictEqual(await page.getByRole("region", { name: "Acting as a user" }).count(), 0)
    expectNoProblems()
  })

  it("76: a reload ends acting as a user, logging out ends the administrator's session", async () => {
    await makeUser("Karla")
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/users")
    await actAs(page, "Karla")
    await page.goto(`${fixture.server.address}/account/profile`)
    assert.strictEqual(await page.getByLabel("User name").inputValue(), "admin")
    await page.goto(`${fixture.server.address}/server/users`)
    await actAs(page, "Karla")
    await page.getByRole("button", { name: /^Account: Karla/ }).click()
    await page.getByRole("menuitem", { name: "Log out" }).click()
    await page.waitForURL("**/login")
    await page.goto(`${fixture.server.address}/account/profile`)
    await page.waitForURL("**/login?to=/account/profile")
    expectNoProblems()
  })

  it("76: says that acting has ended when the server takes the token no more", async () => {
    await makeUser("Lenka")
    const operator = await makeUser("Oto")
    const setRole = (role: string) =>
      fixture.server.administrator.call("PUT", `/v2/administration/users/${operator}/set-role/${role}`)
    await setRole("ADMIN")
    const { page, expectNoProblems } = await fixture.open("/login?to=/server/users")
    await logIn(page, { username: "oto@example.org", password: administrator.password })
    await actAs(page, "Lenka")
    const project = page.getByRole("link", { name: "Harbour booking" })
    // The list of projects is read as the user, before the server takes the token no more.
    await project.waitFor()
    await setRole("USER")
    await project.click()
    await page.getByText("You stopped acting as Lenka").waitFor()
    assert.strictEqual(await page.getByRole("dialog").count(), 0)
    await page.getByRole("button", { name: "Back to my account" }).click()
    await page.getByRole("button", { name: /^Account: Oto/ }).waitFor()
    await page.getByText("Only server administrators can see this").waitFor()
    expectNoProblems()
  })

  it("lists projects with the progress of each language, read by one request", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator("/account/profile")
    const requests: Array<string> = []
    page.on("request", (request) => requests.push(new URL(request.url()).pathname))
    await page.getByRole("link", { name: "Dragoman: Projects" }).click()
    const card = page.getByRole("article").filter({ hasText: "Harbour booking" })
    const languages = card.getByRole("list", { name: "Languages" }).getByRole("listitem")
    await languages.first().waitFor()
    assert.deepStrictEqual(
      (await languages.allTextContents()).map((text) => text.replace("done:", "")),
      ["English 100%", "Czech 25%"]
    )
    assert.deepStrictEqual(
      requests.filter((path) => path.startsWith("/v2/projects")),
      ["/v2/projects/with-stats"]
    )
    expectNoProblems()
  })

  describe("for everybody", () => {
    const screens = ["/", "/server/health", "/server/sizes", "/server/settings"]

    it.each([
      ["light", "en"],
      ["dark", "en"],
      ["light", "ar"]
    ] as const)("has no violation that axe finds, %s, %s", async (colorScheme, locale) => {
      await fixture.expectAccessible(screens, { colorScheme, locale }, async (page) => {
        await page.locator("main dl, main table, main article").first().waitFor()
      })
    })

    it("has no violation that axe finds while acting as a user", async () => {
      await makeUser("Milada")
      for (const colorScheme of ["light", "dark"] as const) {
        await fixture.expectAccessible("/server/users", { colorScheme }, (page) => actAs(page, "Milada"))
      }
    })

    it("has no sideways scrolling at 320 px, nor while acting as a user", async () => {
      await makeUser("Nikola")
      const { page, expectNoProblems } = await fixture.openAsAdministrator("/server/users", {
        viewport: { width: 320, height: 640 }
      })
      const expectNarrow = async (path: string) =>
        assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320, path)
      for (const path of screens) {
        await page.goto(`${fixture.server.address}${path}`)
        await page.locator("main dl, main table, main article").first().waitFor()
        await expectNarrow(path)
      }
      await page.goto(`${fixture.server.address}/server/users`)
      await actAs(page, "Nikola")
      await expectNarrow("acting")
      assert.isTrue(await page.getByRole("button", { name: "Stop" }).isVisible())
      expectNoProblems()
    })
  })
})
