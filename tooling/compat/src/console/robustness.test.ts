/** @module-tag exhaustive */
import type { Locator, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ConsoleFixture, hasBrowser, keyNameAt, makeConsoleFixture, makeProject } from "./console-fixture.ts"

describe.skipIf(!hasBrowser)("the console under adverse conditions", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let base: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("robustness", { DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1" })
    projectId = await makeProject(fixture.server, "Harbour booking", 6)
    base = `/projects/${projectId}`
    const write = (name: string, translations: object) =>
      fixture.server.administrator.call<{ readonly translations: { readonly cs: { readonly id: number } } }>(
        "PUT",
        `/v2/projects/${projectId}/translations`,
        { key: name, translations }
      )
    await write(keyNameAt(1), { cs: "Přeloženo {number}" })
    const { translations } = await write(keyNameAt(2), { cs: "Zkontrolováno {number}" })
    await fixture.server.administrator.call(
      "PUT",
      `/v2/projects/${projectId}/translations/${translations.cs.id}/set-state/REVIEWED`
    )
  }, 240_000)

  afterAll(() => fixture?.stop())

  const cellOf = (page: Page, keyName: string, languageTag: string): Locator =>
    page.locator(`[data-key="${keyName}"][data-language=${languageTag}]`)

  /** Opens a text and waits for the field with chips. */
  const openText = async (page: Page, keyName: string, languageTag: string): Promise<Locator> => {
    const cell = cellOf(page, keyName, languageTag)
    await cell.click()
    await cell.locator("[data-editor=chips]").waitFor()
    return cell.getByRole("textbox")
  }

  const offlineBar = (page: Page): Locator => page.getByRole("status").filter({ hasText: "Offline" })

  it("11: a server that stops shows the offline bar; once it is back the bar goes and the data are fresh", async () => {
    const list = await fixture.openAsAdministrator(`${base}/translations`)
    await list.page.getByRole("grid").waitFor()
    await list.page.getByText("Live", { exact: true }).waitFor()
    const projects = await fixture.openAsAdministrator("/")
    await projects.page.getByRole("link", { name: "Harbour booking" }).first().waitFor()
    // This screen follows no events.
    await fixture.server.administrator.call("PUT", `/v2/projects/${projectId}`, { name: "Harbour of Brno" })
    assert.strictEqual(await fixture.server.stop(), 0)
    // The list sees it by itself, the other screen with what it asks for next: a dialog that was not loaded yet.
    await offlineBar(list.page).waitFor()
    assert.isTrue(await list.page.getByRole("grid").isVisible())
    await projects.page.getByRole("button", { name: "Create project" }).click()
    await offlineBar(projects.page).waitFor()
    await fixture.server.start()
    await offlineBar(list.page).waitFor({ state: "detached" })
    await offlineBar(projects.page).waitFor({ state: "detached" })
    await projects.page.getByRole("link", { name: "Harbour of Brno" }).first().waitFor()
    await list.page.getByText("Live", { exact: true }).waitFor()
    list.expectNoProblems()
    projects.expectNoProblems()
    await fixture.server.administrator.call("PUT", `/v2/projects/${projectId}`, { name: "Harbour booking" })
  })

  /** Behaves like a server of another version, which has no chunk of this name. `isNew`: the page belongs to that version. */
  const hideChunk = async (page: Page, name: string, isNew: () => boolean) =>
    page.route(new RegExp(`/assets/${name}[^/]*\\.js$`), (route) =>
      isNew() ? route.fallback() : route.fulfill({ status: 404, body: "" })
    )

  it("12: after an upgrade an old tab reloads once and keeps its draft", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/translations`)
    const cell = cellOf(page, keyNameAt(3), "cs")
    await openText(page, keyNameAt(3), "cs")
    await page.keyboard.type("Rozepsáno")
    let loads = 0
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads++
    })
    await hideChunk(page, "import-screen", () => loads > 0)
    await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Import" }).click()
    await page.getByRole("heading", { level: 1, name: "Import" }).waitFor()
    await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Translations" }).click()
    await cell.getByText("Draft").waitFor()
    assert.include(await (await openText(page, keyNameAt(3), "cs")).textContent(), "Rozepsáno")
    assert.strictEqual(loads, 1)
    expectNoProblems()
    await page.getByRole("button", { name: "Discard draft" }).click()
  })

  it("12: after an upgrade a link that is only pointed at does not reload the page", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/translations`)
    await page.getByRole("grid").waitFor()
    let loads = 0
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads++
    })
    await hideChunk(page, "import-screen", () => loads > 0)
    const link = page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Import" })
    const missing = page.waitForResponse((response) => response.status() === 404)
    await link.hover()
    await missing
    // The page's earlier requests have responses when this one has.
    await page.evaluate("fetch('/health/ready', { cache: 'no-store' }).then((response) => response.text())")
    assert.strictEqual(loads, 0)
    await link.click()
    await page.getByRole("heading", { level: 1, name: "Import" }).waitFor()
    assert.strictEqual(loads, 1)
    expectNoProblems()
  })

  it("12: a screen that cannot be loaded while the server is gone does not replace the page", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/translations`)
    await page.getByRole("grid").waitFor()
    await fixture.server.stop()
    try {
      await offlineBar(page).waitFor()
      await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Export" }).click()
      await page.getByRole("button", { name: "Try again" }).waitFor()
      assert.isTrue(await offlineBar(page).isVisible())
    } finally {
      // The other tests need it.
      await fixture.server.start()
    }
    await page.getByRole("heading", { level: 1, name: "Export" }).waitFor()
    expectNoProblems()
  })

  it("12: a part of the frame that cannot be loaded while the server is gone leaves the screen", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/translations`)
    await page.getByRole("grid").waitFor()
    await page.route(/\/assets\/account-menu[^/]*\.js$|\/health\/ready$/, (route) => route.abort())
    const asked = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/health/ready"))
    await page.reload()
    await asked
    await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Export" }).click()
    await page.getByRole("heading", { level: 1, name: "Export" }).waitFor()
    expectNoProblems()
  })

  it("12: dialogs and parts that cannot be loaded while the server is gone leave the screen, say so, and can be tried again", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/translations?panel=comments`)
    const gone = /\/assets\/(filter-menus|text-tools|create-key-dialog|command-palette)[^/]*\.js$|\/health\/ready$/
    await page.route(gone, (route) => route.abort())
    await page.reload()
    await page.getByRole("grid").waitFor()
    // Places in the screen: the menus of filters, and the panel.
    const places = page.getByRole("main").getByRole("alert").filter({ hasText: "Server unreachable." })
    await places.nth(1).waitFor()
    // Dialogs: what opens them stays.
    const toast = page.getByRole("region", { name: "Notifications" }).filter({ hasText: "Server unreachable." })
    for (const open of [
      () => page.getByRole("button", { name: "New key" }).click(),
      () => page.keyboard.press("Control+k")
    ]) {
      await open()
      await toast.waitFor()
      await toast.getByRole("button", { name: "Close" }).click()
      await toast.waitFor({ state: "detached" })
    }
    assert.isTrue(await page.getByRole("grid").isVisible())
    await page.unroute(gone)
    await places.first().getByRole("button", { name: "Try again" }).click()
    await page.getByRole("main").getByRole("button", { name: "Languages" }).waitFor()
    await places.first().getByRole("button", { name: "Try again" }).click()
    await page.getByRole("button", { name: /^Comments/ }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("dialog").getByRole("searchbox").waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByRole("dialog", { name: "New key" }).waitFor()
    expectNoProblems()
  })

  /** The longest transition or animation of all elements and of their pseudo-elements, in milliseconds. */
  const longestMotion = (page: Page): Promise<number> =>
    page.evaluate(`Math.max(0, ...[...document.querySelectorAll("*")].flatMap((element) =>
      [null, "::before", "::after"].flatMap((pseudo) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element, pseudo)
        return [transitionDuration, animationDuration].flatMap((list) =>
          list.split(",").map((time) => Number.parseFloat(time) * (time.trim().endsWith("ms") ? 1 : 1000)))
      }).filter((millis) => !Number.isNaN(millis))))`)

  it("keeps the focus of a keyboard when what had it leaves the page", async () => {
    const call = <A>(method: "GET" | "POST" | "PUT", path: string, body?: object) =>
      fixture.server.administrator.call<A>(method, path, body)
    for (const description of ["First", "Second"])
      await call("POST", "/v2/api-keys", { projectId, scopes: ["keys.view"], description })
    await call("POST", `/v2/projects/${projectId}/webhook-configs`, {
      url: "http://127.0.0.1:18799/hook",
      eventFilter: { activityTypes: ["DELETE_LANGUAGE"] }
    })
    for (const text of ["Starší", "Novější"])
      await call("PUT", `/v2/projects/${projectId}/translations`, { key: keyNameAt(4), translations: { cs: text } })

    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/webhooks`)
    const press = async (target: Locator) => {
      await target.focus()
      await page.keyboard.press("Enter")
    }
    // A screen whose title comes later.
    await press(page.getByRole("link", { name: "127.0.0.1:18799" }))
    await page.locator("h1:focus", { hasText: "127.0.0.1:18799" }).waitFor()

    // A row that is deleted: what is in its place.
    await press(page.getByRole("link", { name: "API keys" }))
    await press(page.getByRole("button", { name: "Revoke: First" }))
    await press(page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }))
    await page.getByRole("button", { name: "Revoke: First" }).waitFor({ state: "detached" })
    // But none of its buttons: another Enter must not revoke, or renew, that one too.
    await page.getByRole("row", { name: "Second" }).locator(":focus:not(button)").waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("row", { name: "Second" }).locator(":focus:not(button)").waitFor()
    assert.strictEqual(await page.getByRole("dialog").count(), 0)

    // A toast: where the focus was before.
    await page.goto(`${fixture.server.address}${base}/translations?q=${keyNameAt(4)}&panel=history`)
    await cellOf(page, keyNameAt(4), "cs").focus()
    await press(page.getByRole("button", { name: "Restore this text" }))
    await page
      .getByText("Text restored")
      .or(page.getByRole("button", { name: "Undo" }))
      .first()
      .waitFor()
    await page.locator("aside :focus").waitFor()
    await cellOf(page, keyNameAt(4), "cs").focus()
    await press(page.getByRole("button", { name: "Undo" }))
    await page.locator(`[data-key="${keyNameAt(4)}"][data-language=cs]:focus`).waitFor()

    // The button of a step that is done.
    await page.goto(`${fixture.server.address}${base}/import`)
    await page.locator("input[type=file]:not([webkitdirectory])").setInputFiles({
      name: "fr.json",
      mimeType: "application/json",
      buffer: Buffer.from('{ "fresh": "Frais" }')
    })
    await press(page.getByRole("button", { name: "Assign languages: French (fr)" }))
    await page.locator("section", { hasText: "Languages" }).locator(":focus").waitFor()
    await press(page.getByRole("button", { name: "Apply" }).and(page.locator(":not([aria-disabled])")))
    await page.getByText("Import finished.").waitFor()
    await page.locator("main :focus").waitFor()
    expectNoProblems()
  })

  it("80: with prefers-reduced-motion no transition is longer than 1 ms", async () => {
    const moving = await fixture.openAsAdministrator("/")
    await moving.page.getByRole("link", { name: "Harbour booking" }).first().waitFor()
    assert.isAbove(await longestMotion(moving.page), 1, "there is something to measure")
    await moving.context.close()

    const { page, expectNoProblems } = await fixture.openAsAdministrator("/", { reducedMotion: "reduce" })
    await page.getByRole("link", { name: "Harbour booking" }).first().waitFor()
    assert.isAtMost(await longestMotion(page), 1, "projects")
    await page.getByRole("button", { name: "Create project" }).click()
    await page.getByRole("dialog").getByRole("textbox").first().waitFor()
    assert.isAtMost(await longestMotion(page), 1, "a dialog")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: /^Account:/ }).click()
    await page.getByRole("menu").waitFor()
    assert.isAtMost(await longestMotion(page), 1, "a menu")
    for (const path of ["/account/preferences", "/server/health", base, `${base}/import`, `${base}/members`]) {
      await page.goto(`${fixture.server.address}${path}`)
      await page.locator("h1").waitFor({ state: "attached" })
      assert.isAtMost(await longestMotion(page), 1, path)
    }
    await page.goto(`${fixture.server.address}${base}/translations`)
    await openText(page, keyNameAt(1), "cs")
    assert.isAtMost(await longestMotion(page), 1, "an editor")
    expectNoProblems()
  })

  /** How an element looks apart from its text: the colours and lines that are left in forced colours. */
  const lookOf = (element: Locator): Promise<string> =>
    element.evaluate((node) => {
      const style = node.ownerDocument.defaultView.getComputedStyle(node)
      const names = ["color", "background-color", "outline-style", "outline-color", "border-block-end-color"]
      return names.map((name) => style.getPropertyValue(name)).join("; ")
    })

  it("81: in forced colours states differ by more than a colour of the console", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${base}/translations`, {
      forcedColors: "active"
    })
    assert.isTrue(await page.evaluate("matchMedia('(forced-colors: active)').matches"))
    // Translations: a shape before the text, and a word in the active cell.
    const shapes = new Map<string, string>()
    for (const [keyName, word] of [
      [keyNameAt(0), "Untranslated"],
      [keyNameAt(1), "Translated"],
      [keyNameAt(2), "Reviewed"]
    ] as const) {
      const cell = cellOf(page, keyName, "cs")
      assert.isFalse(await cell.getByText(word, { exact: true }).isVisible(), word)
      await cell.focus()
      await cell.getByText(word, { exact: true }).waitFor()
      shapes.set(word, await cell.locator("[data-state] svg").innerHTML())
    }
    assert.strictEqual(new Set(shapes.values()).size, 3)
    // The present screen among the others.
    const navigation = page.getByRole("navigation", { name: "Project" })
    const present = navigation.getByRole("link", { name: "Translations" })
    assert.notStrictEqual(await lookOf(present), await lookOf(navigation.getByRole("link", { name: "Import" })))
    await page.goto(`${fixture.server.address}/account/profile`)
    const sections = page.getByRole("navigation", { name: "Account" })
    await sections.waitFor()
    assert.notStrictEqual(
      await lookOf(sections.getByRole("link", { name: "Profile" })),
      await lookOf(sections.getByRole("link", { name: "Password" }))
    )
    // The option that Enter takes among the others.
    await page.goto(`${fixture.server.address}/account/preferences`)
    await page.getByRole("button", { name: /Theme/ }).click()
    const options = page.getByRole("option")
    await options.first().waitFor()
    assert.notStrictEqual(await lookOf(options.nth(0)), await lookOf(options.nth(1)))
    await page.keyboard.press("Escape")
    // Health: a word and a shape for each check.
    await page.goto(`${fixture.server.address}/server/health`)
    const check = page.getByRole("list", { name: "Checks" }).getByRole("listitem").filter({ hasText: "Database: fine" })
    await check.locator("svg").waitFor()
    // Progress: what is done ends where the rest begins.
    await page.goto(`${fixture.server.address}/`)
    const track = page.getByRole("article").locator("[aria-hidden=true] > span").first()
    await track.waitFor({ state: "attached" })
    assert.notStrictEqual(await lookOf(track), await lookOf(track.locator("..")))
    expectNoProblems()
  })
})
