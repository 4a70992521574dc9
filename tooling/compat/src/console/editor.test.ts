import type { Locator, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import {
  type ConsoleFixture,
  hasBrowser,
  keyNameAt,
  logIn,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

const keyCount = 40

const pluralBase = "{count, plural,\none {# day in {city}}\nother {# days in {city}}\n}"

/** An element of the open field, as an expression of the page. */
const inField = (selector: string): string =>
  `document.querySelector("[data-editor=chips]").shadowRoot.querySelector("${selector}")`

describe.skipIf(!hasBrowser)("the editor of the console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let list: string
  let languageIds: Readonly<Record<string, number>>

  beforeAll(async () => {
    fixture = await makeConsoleFixture("editor")
    projectId = await makeProject(fixture.server, "Harbour booking", keyCount)
    list = `/projects/${projectId}/translations`
    for (const tag of ["ar", "ja"]) await call("POST", "/languages", { tag, name: tag, originalName: tag })
    const { _embedded } = await call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }> }
    }>("GET", "/languages?size=50")
    languageIds = Object.fromEntries(_embedded.languages.map(({ tag, id }) => [tag, id]))
    await call("POST", "/keys", {
      name: "days",
      isPlural: true,
      pluralArgName: "count",
      translations: { en: pluralBase }
    })
    await call("POST", "/keys", { name: "limited", maxCharLimit: 10, translations: { en: "Go {name}" } })
    await call("POST", "/keys", { name: "welcome", translations: { en: "Welcome <b>{name}</b>, today" } })
  }, 240_000)

  afterAll(() => fixture?.stop())

  const call = <A>(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<A> =>
    fixture.server.administrator.call<A>(method, `/v2/projects/${projectId}${path}`, body)

  const translationOf = async (keyName: string, languageTag: string) => {
    const { _embedded } = await call<{
      readonly _embedded: {
        readonly keys: ReadonlyArray<{
          readonly translations: Readonly<Record<string, { readonly text: string | null; readonly state: string }>>
        }>
      }
    }>("GET", `/translations?filterKeyName=${keyName}&languages=${languageTag}`)
    return _embedded.keys[0]?.translations[languageTag]
  }
  const textOf = async (keyName: string, languageTag: string) =>
    (await translationOf(keyName, languageTag))?.text ?? null
  const setText = (key: string, languageTag: string, text: string) =>
    call("PUT", "/translations", { key, translations: { [languageTag]: text } })

  const cellOf = (page: Page, keyName: string, languageTag: string) =>
    page.locator(`[data-key="${keyName}"][data-language=${languageTag}]`)

  /** Opens a text and waits for the field with chips. */
  const openText = async (page: Page, keyName: string, languageTag: string): Promise<Locator> => {
    const cell = cellOf(page, keyName, languageTag)
    await cell.click()
    await cell.locator("[data-editor=chips]").waitFor()
    return cell.getByRole("textbox")
  }
  const saved = (page: Page) => page.getByText("Saving").waitFor({ state: "detached" })
  const listOf = (keyName: string, languages = "en,cs") => `${list}?q=${keyName}&in=names&languages=${languages}`

  it("31: opens by Enter, saves by Enter, and returns the focus to the cell; the API has the text", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(list)
    const cell = cellOf(page, keyNameAt(0), "cs")
    await cell.focus()
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: `${keyNameAt(0)}, Czech` }).waitFor()
    await page.keyboard.type("Stání {number}")
    await page.keyboard.press("Enter")
    await page.locator(`[data-key="${keyNameAt(0)}"][data-language=cs]:focus`).waitFor()
    await saved(page)
    assert.strictEqual(await textOf(keyNameAt(0), "cs"), "Stání {number}")
    expectNoProblems()
  })

  it("31: loses no key when the field with chips takes the place of the plain one", {
    tags: ["exhaustive"]
  }, async () => {
    const { page, context, expectNoProblems } = await fixture.openAsAdministrator("/")
    const { promise: isWanted, resolve: loadParts } = Promise.withResolvers<void>()
    await context.route(/code-editor/, async (route) => {
      await isWanted
      await route.continue()
    })
    await page.goto(`${fixture.server.address}${list}`)
    const cell = cellOf(page, keyNameAt(8), "cs")
    await cell.click()
    await cell.locator("textarea:focus").waitFor()
    await page.evaluate(`new MutationObserver((_, observer) => {
      const field = document.querySelector("[data-editor=chips]")
      if (field === null) return
      observer.disconnect()
      document.body.dataset.focusAtOnce = String(document.activeElement === field)
    }).observe(document.body, { childList: true, subtree: true })`)
    loadParts()
    await cell.locator("[data-editor=chips]").waitFor()
    assert.strictEqual(await page.locator("body").getAttribute("data-focus-at-once"), "true")
    expectNoProblems()
  })

  it("31: the field with chips takes the place of a plain one that shows a draft of before", {
    tags: ["exhaustive"]
  }, async () => {
    const { page, context, expectNoProblems } = await fixture.openAsAdministrator(list)
    const cell = cellOf(page, keyNameAt(8), "cs")
    await cell.click()
    await cell.locator("[data-editor=chips]").waitFor()
    await page.keyboard.type("Rozepsáno")
    const { promise: isWanted, resolve: loadParts } = Promise.withResolvers<void>()
    await context.route(/code-editor/, async (route) => {
      await isWanted
      await route.continue()
    })
    await page.goto(`${fixture.server.address}${list}`)
    await cell.getByText("Draft").waitFor()
    await cell.click()
    assert.include(await cell.locator("textarea:focus").inputValue(), "Rozepsáno")
    loadParts()
    await cell.locator("[data-editor=chips]").waitFor()
    assert.include(await cell.getByRole("textbox").textContent(), "Rozepsáno")
    await page.getByRole("button", { name: "Discard draft" }).click()
    expectNoProblems()
  })

  it("40: a text that is saved before it can be judged waits, and is judged then", {
    tags: ["exhaustive"]
  }, async () => {
    const { page, context, expectNoProblems } = await fixture.openAsAdministrator("/")
    const { promise: isWanted, resolve: loadParts } = Promise.withResolvers<void>()
    await context.route(/beneath-field/, async (route) => {
      await isWanted
      await route.continue()
    })
    await page.goto(`${fixture.server.address}${listOf(keyNameAt(17))}`)
    const cell = cellOf(page, keyNameAt(17), "cs")
    await cell.click()
    await cell.locator("textarea:focus").waitFor()
    await page.keyboard.type("Stání {number")
    await page.keyboard.press("Enter")
    await page.locator("[data-live=polite]").getByText("Saving").waitFor({ state: "attached" })
    loadParts()
    await page.locator("[data-live=assertive]").getByText("ICU syntax error").waitFor({ state: "attached" })
    assert.isNull(await textOf(keyNameAt(17), "cs"))
    await page.keyboard.type("}")
    await page.keyboard.press("Enter")
    await saved(page)
    assert.strictEqual(await textOf(keyNameAt(17), "cs"), "Stání {number}")
    expectNoProblems()
  })

  it("40: where the parts of the editor do not come, the server alone judges", { tags: ["exhaustive"] }, async () => {
    const { page, context, expectNoProblems } = await fixture.openAsAdministrator("/")
    await context.route(/beneath-field/, () => {
      // It never comes.
    })
    await page.clock.install()
    await page.goto(`${fixture.server.address}${listOf(keyNameAt(18))}`)
    const cell = cellOf(page, keyNameAt(18), "cs")
    await cell.click()
    await cell.locator("textarea:focus").waitFor()
    await page.keyboard.type("Bez čipů {number}")
    await page.keyboard.press("Enter")
    await page.locator("[data-live=polite]").getByText("Saving").waitFor({ state: "attached" })
    assert.isNull(await textOf(keyNameAt(18), "cs"))
    await page.clock.fastForward("00:06")
    await cell.locator("textarea").waitFor({ state: "detached" })
    await saved(page)
    assert.strictEqual(await textOf(keyNameAt(18), "cs"), "Bez čipů {number}")
    expectNoProblems()
  })

  it("32: saves and opens the next text by Ctrl+Enter, and the live region names it", {
    tags: ["exhaustive"]
  }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(list)
    await openText(page, keyNameAt(1), "cs")
    await page.keyboard.type("První {number}")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("textbox", { name: `${keyNameAt(2)}, Czech` }).waitFor()
    assert.strictEqual(await page.locator("[data-live=polite]").textContent(), `Saved. Next: ${keyNameAt(2)}, Czech`)
    await page.keyboard.type("Druhý {number}")
    await page.keyboard.press("Enter")
    await saved(page)
    assert.deepStrictEqual(
      [await textOf(keyNameAt(1), "cs"), await textOf(keyNameAt(2), "cs")],
      ["První {number}", "Druhý {number}"]
    )

    // At the lower edge of the list all of the editor is in view, with what appears later.
    const roomBelow = async () =>
      Number(
        await page.evaluate(`(() => {
          const editor = document.querySelector("fieldset")
          const bottomOf = (element) => element.getBoundingClientRect().bottom
          return Math.round(bottomOf(editor.closest("[role=grid]").parentElement) - bottomOf(editor))
        })()`)
      )
    await page.setViewportSize({ width: 1280, height: 560 })
    await openText(page, keyNameAt(3), "cs")
    for (const index of [4, 5, 6, 7]) {
      await page.keyboard.press("Control+Enter")
      await page.getByRole("textbox", { name: `${keyNameAt(index)}, Czech` }).waitFor()
      await expect.poll(roomBelow, { timeout: 20_000 }).toBeGreaterThanOrEqual(40)
    }
    await page.keyboard.type("Bez čísla")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Press Enter again to save anyway.").first().waitFor()
    await expect.poll(roomBelow, { timeout: 20_000 }).toBeGreaterThanOrEqual(40)
    await page.getByRole("button", { name: "Discard draft" }).click()
    expectNoProblems()
  })

  it("33: keeps a draft by Esc and over a reload, goes on with it, and drops it only when asked to", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(list)
    const cell = cellOf(page, keyNameAt(3), "cs")
    await openText(page, keyNameAt(3), "cs")
    await page.keyboard.type("Rozepsáno")
    await page.keyboard.press("Escape")
    await cell.getByText("Draft").waitFor()
    await page.reload()
    await cell.getByText("Draft").waitFor()
    const field = await openText(page, keyNameAt(3), "cs")
    assert.strictEqual(await field.textContent(), "Rozepsáno")
    await page.getByRole("button", { name: "Discard draft" }).click()
    await page.getByRole("button", { name: "Discard draft" }).waitFor({ state: "detached" })
    assert.strictEqual(((await field.textContent()) ?? "").trim(), "")
    await page.keyboard.press("Escape")
    await cell.getByText("No text").waitFor()
    assert.strictEqual(await cell.getByText("Draft").count(), 0)
    assert.isNull(await textOf(keyNameAt(3), "cs"))
    expectNoProblems()
  })

  it("34: says that a text is not saved when the server fails, keeps it, and saves it later", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(list)
    const cell = cellOf(page, keyNameAt(4), "cs")
    await page.route("**/translations", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 500, body: '{"code":"unexpected_error_occurred","params":null}' })
        : route.fallback()
    )
    await openText(page, keyNameAt(4), "cs")
    await page.keyboard.type("Zachováno {number}")
    await page.keyboard.press("Enter")
    await cell.getByText("Not saved").waitFor()
    await page.unroute("**/translations")
    await page.keyboard.press("Enter")
    assert.strictEqual(await cell.getByRole("textbox").textContent(), "Zachováno number")
    await page.keyboard.press("Enter")
    await cell.getByText("Translated", { exact: true }).waitFor()
    await saved(page)
    assert.strictEqual(await textOf(keyNameAt(4), "cs"), "Zachováno {number}")
    expectNoProblems()
  })

  it("34: texts typed without a connection stay in sight, and save themselves when it is back; a changed one asks", {
    tags: ["exhaustive"]
  }, async () => {
    const { page, context, expectNoProblems } = await fixture.openAsAdministrator(listOf("key.003"))
    const first = cellOf(page, keyNameAt(30), "cs")
    const second = cellOf(page, keyNameAt(31), "cs")
    const bar = page.getByRole("region", { name: "Unsaved texts" })
    const write = async (cell: Locator, text: string) => {
      await cell.click()
      await cell.locator("[data-editor=chips]").waitFor()
      await page.keyboard.type(text)
      await page.keyboard.press("Enter")
      await cell.getByText("Not saved").waitFor()
      await cell.getByText(text.replace(" {number}", "")).waitFor()
    }
    // The parts of the bar are loaded while the page is idle.
    const loaded = "performance.getEntriesByType('resource').some(({ name }) => name.includes('unsaved-dialog'))"
    await expect.poll(() => page.evaluate(loaded), { timeout: 20_000 }).toBe(true)
    await context.setOffline(true)
    await write(first, "První bez spojení {number}")
    await write(second, "Druhé bez spojení {number}")
    await bar.getByText("2 texts not saved.").waitFor()
    await setText(keyNameAt(31), "cs", "Cizí {number}")
    await context.setOffline(false)
    await bar.getByText("1 text not saved. 1 needs your decision.").waitFor()
    await first.getByText("Translated", { exact: true }).waitFor()
    assert.strictEqual(await textOf(keyNameAt(30), "cs"), "První bez spojení {number}")
    assert.strictEqual(await textOf(keyNameAt(31), "cs"), "Cizí {number}")
    assert.strictEqual(await first.getByText("Not saved").count(), 0)

    await page.reload()
    await second.getByText("Druhé bez spojení").waitFor()
    await second.getByText("Not saved").waitFor()
    await bar.getByRole("button", { name: "Save all" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("Someone changed this text while you were editing.").waitFor()
    await dialog.getByRole("button", { name: "Open" }).click()
    await page.waitForURL(`**/projects/${projectId}/keys/*`)
    await page.getByRole("button", { name: "Keep mine" }).click()
    await bar.waitFor({ state: "detached" })
    await page.getByRole("textbox", { name: `${keyNameAt(31)}, Czech` }).press("Enter")
    await saved(page)
    assert.strictEqual(await textOf(keyNameAt(31), "cs"), "Druhé bez spojení {number}")
    expectNoProblems()
  })

  it("35: Ctrl+Z in the grid restores the text before, and refuses when it has changed since", {
    tags: ["exhaustive"]
  }, async () => {
    await setText(keyNameAt(5), "cs", "Dřív {number}")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf(keyNameAt(5)))
    const cell = cellOf(page, keyNameAt(5), "cs")
    const write = async (text: string) => {
      await openText(page, keyNameAt(5), "cs")
      await page.keyboard.press("Control+a")
      await page.keyboard.type(text)
      await page.keyboard.press("Enter")
      await cell.getByText(text.replace(" {number}", "")).waitFor()
      await saved(page)
    }
    await write("Potom {number}")
    await page.keyboard.press("Control+z")
    await cell.getByText("Dřív").waitFor()
    await saved(page)
    assert.strictEqual(await textOf(keyNameAt(5), "cs"), "Dřív {number}")
    await write("Znovu {number}")
    await setText(keyNameAt(5), "cs", "Cizí {number}")
    await cell.getByText("Cizí").waitFor()
    await page.keyboard.press("Control+z")
    await page.getByText("has changed since").first().waitFor()
    assert.strictEqual(await textOf(keyNameAt(5), "cs"), "Cizí {number}")
    expectNoProblems()
  })

  it("36: Shift+Enter makes a line break, and it is stored", { tags: ["exhaustive"] }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf(keyNameAt(6)))
    await openText(page, keyNameAt(6), "cs")
    await page.keyboard.type("Nahoře {number}")
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("dole")
    await page.keyboard.press("Enter")
    await saved(page)
    assert.strictEqual(await textOf(keyNameAt(6), "cs"), "Nahoře {number}\ndole")
    expectNoProblems()
  })

  it("37: Enter of an input method does not save, and the composed text stays", { tags: ["exhaustive"] }, async () => {
    const { page, context, expectNoProblems } = await fixture.openAsAdministrator(listOf(keyNameAt(7), "en,ja"))
    const field = await openText(page, keyNameAt(7), "ja")
    const devtools = await context.newCDPSession(page)
    await devtools.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 })
    await devtools.send("Input.dispatchKeyEvent", {
      type: "rawKeyDown",
      key: "Enter",
      code: "Enter",
      windowsVirtualKeyCode: 229
    })
    await devtools.send("Input.insertText", { text: "日本" })
    await field.getByText("日本").waitFor()
    assert.strictEqual(await field.textContent(), "日本")
    assert.isNull(await textOf(keyNameAt(7), "ja"))
    expectNoProblems()
  })

  it("38: Backspace behind a chip removes all of it, and Ctrl+Z brings it back", { tags: ["exhaustive"] }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf(keyNameAt(8)))
    const field = await openText(page, keyNameAt(8), "cs")
    await page.keyboard.type("Stání {number}")
    await field.locator(".cm-chip").waitFor()
    await page.keyboard.press("Backspace")
    await field.locator(".cm-chip").waitFor({ state: "detached" })
    assert.strictEqual(((await field.textContent()) ?? "").trim(), "Stání")
    await page.keyboard.press("Control+z")
    await field.locator(".cm-chip").waitFor()
    assert.strictEqual(await field.textContent(), "Stání number")
    expectNoProblems()
  })

  it("39: a missing placeholder is a warning; a click, or Ctrl+Space and Enter, puts it at the caret", {
    tags: ["exhaustive"]
  }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf("welcome"))
    const field = await openText(page, "welcome", "cs")
    await page.keyboard.type("Vítejte, , dnes")
    await page.getByText("{name} is missing").waitFor()
    for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowLeft")
    await page.getByRole("toolbar").getByRole("button", { name: "name", exact: true }).click()
    await page.getByText("{name} is missing").waitFor({ state: "detached" })
    assert.strictEqual(await field.textContent(), "Vítejte, name, dnes")
    await page.keyboard.press("Control+Space")
    await page.keyboard.press("Enter")
    await page.getByText("<b> is missing").waitFor({ state: "detached" })
    assert.strictEqual(await field.textContent(), "Vítejte, name<b>, dnes")
    await page.keyboard.press("Enter")
    await page.getByText("Press Enter again to save anyway.").first().waitFor()
    assert.isNull(await textOf("welcome", "cs"))
    await page.keyboard.press("Enter")
    await saved(page)
    assert.strictEqual(await textOf("welcome", "cs"), "Vítejte, {name}<b>, dnes")
    expectNoProblems()
  })

  it("39: F8 goes to the next issue, Alt+Enter fixes it, and undo takes that back, right to left as well", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf("welcome", "en,ar"))
    const field = await openText(page, "welcome", "ar")
    const announced = (sentence: string) =>
      page.locator("[data-live=polite]").getByText(sentence).waitFor({ state: "attached" })
    await page.keyboard.type("مرحبا  {nam}<b></b>، اليوم")
    await field.locator(".cm-warning .cm-chip").waitFor()
    await page.keyboard.press("F8")
    await announced("Several spaces in a row. Fix: Alt+Enter")
    await page.keyboard.press("F8")
    await announced("{nam} is {name} in the base text. Fix: Alt+Enter")
    await page.keyboard.press("Alt+Enter")
    await page.getByRole("button", { name: /^Fix ?: {nam} is {name} in the base text/ }).waitFor({ state: "detached" })
    assert.strictEqual(await field.textContent(), "مرحبا  name<b></b>، اليوم")
    await page.keyboard.press("Control+z")
    await page.getByRole("button", { name: /^Fix ?: {nam} is {name} in the base text/ }).waitFor()
    await page.getByRole("button", { name: /^Fix ?: Several spaces in a row/ }).click()
    await page.getByRole("button", { name: /^Fix ?: Several spaces in a row/ }).waitFor({ state: "detached" })
    await page.keyboard.press("Alt+Enter")
    await page.getByRole("list", { name: "Issues of this text" }).waitFor({ state: "detached" })
    assert.strictEqual(await field.textContent(), "مرحبا name<b></b>، اليوم")
    await page.keyboard.press("Enter")
    await saved(page)
    assert.strictEqual(await textOf("welcome", "ar"), "مرحبا {name}<b></b>، اليوم")
    expectNoProblems()
  })

  it("39: F8 opens the form of the issue, whose tab shows that it has one", { tags: ["exhaustive"] }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf("days"))
    await openText(page, "days", "cs")
    await page.keyboard.type("# den  v {city}")
    await page.keyboard.press("Alt+PageDown")
    await page.getByRole("textbox", { name: "days, Czech, few" }).waitFor()
    await page.getByRole("tab", { name: /^one.*has an issue/ }).waitFor()
    await page.keyboard.press("F8")
    await page.getByRole("textbox", { name: "days, Czech, one" }).waitFor()
    await page.keyboard.press("Alt+Enter")
    await page.getByRole("tab", { name: /^one.*has an issue/ }).waitFor({ state: "detached" })
    assert.strictEqual(await page.getByRole("textbox").last().textContent(), "# den v city")
    await page.getByRole("button", { name: "Discard draft" }).click()
    expectNoProblems()
  })

  it("40: raw ICU with a brace that is not closed cannot be saved, and shows the place", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf(keyNameAt(9)))
    const field = await openText(page, keyNameAt(9), "cs")
    await page.keyboard.type("Stání {number}")
    await page.keyboard.press("F2")
    await field.locator(".cm-chip").waitFor({ state: "detached" })
    assert.strictEqual(await field.textContent(), "Stání {number}")
    await page.keyboard.press("Backspace")
    await page.getByText("ICU syntax error at character 14").first().waitFor()
    await field.locator(".cm-error").waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.press("F2")
    await field.waitFor()
    assert.strictEqual(await field.locator(".cm-chip").count(), 0)
    assert.isNull(await textOf(keyNameAt(9), "cs"))
    await page.keyboard.type("}")
    await page.keyboard.press("F2")
    await field.locator(".cm-chip").waitFor()
    expectNoProblems()
  })

  it("41 and 42: forms are those of the language with examples, and the number is asked for where there are several", {
    tags: ["exhaustive"]
  }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf("days", "en,cs,ar,ja"))
    const tabsOf = async (languageTag: string) => {
      await openText(page, "days", languageTag)
      return page.getByRole("tab").allTextContents()
    }
    const words = (texts: ReadonlyArray<string>) => texts.map((text) => text.replace(/\s+/g, " ").trim())
    assert.deepStrictEqual(words(await tabsOf("cs")), ["one1", "few2 · 3 · 4", "many0.5 · 1.5 · 0.1", "other0 · 5 · 6"])
    await page.keyboard.press("Escape")
    assert.deepStrictEqual(words(await tabsOf("ja")), ["other0 · 1 · 2"])
    await page.keyboard.press("Escape")
    assert.deepStrictEqual(
      words(await tabsOf("ar")).map((text) => /^[a-z]+/.exec(text)?.[0]),
      ["zero", "one", "two", "few", "many", "other"]
    )
    for (const form of ["two", "few"]) {
      await page.getByRole("tab", { name: form }).click()
      await page.keyboard.press("Tab")
      await page.getByRole("textbox", { name: new RegExp(`, ${form}$`) }).click()
      await page.keyboard.type("أيام {city}")
    }
    await page.getByText("# is missing").waitFor()
    const issues = await page.getByRole("list", { name: "Issues of this text" }).textContent()
    assert.notInclude(String(issues), "two:")
    assert.match(String(issues), /few:\s*# is missing/)
    expectNoProblems()
  })

  it("43 and 44: Alt+Page Down goes through the forms, the name of the field says which, and the server stores what is printed", {
    tags: ["exhaustive"]
  }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf("days"))
    await openText(page, "days", "cs")
    const forms = { one: "# den v {city}", few: "# dny v {city}", many: "# dne v {city}", other: "# dnů v {city}" }
    for (const [form, text] of Object.entries(forms)) {
      await page.getByRole("textbox", { name: `days, Czech, ${form}` }).waitFor()
      await page.keyboard.type(text)
      await page.keyboard.press("Alt+PageDown")
    }
    await page.getByRole("button", { name: "Exact number" }).click()
    await page.keyboard.type("0")
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "days, Czech, = 0" }).waitFor()
    await page.keyboard.type("Žádný den v {city}")
    await page.keyboard.press("Enter")
    await saved(page)
    const lines = Object.entries(forms).map(([form, text]) => `${form} {${text}}`)
    assert.strictEqual(await textOf("days", "cs"), `{count, plural,\n=0 {Žádný den v {city}}\n${lines.join("\n")}\n}`)
    await openText(page, "days", "cs")
    await page.getByRole("tab", { name: "= 0" }).click()
    await page.getByRole("button", { name: "Remove form = 0" }).click()
    await page.getByRole("tab", { name: "= 0" }).waitFor({ state: "detached" })
    await page.getByRole("button", { name: /^Save ↵/ }).click()
    await saved(page)
    assert.strictEqual(await textOf("days", "cs"), `{count, plural,\n${lines.join("\n")}\n}`)
    expectNoProblems()
  })

  it("45: a text over its limit, by the server's count, is not saved", { tags: ["exhaustive"] }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf("limited"))
    await openText(page, "limited", "cs")
    await page.keyboard.type("Jdi tam {name}")
    await page.getByText("8 / 10").waitFor()
    await page.keyboard.type(" hned")
    await page.getByText("13 / 10").waitFor()
    assert.strictEqual(await page.locator("[data-level=over]").count(), 1)
    await page.keyboard.press("Enter")
    await page
      .locator("[data-live=assertive]")
      .getByText("Longer than 10 characters (13)")
      .waitFor({ state: "attached" })
    assert.isNull(await textOf("limited", "cs"))
    expectNoProblems()
  })

  it("46: Arabic is right-to-left, with chips left-to-right in it", { tags: ["exhaustive"] }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf(keyNameAt(10), "en,ar"))
    const field = await openText(page, keyNameAt(10), "ar")
    await page.keyboard.type("رصيف {number} هنا")
    const chip = field.locator(".cm-chip")
    await chip.waitFor()
    const direction = (name: string) => page.evaluate(`getComputedStyle(${inField(name)}).direction`)
    assert.deepStrictEqual([await direction(".cm-content"), await direction(".cm-chip")], ["rtl", "ltr"])
    assert.deepStrictEqual([await field.getAttribute("lang"), await field.getAttribute("spellcheck")], ["ar", "true"])
    expectNoProblems()
  })

  it("47 to 49: a change by another user shows a banner, own ones do not, and other rows follow in place", async () => {
    await setText(keyNameAt(11), "cs", "Starý text {number}")
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf("key.001"))
    await page.getByText("Live", { exact: true }).waitFor()
    const field = await openText(page, keyNameAt(11), "cs")
    const banner = page.getByRole("region", { name: "Change by another user" })
    await page.keyboard.type(" můj")
    await setText(keyNameAt(11), "cs", "Nový text {number}")
    await banner.waitFor()
    assert.deepStrictEqual(
      [await banner.locator("del").textContent(), await banner.locator("ins").textContent()],
      ["Starý", "Nový"]
    )
    await banner.getByRole("button", { name: "Take theirs" }).click()
    await banner.waitFor({ state: "detached" })
    assert.strictEqual(await field.textContent(), "Nový text number")
    await field.click()
    await page.keyboard.press("Control+End")
    await page.keyboard.type(" a můj")
    await setText(keyNameAt(11), "cs", "Třetí text {number}")
    await setText(keyNameAt(12), "cs", "Soused {number}")
    await cellOf(page, keyNameAt(12), "cs").getByText("Soused").waitFor()
    await banner.getByRole("button", { name: "Keep mine" }).click()
    await banner.waitFor({ state: "detached" })
    await field.click()
    await page.keyboard.press("Enter")
    await saved(page)
    assert.strictEqual(await textOf(keyNameAt(11), "cs"), "Nový text {number} a můj")
    await openText(page, keyNameAt(11), "cs")
    assert.strictEqual(await banner.count(), 0)
    expectNoProblems()
  })

  it("47 without events: a text that has changed is not written over, and the editor opens again", {
    tags: ["exhaustive"]
  }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf(keyNameAt(13)))
    await page.route("**/events*", (route) => route.abort())
    await page.reload()
    await openText(page, keyNameAt(13), "cs")
    await page.keyboard.type("Můj {number}")
    await setText(keyNameAt(13), "cs", "Cizí {number}")
    await page.keyboard.press("Enter")
    const banner = page.getByRole("region", { name: "Change by another user" })
    await banner.waitFor()
    assert.strictEqual(await cellOf(page, keyNameAt(13), "cs").getByRole("textbox").textContent(), "Můj number")
    assert.strictEqual(await textOf(keyNameAt(13), "cs"), "Cizí {number}")
    expectNoProblems()
  })

  it("53 and 54: a text that the user may not edit says why", async () => {
    await call("PUT", "", {
      name: "Harbour booking",
      translationProtection: "PROTECT_REVIEWED",
      baseLanguageId: languageIds["en"]
    })
    await setText(keyNameAt(14), "cs", "Hotovo {number}")
    const { _embedded } = await call<{
      readonly _embedded: {
        readonly keys: ReadonlyArray<{ readonly translations: Readonly<Record<string, { readonly id: number }>> }>
      }
    }>("GET", `/translations?filterKeyName=${keyNameAt(14)}&languages=cs`)
    await call("PUT", `/translations/${_embedded.keys[0]?.translations["cs"]?.id}/set-state/REVIEWED`)
    const translator = { username: "jana@example.org", password: "correct-horse-battery" }
    const { code } = await call<{ readonly code: string }>("PUT", "/invite", {
      type: "TRANSLATE",
      translateLanguages: [languageIds["cs"]]
    })
    const response = await fetch(`${fixture.server.address}/api/public/sign_up`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        name: "Jana",
        email: translator.username,
        password: translator.password,
        invitationCode: code
      })
    })
    assert.strictEqual(response.status, 200)
    const { page, expectNoProblems } = await fixture.open(listOf("key.001", "en,cs,ar"))
    await logIn(page, translator)
    await cellOf(page, keyNameAt(14), "cs").click()
    await page.getByText("This project protects reviewed texts").first().waitFor()
    await cellOf(page, keyNameAt(15), "ar").click()
    await page.getByText("You may not edit texts in this language.").first().waitFor()
    await openText(page, keyNameAt(15), "cs")
    await page.keyboard.type("Jana píše {number}")
    await page.keyboard.press("Enter")
    await saved(page)
    assert.strictEqual(await textOf(keyNameAt(15), "cs"), "Jana píše {number}")
    expectNoProblems()
  })

  it("55: prevents no shortcut of the browser, and no letter of AltGr", { tags: ["exhaustive"] }, async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(listOf(keyNameAt(16)))
    await openText(page, keyNameAt(16), "cs")
    const keys = [
      ...["t", "w", "l", "f", "e", "Backspace"].map((key) => ({ key, ctrlKey: true })),
      { key: "C", ctrlKey: true, shiftKey: true },
      { key: "@", ctrlKey: true, altKey: true }
    ]
    for (const key of keys) {
      const event = JSON.stringify({ ...key, bubbles: true, cancelable: true, composed: true })
      const isUntouched = await page.evaluate(
        `${inField(".cm-content")}.dispatchEvent(new KeyboardEvent("keydown", ${event}))`
      )
      assert.isTrue(isUntouched, JSON.stringify(key))
    }
    expectNoProblems()
  })

  it("has no violation that axe finds with forms, issues and a banner open, light, dark and mirrored", {
    tags: ["exhaustive"]
  }, async () => {
    for (const [colorScheme, language] of [
      ["light", "en"],
      ["dark", "en"],
      ["light", "ar"]
    ] as const) {
      await fixture.expectAccessible(listOf("days"), { colorScheme, locale: language }, async (page) => {
        await openText(page, "days", "cs")
        await page.getByRole("tab").nth(1).click()
        await cellOf(page, "days", "cs").getByRole("textbox").click()
        await page.keyboard.type("{")
        await cellOf(page, "days", "cs").locator(".cm-error").waitFor()
      })
      await fixture.expectAccessible(listOf("welcome", "en,ar"), { colorScheme, locale: language }, async (page) => {
        await openText(page, "welcome", "ar")
        await page.keyboard.type(" {nam} ")
        await cellOf(page, "welcome", "ar").locator(".cm-warning").first().waitFor()
        await page.keyboard.press("F8")
        await cellOf(page, "welcome", "ar").locator("li[aria-current=true]").waitFor()
        await cellOf(page, "welcome", "ar").locator("li button").first().waitFor()
      })
    }
  })
})
