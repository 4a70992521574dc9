import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ConsoleFixture, hasBrowser, keyNameAt, makeConsoleFixture } from "./console-fixture.ts"
import { makeScreenParameters, type ScreenParameters } from "./screen-parameters.ts"

const widths = [390, 1024, 1440] as const

/** Screens of links whose code this test does not have: the server refuses it, and the screen says so. */
const refusedCodes = ["/login/auth_callback/$service", "/login/verify_email/$", "/reset_password/$"]

/** Questions to which the server says 404 when there is nothing: no change of the login waits, no import is under way. */
const questionsOfAbsence = /^404 \/v2\/(auth-provider\/change|projects\/\d+\/import\/result)$/

/** One screen with an address that shows something. */
interface Screen {
  /** Its path in the route table, with the names of parameters. */
  readonly pattern: string
  readonly path: string
  /** Whether it needs a session. */
  readonly isForUsers: boolean
}

/** The screens of the running console by its own route table: a new one is included by itself. */
const routesOfConsole = `Object.values(__TSR_ROUTER__.routesById)
  .filter(({ children, fullPath }) => children === undefined && fullPath !== undefined)
  .map(({ id, fullPath }) => ({ pattern: fullPath, isForUsers: id.startsWith("/user") }))`

describe.skipIf(!hasBrowser)("every screen of the console", { timeout: 1_800_000 }, () => {
  let fixture: ConsoleFixture
  let parameters: ScreenParameters
  let screens: ReadonlyArray<Screen>

  beforeAll(async () => {
    fixture = await makeConsoleFixture("every-screen", { DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1" })
    parameters = await makeScreenParameters(fixture.server)
    const { page, context } = await fixture.open("/login")
    await page.getByLabel("User name").waitFor()
    const routes = await page.evaluate<ReadonlyArray<Omit<Screen, "path">>>(routesOfConsole)
    await context.close()
    screens = routes.map((route) => ({ ...route, path: pathOf(route.pattern) }))
  }, 240_000)

  afterAll(() => fixture?.stop())

  /** The address of a screen. Fails for a parameter without a value: `makeScreenParameters` needs one for it. */
  const pathOf = (pattern: string): string => {
    const path = pattern.replaceAll(/\$(\w*)/g, (_, name: string) => {
      if (name === "" || name === "service") return "unknown"
      const value = parameters[name]
      assert.isDefined(value, `the parameter ${name} of the screen ${pattern}`)
      return String(value)
    })
    return path === "/invitations" ? `/invitations#${parameters["code"]}` : path
  }

  const settle = async (page: Page) => {
    await page.locator("h1").first().waitFor({ state: "attached" })
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
  }

  interface Variant {
    readonly locale: string
    readonly colorSchemes: ReadonlyArray<"light" | "dark">
    readonly widths: ReadonlyArray<number>
  }

  /** Visits screens once each, and changes theme and width in place. Returns a line for everything that is wrong. */
  const sweep = async (visited: ReadonlyArray<Screen>, variant: Variant): Promise<string> => {
    const found: Array<string> = []
    for (const isForUsers of [false, true]) {
      const some = visited.filter((screen) => screen.isForUsers === isForUsers)
      if (some.length === 0) continue
      // Trusted Types keep axe out: the test of the policy visits the same screens with it.
      const options = { locale: variant.locale, bypassCSP: true }
      const opened = await (isForUsers ? fixture.openAsAdministrator : fixture.open)("/login", options)
      const { page, context } = opened
      for (const { pattern, path } of some) {
        const failed: Array<string> = []
        const note = (response: { readonly status: () => number; readonly url: () => string }) => {
          const line = `${response.status()} ${new URL(response.url()).pathname}`
          if (response.status() >= 400 && !questionsOfAbsence.test(line)) failed.push(line)
        }
        page.on("response", note)
        // A hash alone would not load the page.
        await page.goto("about:blank")
        await page.goto(`${fixture.server.address}${path}`)
        await settle(page)
        for (const width of variant.widths) {
          await page.setViewportSize({ width, height: 844 })
          for (const colorScheme of variant.colorSchemes) {
            await page.emulateMedia({ colorScheme })
            const name = `${pattern} ${variant.locale} ${width} ${colorScheme}`
            // Themes differ in colours alone.
            const isRepeated = colorScheme !== variant.colorSchemes[0]
            const violations = await fixture.violationsOf(page, isRepeated ? ["color-contrast"] : null)
            found.push(...violations.map((violation) => `${name}: ${violation}`))
            const scrolled = Number(await page.evaluate("document.documentElement.scrollWidth"))
            if (scrolled > width) found.push(`${name}: ${scrolled} px wide`)
          }
        }
        page.off("response", note)
        if (!refusedCodes.includes(pattern)) found.push(...failed.map((line) => `${pattern}: ${line}`))
      }
      found.push(...opened.problems)
      await context.close()
    }
    return [...new Set(found)].join("\n")
  }

  const named = (...patterns: ReadonlyArray<string>) => screens.filter(({ pattern }) => patterns.includes(pattern))

  it("has a route table with the screens that are known best", () => {
    const known = ["/login", "/", "/projects/$projectId/translations", "/projects/$projectId/tasks/$taskNumber"]
    assert.includeMembers(
      screens.map(({ pattern }) => pattern),
      known
    )
  })

  it("that people begin with has no violation that axe finds, on a phone, dark and mirrored", async () => {
    const begin = named("/", "/projects/$projectId/", "/projects/$projectId/tasks/$taskNumber")
    const narrow: Variant = { locale: "ar", colorSchemes: ["dark"], widths: [320] }
    assert.strictEqual(await sweep(begin, narrow), "")
  })

  it.each(["en", "ar"])(
    "has no violation that axe finds, fits its window, and asks for nothing that fails: %s",
    { tags: ["exhaustive"] },
    async (locale) => {
      assert.strictEqual(await sweep(screens, { locale, colorSchemes: ["light", "dark"], widths }), "")
    }
  )

  it("shows states, focus and selection where the colours are forced", { tags: ["exhaustive"] }, async () => {
    const list = `/projects/${parameters["projectId"]}/translations?languages=en,cs`
    const { page, expectNoProblems } = await fixture.openAsAdministrator(list, { forcedColors: "active" })
    const cellOf = (index: number) => `[data-key="${keyNameAt(index)}"][data-language=cs]`
    await page.getByRole("checkbox", { name: `Select ${keyNameAt(1)}` }).click()
    await page.locator(cellOf(3)).focus()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowDown")
    await page.locator(`${cellOf(3)}:focus`).waitFor()
    const styleOf = (selector: string, property: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue("${property}")`
      )
    const canvas = await styleOf("html", "background-color")
    assert.strictEqual(await styleOf("[role=gridcell]:focus", "outline-style"), "solid")
    assert.notStrictEqual(await styleOf("nav a[aria-current=page]", "background-color"), canvas)
    assert.strictEqual(await styleOf("[role=grid] input:checked", "appearance"), "auto")
    // Shapes tell states apart.
    const signs = [cellOf(0), cellOf(3)].map((cell) => page.locator(`${cell} svg`).first().innerHTML())
    const [translated, untranslated] = await Promise.all(signs)
    assert.notStrictEqual(translated, untranslated)
    assert.notStrictEqual(await styleOf(`${cellOf(0)} svg`, "stroke"), canvas)
    expectNoProblems()
  })

  it("keeps to its content security policy, and has no error in its scripts", { tags: ["exhaustive"] }, async () => {
    for (const isForUsers of [false, true]) {
      const opened = await (isForUsers ? fixture.openAsAdministrator : fixture.open)("/login")
      for (const { path } of screens.filter((screen) => screen.isForUsers === isForUsers)) {
        await opened.page.goto("about:blank")
        await opened.page.goto(`${fixture.server.address}${path}`)
        await settle(opened.page)
      }
      opened.expectNoProblems()
    }
  })
})
