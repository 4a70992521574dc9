import axe from "axe-core"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { assert, onTestFinished, TestRunner } from "vitest"
import { launchBrowser, patienceMillis } from "../testing/browser.ts"
import { engines, makeServers, type RunningServer } from "../testing/running-servers.ts"

export { hasBrowser } from "../testing/browser.ts"

/** A page of the console that notices everything that must not happen on any screen. */
export interface ConsolePage {
  readonly page: Page
  readonly context: BrowserContext
  /**
   * Fails with what went wrong so far: errors of scripts, violations of the content security policy, requests to other
   * origins. Resources that the server refused are no error: some tests ask for them.
   */
  readonly expectNoProblems: () => void
  /** The same as lines, so far. */
  readonly problems: ReadonlyArray<string>
}

export interface ConsoleFixture {
  readonly server: RunningServer
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<ConsolePage>
  /** Opens a path as the administrator. */
  readonly openAsAdministrator: (path: string, options?: BrowserContextOptions) => Promise<ConsolePage>
  /**
   * Fails with the violations of WCAG 2.0 to 2.2, A and AA, that axe finds on a path, or on each of several that one page visits,
   * all of them with a session or none. `prepare` leads to what is checked.
   */
  readonly expectAccessible: (
    path: string | ReadonlyArray<string>,
    options: BrowserContextOptions,
    prepare?: (page: Page) => Promise<void>
  ) => Promise<void>
  /** The violations of the same rules, or of some, on a page that was opened with `bypassCSP`. */
  readonly violationsOf: (page: Page, rules: ReadonlyArray<string> | null) => Promise<ReadonlyArray<string>>
  /** Fails unless every path is as `expectAccessible` wants it, in light English and in dark Arabic, and fits 320 px. */
  readonly expectForEverybody: (paths: ReadonlyArray<string>) => Promise<void>
  readonly stop: () => Promise<void>
}

export const administrator = { username: "admin", password: "correct-horse-battery" } as const

const axeRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

/** The released server with its console, and one Chromium that keeps to this machine. */
export const makeConsoleFixture = async (
  name: string,
  env: Readonly<Record<string, string>> = {}
): Promise<ConsoleFixture> => {
  const servers = await makeServers(name)
  const server = await servers.start(engines[0] ?? "SQLite", env)
  const browser = await launchBrowser()

  const openContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en", ...options })
    context.setDefaultTimeout(patienceMillis)
    return context
  }
  const openIn = async (context: BrowserContext, path: string): Promise<ConsolePage> => {
    const page = await context.newPage()
    const problems: Array<string> = []
    watch(page, server.address, problems)
    closeWithTest(page, problems)
    await page.goto(`${server.address}${path}`)
    return {
      page,
      context,
      expectNoProblems: () => assert.deepStrictEqual(problems, []),
      problems
    }
  }
  const open: ConsoleFixture["open"] = async (path, options = {}) => openIn(await openContext(options), path)
  const openAsAdministrator: ConsoleFixture["openAsAdministrator"] = async (path, options = {}) => {
    const context = await openContext(options)
    // The login screen sends the same request; it has its own tests.
    const response = await context.request.post(`${server.address}/v2/console/session`, {
      data: administrator,
      headers: { "x-dragoman-console": "1" }
    })
    assert.strictEqual(response.status(), 204, await response.text())
    return openIn(context, path)
  }
  /** Runs the checks of `visit` on each path, in one page: the browser compiles the scripts once. */
  const visitEach = async (
    paths: ReadonlyArray<string>,
    options: BrowserContextOptions,
    visit: (opened: ConsolePage, path: string) => Promise<void>
  ): Promise<void> => {
    const [first = "/", ...others] = paths
    const start = /^\/(login|sign-up|reset_password)/.test(first) ? open : openAsAdministrator
    const opened = await start(first, options)
    await visit(opened, first)
    for (const path of others) {
      await opened.page.goto(`${server.address}${path}`)
      await visit(opened, path)
    }
    await opened.context.close()
  }
  const expectAccessible: ConsoleFixture["expectAccessible"] = async (paths, options, prepare) => {
    // Trusted Types keep axe out: this page alone has no content security policy.
    const withoutPolicy = { ...options, bypassCSP: true }
    await visitEach(typeof paths === "string" ? [paths] : paths, withoutPolicy, async ({ page }, path) => {
      await prepare?.(page)
      assert.deepStrictEqual(await violationsOf(page, null), [], `${path} ${JSON.stringify(options)}`)
    })
  }
  const violationsOf: ConsoleFixture["violationsOf"] = async (page, rules) => {
    // The network is never idle: the list follows the events of its project.
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
    // A colour on its way to another one has a contrast of its own.
    await page.evaluate(
      `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
        .forEach((animation) => animation.finish())`
    )
    if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source)
    return page.evaluate<ReadonlyArray<string>>(
      // Leaves out announcements of React Aria: they may name elements that are gone, and screen readers have read them.
      `axe.run({ exclude: ["[data-live-announcer]"] }, { runOnly: ${JSON.stringify(rules ?? axeRules)} }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + failureSummary)))`
    )
  }
  const settle = async (page: Page) => {
    await page.locator("main h1").waitFor()
    await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" })
  }
  return {
    server,
    open,
    openAsAdministrator,
    expectAccessible,
    violationsOf,
    expectForEverybody: async (paths) => {
      await visitEach(paths, { viewport: { width: 320, height: 640 } }, async ({ page, expectNoProblems }, path) => {
        await settle(page)
        expectNoProblems()
        assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320, path)
      })
      await expectAccessible(paths, { colorScheme: "light", locale: "en" }, settle)
      await expectAccessible(paths, { colorScheme: "dark", locale: "ar" }, settle)
    },
    stop: async () => {
      await browser.close()
      await servers.stop()
    }
  }
}

/**
 * Every page that stays open reads its project again after each change of the tests behind it. One that fails in CI says what its
 * pages showed.
 */
const closeWithTest = (page: Page, problems: ReadonlyArray<string>): void => {
  // A page that `beforeAll` opens belongs to no test.
  if (TestRunner.getCurrentTest() === undefined) return
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail" && !page.isClosed()) {
      const shown = await page.locator("body").ariaSnapshot({ timeout: 2000 })
      process.stderr.write(`${[page.url(), ...problems, shown].join("\n")}\n`)
    }
    await page.context().close()
  })
}

const watch = (page: Page, address: string, problems: Array<string>): void => {
  page.on("console", (message) => {
    const isRefusedResource = message.text().startsWith("Failed to load resource")
    if (message.type() === "error" && !isRefusedResource) problems.push(message.text())
  })
  page.on("pageerror", (error) => problems.push(String(error)))
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== address && protocol !== "data:" && protocol !== "blob:") problems.push(`Request to ${request.url()}`)
  })
}

/** Fills the login that is shown. */
export const logIn = async (page: Page, { username, password } = administrator as Login): Promise<void> => {
  await page.getByLabel("User name").fill(username)
  await page.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
}

/** Sets a value of a criterion in the filter of the list. */
export const chooseFilter = async (page: Page, criterion: string, value: string | RegExp): Promise<void> => {
  await page.getByRole("button", { name: /^Filter/ }).click()
  const panel = page.getByRole("dialog", { name: "Filter" })
  await panel.getByRole("menuitem", { name: criterion }).click()
  await panel.getByRole("menuitemcheckbox", { name: value }).first().click()
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await panel.waitFor({ state: "detached" })
}

/** Drops files on the middle of the page, as a desktop does. `paths`: on this machine. */
export const dropFiles = async (page: Page, paths: ReadonlyArray<string>): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const send = (type: "dragEnter" | "dragOver" | "drop") =>
    session.send("Input.dispatchDragEvent", {
      type,
      x: 640,
      y: 400,
      data: { items: [], files: [...paths], dragOperationsMask: 1 }
    })
  // A page that has just appeared may not listen yet, and would lose the files.
  const target = page.locator("[data-drop-target=true]")
  do {
    await send("dragEnter")
    await send("dragOver")
  } while ((await target.count()) === 0)
  await send("drop")
}

interface Login {
  readonly username: string
  readonly password: string
}

/** A project with keys `key.0000`, … in English and Czech; Czech is empty. Returns its id. */
export const makeProject = async (
  { administrator }: RunningServer,
  name: string,
  keyCount: number
): Promise<number> => {
  const { _embedded } = await administrator.call<{
    readonly _embedded: { readonly organizations: ReadonlyArray<{ readonly id: number }> }
  }>("GET", "/v2/organizations")
  const { id } = await administrator.call<{ readonly id: number }>("POST", "/v2/projects", {
    name,
    organizationId: _embedded.organizations[0]?.id,
    baseLanguageTag: "en",
    icuPlaceholders: true,
    languages: [
      { tag: "en", name: "English", originalName: "English" },
      { tag: "cs", name: "Czech", originalName: "čeština" }
    ]
  })
  const keys = Array.from({ length: keyCount }, (_, index) => ({
    name: keyNameAt(index),
    translations: { en: `Berth {number} in harbour H${index}` }
  }))
  if (keyCount > 0) await administrator.call("POST", `/v2/projects/${id}/keys/import`, { keys })
  return id
}

export const keyNameAt = (index: number): string => `key.${String(index).padStart(4, "0")}`

/** The user name of a new person with an account, whom an invitation to the project brought in. */
export const makeMember = (server: RunningServer, projectId: number, name: string, type: string): Promise<string> =>
  signUpInvited(server, `/v2/projects/${projectId}/invite`, { type, name })

/** The same for an organization, as a plain member. */
export const makeOrganizationMember = (server: RunningServer, slug: string, name: string): Promise<string> =>
  signUpInvited(server, `/v2/organizations/${slug}/invite`, { roleType: "MEMBER", name })

const signUpInvited = async (
  { address, administrator: inviter }: RunningServer,
  path: string,
  invitation: { readonly name: string; readonly type?: string; readonly roleType?: string }
): Promise<string> => {
  const { code } = await inviter.call<{ readonly code: string }>("PUT", path, invitation)
  const { name } = invitation
  const email = `${name.toLowerCase()}@example.org`
  const response = await fetch(`${address}/api/public/sign_up`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, email, password: administrator.password, invitationCode: code })
  })
  assert.strictEqual(response.status, 200)
  return email
}
