import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  administrator,
  type ConsoleFixture,
  chooseFilter,
  hasBrowser,
  keyNameAt,
  logIn,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

const keyCount = 1_200

describe.skipIf(!hasBrowser)("the web console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let list: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("console")
    projectId = await makeProject(fixture.server, "Harbour booking", keyCount)
    list = `/projects/${projectId}/translations`
  }, 240_000)

  afterAll(() => fixture?.stop())

  const textOf = async (keyName: string, languageTag: string): Promise<string | null> => {
    const { _embedded } = await fixture.server.administrator.call<{
      readonly _embedded: {
        readonly keys: ReadonlyArray<{
          readonly translations: Readonly<Record<string, { readonly text: string | null }>>
        }>
      }
    }>("GET", `/v2/projects/${projectId}/translations?filterKeyName=${keyName}&languages=${languageTag}`)
    return _embedded.keys[0]?.translations[languageTag]?.text ?? null
  }

  describe("frame", () => {
    it("leads to the login without a session, and after it to the wanted page", async () => {
      const { page, expectNoProblems } = await fixture.open(list)
      await page.waitForURL(`**/login?to=${list}`)
      await logIn(page)
      await page.waitForURL(`**${list}`)
      await page.getByRole("grid").waitFor()
      assert.strictEqual(await page.title(), "Translations · Harbour booking · Dragoman")
      expectNoProblems()
    })

    it("says a wrong password once, keeps the name and puts the caret into the password", {
      tags: ["exhaustive"]
    }, async () => {
      const { page, expectNoProblems } = await fixture.open("/login")
      await logIn(page, { ...administrator, password: "wrong" })
      const alert = page.locator("form [role=alert]")
      await alert.waitFor()
      assert.strictEqual(await alert.count(), 1)
      assert.strictEqual(await page.getByLabel("User name").inputValue(), "admin")
      assert.strictEqual(await page.evaluate("document.activeElement.name"), "password")
      expectNoProblems()
    })

    it("keeps the session over a reload, with no token that a script could read", async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator("/")
      await page.reload()
      await page.getByRole("heading", { name: "Projects" }).waitFor()
      const readable = await page.evaluate(
        "JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])"
      )
      assert.notMatch(String(readable), /session|token|eyJ|[A-Za-z0-9_-]{40}/)
      expectNoProblems()
    })

    it("ends in the other tabs when one logs out", { tags: ["exhaustive"] }, async () => {
      const { page, context, expectNoProblems } = await fixture.openAsAdministrator("/")
      const other = await context.newPage()
      await other.goto(`${fixture.server.address}/`)
      await other.getByRole("heading", { name: "Projects" }).waitFor()
      await page.getByRole("button", { name: /Account/ }).click()
      await page.getByRole("menuitem", { name: "Log out" }).click()
      await other.waitForURL("**/login")
      await page.waitForURL("**/login")
      expectNoProblems()
    })

    it("asks for the login when the session was ended elsewhere, and then does what was asked", {
      tags: ["exhaustive"]
    }, async () => {
      const { page, context, expectNoProblems } = await fixture.openAsAdministrator(list)
      await page.locator(`[data-key="${keyNameAt(9)}"][data-language=cs]`).click()
      await page.keyboard.type("Po novém přihlášení {number}")
      await context.clearCookies()
      await page.keyboard.press("Enter")
      await page.getByRole("dialog", { name: "Your session has ended" }).waitFor()
      await logIn(page)
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await page
        .locator(`[data-key="${keyNameAt(9)}"]`)
        .getByText("Saving")
        .waitFor({ state: "detached" })
      assert.strictEqual(await textOf(keyNameAt(9), "cs"), "Po novém přihlášení {number}")
      expectNoProblems()
    })

    it("counts the cookie only beside the header of the console", { tags: ["exhaustive"] }, async () => {
      const { page } = await fixture.openAsAdministrator("/")
      const statusWith = (headers: object) =>
        page.evaluate(`fetch("/v2/projects", { headers: ${JSON.stringify(headers)} }).then(({ status }) => status)`)
      assert.strictEqual(await statusWith({}), 401)
      assert.strictEqual(await statusWith({ "x-dragoman-console": "1" }), 200)
    })

    it("lists the shortcuts of the screen behind ?, and single keys can be switched off", async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator(list)
      await page.getByRole("grid").waitFor()
      await page.keyboard.press("?")
      const placeOf = (title: string) => page.getByRole("dialog").getByRole("region", { name: title })
      for (const [place, shortcut] of [
        ["Everywhere", "Command palette"],
        ["Translations", "New key"],
        ["Editor", "Save and open the next text"],
        ["Side panel", "Comments"]
      ] as const) {
        await placeOf(place).getByText(shortcut).waitFor()
      }
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: /Account/ }).click()
      await page.getByRole("menuitem", { name: "Preferences" }).click()
      await page.getByRole("button", { name: /Single-key shortcuts/ }).click()
      await page.getByRole("option", { name: "Off" }).click()
      await page.getByRole("listbox").waitFor({ state: "detached" })
      await page.getByRole("link", { name: /Dragoman/ }).click()
      await page.getByRole("heading", { name: "Projects" }).waitFor()
      await page.keyboard.press("?")
      await page.keyboard.press("/")
      assert.strictEqual(await page.getByRole("dialog").count(), 0)
      assert.notStrictEqual(await page.evaluate("document.activeElement.tagName"), "INPUT")
      expectNoProblems()
    })

    it("shows the page of a project that does not exist, with the request id", { tags: ["exhaustive"] }, async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator("/projects/999999/translations")
      await page.getByText("This project does not exist, or you may not see it.").waitFor()
      await page.getByText("Details").click()
      assert.match(String(await page.locator("details").textContent()), /X-Request-Id[\w-]{8,}/)
      expectNoProblems()
    })

    it("changes theme and language without a reload, and Arabic mirrors the frame", async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator("/")
      await page.evaluate("window.isSamePage = true")
      await page.getByRole("button", { name: /Account/ }).click()
      await page.getByRole("menuitem", { name: "Preferences" }).click()
      await page.getByRole("button", { name: /Theme/ }).click()
      await page.getByRole("option", { name: "Dark" }).click()
      await page.getByRole("button", { name: /Language/ }).click()
      await page.getByRole("option", { name: "العربية" }).click()
      await page.getByRole("heading", { name: "التفضيلات" }).waitFor()
      assert.deepStrictEqual(
        await page.evaluate("[document.documentElement.dir, getComputedStyle(document.body).direction, isSamePage]"),
        ["rtl", "rtl", true]
      )
      assert.strictEqual(
        await page.evaluate("getComputedStyle(document.documentElement).backgroundColor"),
        "rgb(16, 19, 23)"
      )
      expectNoProblems()
    })
  })

  describe("texts", () => {
    it("are read in the language of the browser alone", async () => {
      const { page, context, expectNoProblems } = await fixture.open("/", { locale: "cs-CZ" })
      const read: Array<string> = []
      context.on("request", (request) => {
        const name = /\/assets\/(\w+)-[^/]+\.json$/.exec(request.url())?.[1]
        if (name !== undefined) read.push(name)
      })
      await page.reload()
      await page.getByRole("heading", { name: "Přihlášení" }).waitFor()
      // The texts, and the sentences about failures that are read when the page is idle.
      assert.deepStrictEqual([...new Set(read)], ["cs"])
      assert.strictEqual(await page.locator("html").getAttribute("lang"), "cs")
      expectNoProblems()
    })

    it("that cannot be read are said to be missing, and can be tried again", { tags: ["exhaustive"] }, async () => {
      const { page, context } = await fixture.open("/login")
      await context.route(/\/assets\/en-.*\.json$/, (route) => route.abort())
      await page.reload()
      await page.getByText("The texts of the console could not be loaded.").waitFor()
      await context.unroute(/\/assets\/en-.*\.json$/)
      await page.getByRole("button", { name: "Try again" }).click()
      await page.getByLabel("User name").waitFor()
    })
  })

  describe("list", () => {
    it("21: keeps its filters in the address, over reload and Back", async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator(list)
      await page.getByRole("searchbox").fill("harbour H77")
      // The link names the shown languages, whose texts are searched: others find the same keys.
      await page.waitForURL("**/translations?search=harbour+H77&languages=en,cs")
      await page.getByText("11 keys").waitFor()
      await page.reload()
      await page.getByText("11 keys").waitFor()
      assert.strictEqual(await page.getByRole("searchbox").inputValue(), "harbour H77")
      await chooseFilter(page, "State", "Reviewed in Czech")
      await page.getByText("No matching keys").waitFor()
      await page.goBack()
      await page.getByText("11 keys").waitFor()
      expectNoProblems()
    })

    it("21: shows a second user who opens the address the same keys", { tags: ["exhaustive"] }, async () => {
      const { page } = await fixture.openAsAdministrator(`${list}?q=harbour+H77&languages=en,cs`)
      await page.getByText("11 keys").waitFor()
      const { pathname, search } = new URL(page.url())
      const { call } = fixture.server.administrator
      const user = { username: "reader@example.org", name: "Reader", password: administrator.password }
      const { id } = await call<{ readonly id: number }>("POST", "/v2/administration/users", user)
      await call("PUT", `/v2/administration/users/${id}/set-role/ADMIN`)
      const second = await fixture.open(`/login?to=${encodeURIComponent(pathname + search)}`)
      await logIn(second.page, user)
      await second.page.getByText("11 keys").waitFor()
      const keysOf = async (shown: typeof page) =>
        Promise.all(
          (await shown.locator("[data-key][data-language=cs]").all()).map((cell) => cell.getAttribute("data-key"))
        )
      assert.include(await keysOf(page), keyNameAt(77))
      assert.deepStrictEqual(await keysOf(second.page), await keysOf(page))
      second.expectNoProblems()
    })

    it("moves no row when the arrow keys make another cell the active one", async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}?languages=en,cs`)
      const places = () =>
        page.evaluate<ReadonlyArray<string>>(
          `[...document.querySelectorAll("[role=row][aria-rowindex]")].slice(0, 8).map((row) =>
            [row.getAttribute("aria-rowindex"), row.getBoundingClientRect().top, row.getBoundingClientRect().height].join(" "))`
        )
      for (const view of ["", "&view=table"]) {
        await page.goto(`${fixture.server.address}${list}?languages=en,cs${view}`)
        // The head of the table comes with its columns.
        if (view !== "") await page.locator("[role=row][aria-rowindex='1']").waitFor()
        await page.locator(`[data-key="${keyNameAt(1)}"][data-language=cs]`).focus()
        const before = await places()
        for (const key of ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown"]) {
          await page.keyboard.press(key)
          await page.locator("[role=gridcell]:focus").getByRole("button", { name: "Actions" }).waitFor()
          assert.deepStrictEqual(await places(), before, `${view} ${key}`)
        }
      }
      expectNoProblems()
    })

    it("finds by a search line, shows where one cannot be read, and has help for it", async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}?languages=en,cs`)
      await page.getByText(/1,200 keys/).waitFor()
      const search = page.getByRole("searchbox")
      await page.getByRole("button", { name: "Search help" }).press("Enter")
      const help = page.getByRole("dialog", { name: "Search help" })
      await help.getByRole("button", { name: "key:cart.*" }).press("Enter")
      await help.waitFor({ state: "detached" })
      await page.locator("[type=search]:focus").waitFor()
      await page.keyboard.type(`${keyNameAt(77)} state:done`)
      await page.locator("search p", { hasText: "cannot be read at character" }).waitFor()
      assert.strictEqual(await page.locator("mark").textContent(), "done")
      assert.strictEqual(await search.getAttribute("aria-invalid"), "true")
      await page.getByText(/1,200 keys/).waitFor()
      for (const _ of " state:done") await page.keyboard.press("Backspace")
      await page.keyboard.type(" -cs:nothing")
      await page.waitForURL((url) => url.searchParams.get("search") === `key:${keyNameAt(77)} -cs:nothing`)
      await page.getByText("1 key", { exact: true }).waitFor()
      assert.strictEqual(await page.locator("mark").count(), 0)
      // An address may have any line.
      await page.goto(`${fixture.server.address}${list}?search=${encodeURIComponent('"open')}`)
      await page.locator("main [role=alert]", { hasText: "cannot be read at character 6" }).waitFor()
      await page.getByRole("button", { name: "Clear filters" }).click()
      await page.getByText(/1,200 keys/).waitFor()
      expectNoProblems()
    })

    it("has all filters behind f, by keyboard alone, and says that a filter ended the selection", async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}?languages=en,cs`)
      await page.locator("[data-filter][aria-expanded]").waitFor()
      await page.getByRole("checkbox", { name: `Select ${keyNameAt(0)}` }).click()
      await page.locator(`[data-key="${keyNameAt(0)}"][data-language=cs]`).focus()
      await page.keyboard.press("f")
      const panel = page.getByRole("dialog", { name: "Filter" })
      await panel.getByRole("menuitem", { name: "Created by" }).waitFor()
      await page.keyboard.type("screenshots: no")
      await panel.getByRole("menuitemcheckbox", { name: "Screenshots: no" }).waitFor()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await page.waitForURL(/screenshots=no/)
      await page.getByText("Selection ended: 1 row").first().waitFor()
      await page.keyboard.press("Escape")
      await panel.waitFor({ state: "detached" })
      await page.getByRole("button", { name: "Screenshots: no", exact: true }).click()
      await page.getByRole("menuitemradio", { name: "is", exact: true }).click()
      await page.waitForURL(/screenshots=yes/)
      await page.getByText("No matching keys").waitFor()
      await page.getByRole("button", { name: "Screenshots: yes", exact: true }).click()
      await page.getByRole("menuitem", { name: "Remove" }).click()
      await page.getByText(/1,200 keys/).waitFor()
      await page.getByRole("searchbox").press("ArrowDown")
      await page.locator("[role=gridcell]:focus").waitFor()
      expectNoProblems()
    })

    it("keeps the tools in their places when the menus of filters arrive", async () => {
      const { page } = await fixture.openAsAdministrator(list)
      let release = () => {}
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/filter-menus/, async (route) => {
        await gate
        await route.continue()
      })
      await page.reload()
      await page.locator("[data-key]").first().waitFor()
      const placesOf = async () => {
        const boxes = [
          page.locator("[data-filter]"),
          page.getByRole("button", { name: "New key" }),
          page.getByRole("searchbox")
        ]
        return Promise.all(boxes.map((box) => box.boundingBox()))
      }
      const before = await placesOf()
      release()
      await page.locator("[data-filter][aria-expanded]").waitFor()
      assert.deepStrictEqual(await placesOf(), before)
    })

    it("drops a filter that it does not know, with a notification", { tags: ["exhaustive"] }, async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator(`${list}?state=cs:WRONG&colour=red`)
      await page.getByRole("region", { name: "Notifications" }).getByText("state, colour").waitFor()
      await page.getByText(/1,200 keys/).waitFor()
      expectNoProblems()
    })

    it("searches names alone when a link asks to", { tags: ["exhaustive"] }, async () => {
      const { page } = await fixture.openAsAdministrator(`${list}?q=Berth&in=names`)
      await page.getByText("No matching keys").waitFor()
      assert.strictEqual(await page.getByRole("searchbox").inputValue(), "key:Berth")
    })
  })

  describe("for everybody", () => {
    const screens: ReadonlyArray<readonly [string, () => string]> = [
      ["projects", () => "/"],
      ["list", () => list],
      ["open editor", () => `${list}?languages=en,cs`],
      ["list without a match", () => `${list}?q=nothing-has-this`],
      ["missing project", () => "/projects/999999/translations"]
    ]

    const expectAccessible = ([name, path]: (typeof screens)[number], colorScheme: "light" | "dark") =>
      fixture.expectAccessible(path(), { colorScheme }, async (page) => {
        await page.locator("h1").waitFor({ state: "attached" })
        if (name !== "open editor") return
        await page.locator(`[data-key="${keyNameAt(5)}"][data-language=cs]`).click()
        await page.getByRole("textbox", { name: `${keyNameAt(5)}, Czech` }).waitFor()
      })

    it("has no violation that axe finds in the filter, dark, mirrored, and as a sheet", async () => {
      for (const options of [
        { colorScheme: "dark", locale: "ar" },
        { viewport: { width: 390, height: 844 } }
      ] as const) {
        await fixture.expectAccessible(`${list}?screenshots=no`, options, async (page) => {
          await page.locator("[data-filter][aria-expanded]").click()
          await page.getByRole("dialog").getByRole("menuitem").nth(3).waitFor()
          if ("viewport" in options)
            assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 390)
        })
      }
    })

    it("has no violation that axe finds in the help of the search, dark, mirrored, and at 320 px", async () => {
      for (const options of [
        { colorScheme: "dark", locale: "ar" },
        { viewport: { width: 320, height: 640 } }
      ] as const) {
        await fixture.expectAccessible(`${list}?search=state%3Adone`, options, async (page) => {
          await page.locator("mark").waitFor()
          await page
            .getByRole("search")
            .locator("button[aria-haspopup=dialog], button[aria-expanded]")
            .first()
            .waitFor()
          await page.getByRole("searchbox").focus()
          for (const _ of [1, 2]) await page.keyboard.press("Tab")
          await page.keyboard.press("Enter")
          await page.getByRole("dialog").getByRole("row").nth(3).waitFor()
          if ("viewport" in options)
            assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320)
        })
      }
    })

    it("has no violation that axe finds with an open editor", async () => {
      for (const screen of screens) if (screen[0] === "open editor") await expectAccessible(screen, "light")
    })

    it.each(["light", "dark"] as const)(
      "has no violation that axe finds, %s",
      { tags: ["exhaustive"] },
      async (colorScheme) => {
        await fixture.expectAccessible("/login", { colorScheme })
        for (const screen of screens) await expectAccessible(screen, colorScheme)
      }
    )

    const expectReachable = async (viewport: { readonly width: number; readonly height: number }) => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator("/", { viewport })
      for (const [, path] of screens) {
        await page.goto(`${fixture.server.address}${path()}`)
        await page.locator("h1").waitFor({ state: "attached" })
        const width = await page.evaluate("document.documentElement.scrollWidth")
        assert.isAtMost(Number(width), viewport.width, path())
        expectNoProblems()
      }
      await page.goto(`${fixture.server.address}${list}`)
      await page.locator(`[data-key="${keyNameAt(6)}"][data-language=cs]`).click()
      const editor = page.getByRole("textbox", { name: `${keyNameAt(6)}, Czech` })
      await editor.press("Control+a")
      await page.keyboard.type("Malá obrazovka {number}")
      await page.getByRole("button", { name: /^Save/ }).last().click()
      await page.getByText("Saving").waitFor({ state: "detached" })
      assert.strictEqual(await textOf(keyNameAt(6), "cs"), "Malá obrazovka {number}")
      await page.getByRole("button", { name: /Account/ }).click()
      await page.getByRole("menuitem", { name: "Log out" }).waitFor()
      // The line of the project's screens scrolls to the present one.
      await page.goto(`${fixture.server.address}${list.replace("translations", "settings")}`)
      const present = page.locator("nav a[aria-current=page]", { hasText: "Settings" })
      await present.waitFor()
      await page.waitForFunction(
        "(() => { const { left, right } = document.querySelector('nav a[aria-current=page]').getBoundingClientRect();" +
          " return left >= 0 && right <= innerWidth })()"
      )
    }

    it("has no sideways scrolling at 320 px, and every action can be reached", () =>
      expectReachable({ width: 320, height: 640 }))

    it("has no sideways scrolling at 400 % zoom, and every action can be reached", { tags: ["exhaustive"] }, () =>
      expectReachable({ width: 320, height: 256 })
    )
  })
})
