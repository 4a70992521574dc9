/** @module-tag exhaustive */
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  administrator,
  type ConsoleFixture,
  hasBrowser,
  keyNameAt,
  logIn,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

const keyCount = 30

/** The memory learns of a text shortly after it is stored. */
const patienceMillis = 20_000

interface ListedTranslation {
  readonly id: number | null
  readonly text: string | null
  readonly state: string
  readonly outdated: boolean
  readonly commentCount: number
  readonly unresolvedCommentCount: number
}

interface ListedKey {
  readonly keyId: number
  readonly keyName: string
  readonly keyNamespace: string | null
  readonly keyDescription: string | null
  readonly keyIsPlural: boolean
  readonly keyPluralArgName: string | null
  readonly keyMaxCharLimit: number | null
  readonly keyTags: ReadonlyArray<{ readonly name: string }>
  readonly screenshotCount: number
  readonly translations: Readonly<Record<string, ListedTranslation>>
}

/** A function of the page that makes a picture, as the body of an expression. */
const picture = `
  const canvas = new OffscreenCanvas(400, 300)
  const drawing = canvas.getContext("2d")
  drawing.fillStyle = "#336699"
  drawing.fillRect(0, 0, 400, 300)
  const file = new File([await canvas.convertToBlob({ type: "image/png" })], "shot.png", { type: "image/png" })
  const data = new DataTransfer()
  data.items.add(file)
`

describe.skipIf(!hasBrowser)("the panel of a text and its key", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let projectId: number
  let list: string
  let languageIds: Readonly<Record<string, number>>

  beforeAll(async () => {
    fixture = await makeConsoleFixture("key-panel")
    projectId = await makeProject(fixture.server, "Harbour booking", keyCount)
    list = `/projects/${projectId}/translations`
    await call("POST", "/languages", { tag: "de", name: "German", originalName: "Deutsch" })
    const { _embedded } = await call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }> }
    }>("GET", "/languages?size=50")
    languageIds = Object.fromEntries(_embedded.languages.map(({ tag, id }) => [tag, id]))
    await call("PUT", "", { name: "Harbour booking", useNamespaces: true, baseLanguageId: languageIds["en"] })
  }, 240_000)

  afterAll(() => fixture?.stop())

  const call = <A>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<A> =>
    fixture.server.administrator.call<A>(method, `/v2/projects/${projectId}${path}`, body)

  const findKey = async (name: string): Promise<ListedKey | null> => {
    const { _embedded } = await call<{ readonly _embedded?: { readonly keys: ReadonlyArray<ListedKey> } }>(
      "GET",
      `/translations?filterKeyName=${encodeURIComponent(name)}&languages=en&languages=cs&languages=de`
    )
    return _embedded?.keys[0] ?? null
  }
  const keyOf = async (name: string): Promise<ListedKey> => {
    const key = await findKey(name)
    assert.isNotNull(key, name)
    return key
  }
  const czechOf = async (name: string) => (await keyOf(name)).translations["cs"]
  const setText = (key: string, text: string, languageTag = "cs") =>
    call("PUT", "/translations", { key, translations: { [languageTag]: text } })

  const cellOf = (page: Page, keyName: string, languageTag = "cs") =>
    page.locator(`[data-key="${keyName}"][data-language=${languageTag}]`)
  const panelOf = (page: Page) => page.getByRole("complementary", { name: "Text and key" })
  const listOf = (keyName: string, more = "") => `${list}?q=${keyName}&in=names&languages=en,cs${more}`
  const open = (path: string) => fixture.openAsAdministrator(path)
  const chooseAction = async (page: Page, keyName: string, action: string | RegExp, languageTag = "cs") => {
    await cellOf(page, keyName, languageTag).focus()
    await page.keyboard.press(".")
    await page.getByRole("menuitem", { name: action }).click()
    await page.getByRole("menu").waitFor({ state: "detached" })
  }
  /** The languages of a key, from top to bottom. */
  const shownLanguages = async (page: Page, keyName: string) => {
    const cells = await page.locator(`[data-key="${keyName}"]`).all()
    return Promise.all(cells.map((cell) => cell.getAttribute("data-language")))
  }
  /** Waits until the API agrees: writes are shown before they are stored. */
  const until = async (isTrue: () => Promise<boolean>, what: string) => {
    const end = Date.now() + patienceMillis
    while (Date.now() < end) if (await isTrue()) return
    assert.fail(what)
  }

  it("50: a comment is added, edited, resolved and deleted, and the counts in the list follow", async () => {
    const name = keyNameAt(0)
    const { page, expectNoProblems } = await open(listOf(name))
    const cell = cellOf(page, name)
    await cell.focus()
    await page.keyboard.press("c")
    const panel = panelOf(page)
    await panel.getByText("No comments yet.").waitFor()
    await panel.locator("textarea:focus").waitFor()
    await page.keyboard.type("Is a berth meant?")
    await page.keyboard.press("Control+Enter")
    const comment = panel.getByRole("list", { name: "Comments" }).getByRole("listitem")
    await comment.getByText("Is a berth meant?").waitFor()
    await cell.getByText("1 comment").waitFor()
    await panel.getByRole("button", { name: "Comments (1)" }).waitFor()
    const added = await czechOf(name)
    assert.deepStrictEqual([added?.commentCount, added?.unresolvedCommentCount], [1, 1])

    await comment.getByRole("button", { name: "Edit" }).click()
    await comment.getByRole("textbox", { name: "Comment" }).fill("Is a berth meant, or a pier?")
    await comment.getByRole("button", { name: "Save" }).click()
    await comment.getByText("or a pier?").waitFor()

    await comment.getByRole("button", { name: "Resolve" }).click()
    await comment.getByText("Resolved").waitFor()
    await comment.getByRole("button", { name: "Reopen" }).waitFor()
    const resolved = await czechOf(name)
    assert.deepStrictEqual([resolved?.commentCount, resolved?.unresolvedCommentCount], [1, 0])

    await comment.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await comment.waitFor({ state: "detached" })
    await cell.getByText("1 comment").waitFor({ state: "detached" })
    assert.strictEqual((await czechOf(name))?.commentCount, 0)
    expectNoProblems()
  })

  it("50: shows the comment that somebody else writes meanwhile", async () => {
    const name = keyNameAt(17)
    await setText(name, "Kotviště {number}")
    const { page, expectNoProblems } = await open(listOf(name, "&panel=comments"))
    await cellOf(page, name).focus()
    const panel = panelOf(page)
    await panel.getByText("No comments yet.").waitFor()
    await call("POST", `/translations/${(await czechOf(name))?.id}/comments`, { text: "Jana was here" })
    await panel.getByRole("listitem").getByText("Jana was here").waitFor()
    expectNoProblems()
  })

  it("shows similar texts with their translations, and uses one of them", async () => {
    const [name, other] = ["similar.one", "similar.two"]
    await call("POST", "/keys/create", { name, translations: { en: "Invoices overdue since Monday" } })
    const translations = { en: "Invoices overdue since Tuesday", cs: "Faktury po splatnosti od úterý" }
    await call("POST", "/keys/create", { name: other, translations })
    const { page, expectNoProblems } = await open(listOf(name))
    await cellOf(page, name).focus()
    await page.keyboard.press("m")
    const similar = panelOf(page).getByRole("list", { name: "Similar" }).getByRole("listitem")
    await similar.getByRole("link", { name: other }).waitFor()
    assert.strictEqual(await similar.count(), 1, "neither the key itself nor keys with other texts")
    await similar.getByRole("button", { name: "Use this translation" }).click()
    await cellOf(page, name).getByText(translations.cs).waitFor()
    await until(async () => (await czechOf(name))?.text === translations.cs, "the text is stored")
    expectNoProblems()
  })

  it("50: suggestions of the memory stand under the field, and a key or the panel puts one into it", async () => {
    const [name, other] = ["memory.one", "memory.two"]
    await call("POST", "/keys/create", { name, translations: { en: "Moor the blue boat at the pier" } })
    const translations = { en: "Moor the red boat at the pier", cs: "Přivažte červenou loď k molu" }
    await call("POST", "/keys/create", { name: other, translations })
    const { keyId } = await keyOf(name)
    const suggestions = () =>
      call<{ readonly page: { readonly totalElements: number } }>("POST", "/suggest/translation-memory", {
        keyId,
        targetLanguageId: languageIds["cs"]
      })
    await until(async () => (await suggestions()).page.totalElements === 1, "the memory knows the text")

    const { page, expectNoProblems } = await open(listOf(name))
    const cell = cellOf(page, name)
    await cell.focus()
    await page.keyboard.press("Enter")
    const list = cell.getByRole("list", { name: "Suggestions of the translation memory" })
    const suggestion = list.getByRole("listitem")
    await suggestion.getByText(translations.cs).waitFor()
    assert.match((await suggestion.textContent()) ?? "", /^Similarity:\s+\d\d%/)
    assert.deepStrictEqual(await suggestion.locator("del, ins").allInnerTexts(), ["red", "blue"])
    await suggestion.getByText(other).waitFor()
    await page.getByText(/^1 suggestion, the best with \d\d%: Přivažte/).waitFor({ state: "attached" })

    const field = cell.getByRole("textbox")
    await page.keyboard.type("?")
    await page.keyboard.press("Control+Shift+Digit1")
    await field.getByText(translations.cs, { exact: true }).waitFor()
    await page.keyboard.press("Control+z")
    await field.getByText("?", { exact: true }).waitFor()

    await page.goto(`${page.url()}&panel=similar`)
    await panelOf(page).getByRole("button", { name: "Use this translation" }).click()
    await field.getByText(translations.cs, { exact: true }).waitFor()
    assert.isNull((await czechOf(name))?.text, "nothing is written before the user saves")
    expectNoProblems()
  })

  it("terms of the base text are underlined, a key or a card inserts one, and selected words become one", async () => {
    const { call: callServer } = fixture.server.administrator
    const { organizationOwner } = await call<{ readonly organizationOwner: { readonly slug: string } }>("GET", "")
    const glossaries = `/v2/organizations/${organizationOwner.slug}/glossaries`
    const glossary = await callServer<{ readonly id: number }>("POST", glossaries, {
      name: "Harbour words",
      baseLanguageTag: "en",
      assignedProjectIds: [projectId]
    })
    const terms = `${glossaries}/${glossary.id}/terms`
    const { term } = await callServer<{ readonly term: { readonly id: number } }>("POST", terms, {
      text: "mooring line",
      description: "Rope of a ship"
    })
    const czech = "vyvazovací lano"
    await callServer("POST", `${terms}/${term.id}/translations`, { languageTag: "cs", text: czech })
    const name = "terms.one"
    await call("POST", "/keys/create", { name, translations: { en: "Throw the mooring line to the quay" } })

    const { page, expectNoProblems } = await open(listOf(name))
    const [cell, base] = [cellOf(page, name), cellOf(page, name, "en")]
    await cell.focus()
    await page.keyboard.press("Enter")
    const bar = cell.getByRole("list", { name: "Terms" })
    await bar.getByText("mooring line").waitFor()
    const field = cell.getByRole("textbox")
    await page.keyboard.type("Hoď ")
    await page.keyboard.press("Alt+Shift+Digit1")
    await field.getByText(`Hoď ${czech}`, { exact: true }).waitFor()
    await base.getByRole("button", { name: "mooring line" }).click()
    const card = page.getByRole("dialog", { name: "Term" })
    await card.getByText("Rope of a ship").waitFor()
    await card.getByRole("button", { name: `Insert: ${czech}` }).click()
    await card.waitFor({ state: "detached" })
    await page.keyboard.type("!")
    await field.getByText(`Hoď ${czech}${czech}!`, { exact: true }).waitFor()

    await page.evaluate(`(() => {
      const cell = document.querySelector("[data-key='${name}'][data-language=en]")
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      while (texts.nextNode().data.endsWith("quay") === false);
      const { currentNode: text } = texts
      getSelection().setBaseAndExtent(text, text.length - "quay".length, text, text.length)
    })()`)
    await page.getByRole("button", { name: "Add term" }).click()
    const dialog = page.getByRole("dialog", { name: "Add term" })
    assert.strictEqual(await dialog.getByLabel("Term", { exact: true }).inputValue(), "quay")
    await dialog.getByLabel("Translation: Czech").fill("nábřeží")
    await dialog.getByRole("button", { name: "Add term" }).click()
    await bar.getByText("nábřeží").waitFor()
    await base.getByRole("button", { name: "quay" }).waitFor()

    await field.focus()
    await page.keyboard.press("Escape")
    await page.keyboard.press("t")
    const listed = panelOf(page).getByRole("list", { name: "Terms" }).getByRole("listitem")
    await listed.getByText("nábřeží").waitFor()
    assert.strictEqual(await listed.count(), 2)
    await callServer("DELETE", `${glossaries}/${glossary.id}`)
    expectNoProblems()
  })

  it("50: a key takes the translations of another one with the same base text, after a preview", async () => {
    const [name, other] = ["same.one", "same.two"]
    const en = "Quarantine anchorage"
    await call("POST", "/keys/create", { name, translations: { en } })
    const translations = { en, cs: "Karanténní kotviště", de: "Quarantänereede" }
    await call("POST", "/keys/create", { name: other, translations })
    const { page, expectNoProblems } = await open(listOf(name))
    const cell = cellOf(page, name)
    await cell.focus()
    await page.keyboard.press("Enter")
    await cell.getByText(`${other} has the same base text.`).waitFor()
    await cell.getByRole("button", { name: "Take its translations" }).click()
    const dialog = page.getByRole("dialog", { name: "Take its translations" })
    await dialog.getByText(translations.cs).waitFor()
    await dialog.getByText(translations.de).waitFor()
    await dialog.getByRole("button", { name: "Take 2 translations" }).click()
    await dialog.waitFor({ state: "detached" })
    await cell.getByRole("textbox").getByText(translations.cs, { exact: true }).waitFor()
    const { cs, de } = (await keyOf(name)).translations
    assert.deepStrictEqual([cs?.text, de?.text], [null, translations.de], "the open text waits for its save")
    await page.keyboard.press("Enter")
    await until(async () => (await czechOf(name))?.text === translations.cs, "the open text is saved")
    expectNoProblems()
  })

  it("50: an empty comment is rejected at its field, and a typed one waits while another text is in the panel", async () => {
    const { page, expectNoProblems } = await open(`${list}?languages=en,cs&panel=comments`)
    const panel = panelOf(page)
    await cellOf(page, keyNameAt(1)).focus()
    await panel.getByText(keyNameAt(1)).waitFor()
    await panel.getByRole("button", { name: "Add comment" }).click()
    await panel.getByText("Fill in this field.").waitFor()
    await panel.getByRole("textbox", { name: "New comment" }).fill("Not sent yet")
    await page.keyboard.press("Escape")
    await page.locator(`[data-key="${keyNameAt(1)}"][data-language=cs]:focus`).waitFor()
    await cellOf(page, keyNameAt(2)).focus()
    await panel.getByText(keyNameAt(2)).waitFor()
    assert.strictEqual(await panel.getByRole("textbox", { name: "New comment" }).inputValue(), "")
    await cellOf(page, keyNameAt(1)).focus()
    await panel.getByText(keyNameAt(1)).waitFor()
    assert.strictEqual(await panel.getByRole("textbox", { name: "New comment" }).inputValue(), "Not sent yet")
    assert.strictEqual((await czechOf(keyNameAt(1)))?.commentCount, 0)
    expectNoProblems()
  })

  it("51: the history shows what changed word by word; Restore writes and can be undone", async () => {
    const name = keyNameAt(3)
    await setText(name, "Stání v přístavu")
    await setText(name, "Kotviště v přístavu")
    const { page, expectNoProblems } = await open(listOf(name))
    const cell = cellOf(page, name)
    await cell.focus()
    await page.keyboard.press("h")
    const revisions = panelOf(page).getByRole("list", { name: "History" }).getByRole("listitem")
    await revisions.first().locator("del").waitFor()
    assert.deepStrictEqual(
      [
        await revisions.first().locator("del").textContent(),
        await revisions.first().locator("ins").textContent(),
        await revisions.first().getByRole("button").count()
      ],
      ["Stání", "Kotviště", 0]
    )
    await revisions.nth(1).getByRole("button", { name: "Restore this text" }).click()
    await cell.getByText("Stání v přístavu").waitFor()
    await revisions.nth(2).waitFor()
    assert.strictEqual((await czechOf(name))?.text, "Stání v přístavu")
    await page.getByRole("button", { name: "Undo" }).click()
    await cell.getByText("Kotviště v přístavu").waitFor()
    await page.getByText("(cs) restored.").first().waitFor()
    assert.strictEqual((await czechOf(name))?.text, "Kotviště v přístavu")
    expectNoProblems()
  })

  it("51: restoring closes the open editor first, and never writes over what is typed in it", async () => {
    const name = keyNameAt(4)
    await setText(name, "První")
    await setText(name, "Druhý")
    const { page, expectNoProblems } = await open(listOf(name, "&panel=history"))
    const cell = cellOf(page, name)
    await cell.click()
    await cell.locator("[data-editor=chips]").waitFor()
    await page.keyboard.type(" rozepsáno")
    await panelOf(page).getByRole("button", { name: "Restore this text" }).click()
    await page.getByText("This text has a draft.").first().waitFor()
    await cell.getByText("Draft").waitFor()
    assert.strictEqual((await czechOf(name))?.text, "Druhý")
    expectNoProblems()
  })

  it("52: a screenshot is pasted, dropped and chosen, shown large, and removed", async () => {
    const name = keyNameAt(5)
    const { keyId } = await keyOf(name)
    const { page, context, expectNoProblems } = await open(listOf(name))
    const cell = cellOf(page, name)
    await cell.click()
    await cell.locator("[data-editor=chips]").waitFor()
    await page.keyboard.type("Rozepsáno")
    await page.keyboard.press("Escape")
    await page.keyboard.press("s")
    const panel = panelOf(page)
    await panel.getByText("No screenshots yet.").waitFor()
    await cell.click()
    await cell.locator("[data-editor=chips]").waitFor()
    await page.evaluate(`(async () => { ${picture}
      const field = document.querySelector("[data-editor=chips]").shadowRoot.querySelector(".cm-content")
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true, composed: true }))
    })()`)
    const images = panel.getByRole("button", { name: "Show large" })
    await images.first().waitFor()
    assert.strictEqual(await page.evaluate("document.activeElement.dataset.editor"), "chips")
    assert.strictEqual(await cell.getByRole("textbox").textContent(), "Rozepsáno")
    const content = await page.evaluate(
      `(async () => { ${picture} return Array.from(new Uint8Array(await file.arrayBuffer())) })()`
    )
    const image = join(mkdtempSync(join(tmpdir(), "screenshots ")), "dropped.png")
    writeFileSync(image, Buffer.from(content as Array<number>))
    const zone = await images.first().boundingBox()
    const devtools = await context.newCDPSession(page)
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await devtools.send("Input.dispatchDragEvent", {
        type,
        x: (zone?.x ?? 0) + 20,
        y: (zone?.y ?? 0) + 20,
        data: { items: [], files: [image], dragOperationsMask: 1 }
      })
    }
    await images.nth(1).waitFor()
    await panel.locator("input[type=file]").setInputFiles(image)
    await images.nth(2).waitFor()
    await panel.getByRole("button", { name: "Screenshots (3)" }).waitFor()
    assert.strictEqual((await keyOf(name)).screenshotCount, 3)
    await page.waitForFunction(`[...document.querySelectorAll("aside img")].every((image) => image.naturalWidth > 0)`)

    await images.first().click()
    const viewer = page.getByRole("dialog", { name: "Screenshot 1 of 3" })
    await viewer.getByRole("img", { name: `Screenshot of ${name}` }).waitFor()
    await page.keyboard.press("ArrowRight")
    await page.getByRole("dialog", { name: "Screenshot 2 of 3" }).waitFor()
    await page.getByRole("button", { name: "Actual size" }).click()
    await page.getByRole("button", { name: "Fit to the window" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })

    for (let left = 3; left > 0; left--) {
      await panel.getByRole("button", { name: "Remove", exact: true }).first().click()
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
      await page.getByRole("dialog").waitFor({ state: "detached" })
    }
    await panel.getByText("No screenshots yet.").waitFor()
    const stored = await call<{ readonly _embedded?: { readonly screenshots: ReadonlyArray<object> } }>(
      "GET",
      `/keys/${keyId}/screenshots`
    )
    assert.deepStrictEqual(stored._embedded?.screenshots ?? [], [])
    expectNoProblems()
  })

  it("52: a screenshot with a stored position shows where its key is, and a file that is no image is rejected", async () => {
    const name = keyNameAt(6)
    const { keyId } = await keyOf(name)
    const { page, expectNoProblems } = await open(listOf(name))
    const status = await page.evaluate(`(async () => { ${picture}
      const form = new FormData()
      form.append("screenshot", file)
      const positions = [{ x: 100, y: 30, width: 200, height: 60 }]
      form.append("info", new Blob([JSON.stringify({ positions })], { type: "application/json" }))
      const headers = { "x-dragoman-console": "1" }
      const address = "/v2/projects/${projectId}/keys/${keyId}/screenshots"
      return (await fetch(address, { method: "POST", body: form, headers })).status
    })()`)
    assert.strictEqual(status, 201)
    await cellOf(page, name).focus()
    await page.keyboard.press("s")
    const mark = panelOf(page).locator("[data-mark=key]")
    await mark.waitFor({ state: "attached" })
    assert.strictEqual(await mark.getAttribute("style"), "left: 25%; top: 10%; width: 50%; height: 20%;")
    await panelOf(page)
      .locator("input[type=file]")
      .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no image") })
    await page.getByText("Use PNG, JPEG, GIF or WebP images.").first().waitFor()
    assert.strictEqual((await keyOf(name)).screenshotCount, 1)
    expectNoProblems()
  })

  it("shows the context of a key: base text, description, tags, limit, custom values, and the keys around it", async () => {
    const { keyId } = await keyOf(keyNameAt(7))
    await call("PUT", `/keys/${keyId}/complex-update`, {
      name: keyNameAt(7),
      description: "On the button below the map",
      tags: ["map", "buttons"],
      maxCharLimit: 40,
      custom: { screen: "map" }
    })
    const { page, expectNoProblems } = await open(`${list}?languages=en,cs`)
    await cellOf(page, keyNameAt(7)).focus()
    await page.keyboard.press("]")
    const panel = panelOf(page)
    await panel.getByText("On the button below the map").waitFor()
    for (const text of ["Berth number in harbour H7", "buttons", "40", "screen"]) {
      await panel.getByText(text, { exact: true }).first().waitFor()
    }
    await panel.getByRole("link", { name: keyNameAt(6), exact: true }).waitFor()
    await panel.getByRole("link", { name: keyNameAt(8), exact: true }).click()
    await page.getByRole("heading", { level: 1, name: keyNameAt(8) }).waitFor()
    await page.goBack()
    await panel.waitFor()
    await page.keyboard.press("]")
    await panel.waitFor({ state: "detached" })
    expectNoProblems()
  })

  it("edits all details of a key, and shows the server's errors at their fields", async () => {
    await call("POST", "/keys", { name: "details", translations: { en: "Hello", cs: "Ahoj", de: "Hallo" } })
    await call("POST", "/keys", { name: "taken", translations: { en: "Taken" } })
    const { page, expectNoProblems } = await open(listOf("details"))
    const dialog = page.getByRole("dialog", { name: "Key details" })
    await chooseAction(page, "details", "Key details")
    await dialog.getByLabel("Name", { exact: true }).fill("taken")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByText("The project has a key of this name in this namespace.").waitFor()
    assert.strictEqual(await dialog.getByLabel("Name", { exact: true }).getAttribute("aria-invalid"), "true")
    await dialog.getByLabel("Name", { exact: true }).fill("greeting")
    await dialog.getByLabel("Character limit").fill("many")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByText("Enter a whole number above 0").waitFor()
    await dialog.getByLabel("Character limit").fill("40")
    await dialog.getByRole("combobox", { name: "Namespace" }).fill("web")
    await dialog.getByLabel("Description").fill("First words")
    await dialog.getByRole("textbox", { name: "Tags" }).fill("start")
    await page.keyboard.press("Enter")
    await dialog.getByRole("button", { name: "Remove tag start" }).waitFor()
    await dialog.getByText("Plural", { exact: true }).click()
    await dialog.getByLabel("Plural argument").fill("no name")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByText("Enter the name of an ICU argument").waitFor()
    await dialog.getByLabel("Plural argument").fill("count")
    await dialog.getByRole("button", { name: /^Disabled languages/ }).click()
    await page.getByRole("menuitemcheckbox", { name: /German/ }).click()
    await page.keyboard.press("Escape")
    await dialog.getByText("Disabling a language deletes the text").waitFor()
    assert.strictEqual((await keyOf("details")).keyIsPlural, false)
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.waitFor({ state: "detached" })

    const saved = await keyOf("greeting")
    assert.deepStrictEqual(
      {
        namespace: saved.keyNamespace,
        description: saved.keyDescription,
        tags: saved.keyTags.map((tag) => tag.name),
        isPlural: saved.keyIsPlural,
        argument: saved.keyPluralArgName,
        limit: saved.keyMaxCharLimit,
        german: saved.translations["de"]?.state
      },
      {
        namespace: "web",
        description: "First words",
        tags: ["start"],
        isPlural: true,
        argument: "count",
        limit: 40,
        german: "DISABLED"
      }
    )
    await cellOf(page, "greeting").getByText("Ahoj").waitFor()
    await page.getByText("First words").waitFor()
    expectNoProblems()
  })

  it("asks before the forms of a plural are dropped", async () => {
    await call("POST", "/keys", {
      name: "days",
      isPlural: true,
      pluralArgName: "count",
      translations: { en: "{count, plural, one {# day} other {# days}}" }
    })
    const { page, expectNoProblems } = await open(listOf("days"))
    const dialog = page.getByRole("dialog", { name: "Key details" })
    await chooseAction(page, "days", "Key details")
    await dialog.getByText("Plural", { exact: true }).click()
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByText("of which only one would be kept").waitFor()
    assert.strictEqual((await keyOf("days")).keyIsPlural, true)
    await dialog.getByText("Keep only the form").click()
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.waitFor({ state: "detached" })
    assert.strictEqual((await keyOf("days")).keyIsPlural, false)
    expectNoProblems()
  })

  it("deletes a key after asking, and Undo brings it back", async () => {
    const name = keyNameAt(9)
    const { page, expectNoProblems } = await open(listOf(name))
    await chooseAction(page, name, "Delete key")
    await page.getByRole("dialog").getByRole("button", { name: "Delete key" }).click()
    await page.getByText("No matching keys").waitFor()
    assert.isNull(await findKey(name))
    await page.getByRole("button", { name: "Undo" }).click()
    await cellOf(page, name).waitFor()
    assert.isNotNull(await findKey(name))
    expectNoProblems()
  })

  it("creates a key by n with errors at their fields, opens its text, and starts the next one by Ctrl+Enter", async () => {
    const { page, expectNoProblems } = await open(list)
    await cellOf(page, keyNameAt(0)).focus()
    await page.keyboard.press("n")
    const dialog = page.getByRole("dialog", { name: "New key" })
    await dialog.getByRole("button", { name: "Create", exact: true }).click()
    await dialog.getByText("Fill in this field.").waitFor()
    await dialog.getByLabel("Name", { exact: true }).fill("booking.first")
    await dialog.getByRole("textbox", { name: "Tags" }).fill("new")
    await dialog.getByLabel("Text in English").fill("First booking")
    await page.keyboard.press("Control+Enter")
    await page.getByText("booking.first created").first().waitFor()
    await page.waitForFunction(`document.querySelector("[role=dialog] input").value === ""`)
    await dialog.getByLabel("Name", { exact: true }).fill("booking.second")
    await dialog.getByLabel("Text in English").fill("Second booking")
    await dialog.getByLabel("Description").fill("After the first")
    await dialog.getByRole("button", { name: "Create", exact: true }).click()
    await page.waitForURL(/\/keys\/\d+\?language=cs$/)
    await page.getByRole("heading", { level: 1, name: "booking.second" }).waitFor()
    await page.getByRole("textbox", { name: "booking.second, Czech" }).waitFor()
    const [first, second] = [await keyOf("booking.first"), await keyOf("booking.second")]
    assert.deepStrictEqual(
      [first.translations["en"]?.text, second.translations["en"]?.text],
      ["First booking", "Second booking"]
    )
    assert.strictEqual(second.keyDescription, "After the first")
    expectNoProblems()
  })

  it("sets the state of a text, clears outdated, copies the base text and clears a text from its menu", async () => {
    const name = keyNameAt(10)
    await setText(name, "Hotovo {number}")
    await setText(name, "Another berth {number}", "en")
    const { page, expectNoProblems } = await open(listOf(name))
    const cell = cellOf(page, name)
    await cell.getByText("Outdated").waitFor()
    await chooseAction(page, name, "Remove “outdated”")
    await cell.getByText("Outdated").waitFor({ state: "detached" })
    assert.strictEqual((await czechOf(name))?.outdated, false)
    await chooseAction(page, name, "Mark as reviewed")
    await cell.getByText("Reviewed", { exact: true }).waitFor()
    assert.strictEqual((await czechOf(name))?.state, "REVIEWED")
    await chooseAction(page, name, "Mark as translated")
    await cell.getByText("Translated", { exact: true }).waitFor()
    await chooseAction(page, name, "Copy base text")
    await until(async () => (await czechOf(name))?.text === "Another berth {number}", "the base text is stored")
    await chooseAction(page, name, "Clear text")
    await cell.getByText("No text").waitFor()
    await until(async () => (await czechOf(name))?.text === null, "the text is cleared")
    await cell.focus()
    await page.keyboard.press("Control+z")
    await cell.getByText("Another berth").waitFor()
    await until(async () => (await czechOf(name))?.text === "Another berth {number}", "the text is back")
    expectNoProblems()
  })

  it("disables a key for a language after asking, and enables it again", async () => {
    const name = keyNameAt(11)
    await setText(name, "Zmizí")
    const { page, expectNoProblems } = await open(listOf(name))
    const cell = cellOf(page, name)
    await chooseAction(page, name, "Disable in this language")
    await page.getByRole("dialog").getByText("Its text there is deleted").waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click()
    await cell.getByText("Disabled", { exact: true }).waitFor()
    await until(async () => (await czechOf(name))?.state === "DISABLED", "the language is disabled")
    await chooseAction(page, name, "Enable in this language")
    await cell.getByText("Untranslated", { exact: true }).waitFor()
    await until(async () => (await czechOf(name))?.state === "UNTRANSLATED", "the language is enabled")
    expectNoProblems()
  })

  it("F6 leads from the list to the panel, to the navigation and back, with Shift the other way, but not out of a dialog", async () => {
    const name = keyNameAt(18)
    const { page, expectNoProblems } = await open(listOf(name, "&panel=comments"))
    const cell = page.locator(`[data-key="${name}"][data-language=cs]:focus`)
    const section = page.locator("aside [data-section=comments] h2 > button:focus")
    const entry = page.locator("nav a:focus", { hasText: "Translations" })
    await panelOf(page).getByRole("button", { name: "Context" }).waitFor()
    await cellOf(page, name).focus()
    for (const area of [section, entry, cell]) {
      await page.keyboard.press("F6")
      await area.waitFor()
    }
    for (const area of [entry, section, cell]) {
      await page.keyboard.press("Shift+F6")
      await area.waitFor()
    }
    await page.keyboard.press("n")
    await page.locator("[role=dialog] input:focus").waitFor()
    await page.keyboard.press("F6")
    await page.locator("[role=dialog] input:focus").waitFor()
    expectNoProblems()
  })

  it("says why a member who only views cannot change anything", async () => {
    const name = keyNameAt(12)
    await setText(name, "Jen ke čtení")
    await call("POST", "/translations/create-comment", {
      keyId: (await keyOf(name)).keyId,
      languageId: languageIds["cs"],
      text: "Of the administrator",
      state: "NEEDS_RESOLUTION"
    })
    const { code } = await call<{ readonly code: string }>("PUT", "/invite", { type: "VIEW", name: "Jana" })
    const email = "jana@example.org"
    const response = await fetch(`${fixture.server.address}/api/public/sign_up`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Jana", email, password: administrator.password, invitationCode: code })
    })
    assert.strictEqual(response.status, 200)
    const { page, expectNoProblems } = await fixture.open(listOf(name, "&panel=comments"))
    await logIn(page, { username: email, password: administrator.password })
    await cellOf(page, name).focus()
    const panel = panelOf(page)
    await panel.getByText("Of the administrator").waitFor()
    for (const button of ["Resolve", "Delete", "Add comment"]) {
      assert.strictEqual(
        await panel.getByRole("button", { name: button }).getAttribute("aria-disabled"),
        "true",
        button
      )
    }
    assert.strictEqual(await panel.getByRole("button", { name: "Edit" }).count(), 0)
    await panel.getByRole("button", { name: "History" }).click()
    await panel.getByRole("list", { name: "History" }).waitFor()
    await cellOf(page, name).focus()
    await page.keyboard.press(".")
    await page.getByRole("menuitem", { name: "Clear text" }).getByText("not edit them").waitFor()
    await page.getByRole("menuitem", { name: /^Mark as reviewed/ }).click()
    await page.locator("[data-live=assertive]").getByText("You may not change the state").waitFor({ state: "attached" })
    const stored = await czechOf(name)
    assert.deepStrictEqual([stored?.text, stored?.state], ["Jen ke čtení", "TRANSLATED"])
    const create = page.getByRole("button", { name: "New key" })
    assert.strictEqual(await create.getAttribute("aria-disabled"), "true")
    await create.hover()
    await page.getByRole("tooltip", { name: "You need: Create keys" }).waitFor()
    expectNoProblems()
  })

  it("shows one key in all languages with editor, panel and the way to its neighbours", async () => {
    const name = keyNameAt(14)
    await setText(name, "Jedna {number}")
    const { page, expectNoProblems } = await open(listOf("key.001"))
    await chooseAction(page, name, "Open in all languages")
    await page.getByRole("heading", { level: 1, name }).waitFor()
    await cellOf(page, name, "de").waitFor()
    assert.deepStrictEqual(await shownLanguages(page, name), ["en", "cs", "de"])
    await panelOf(page).getByRole("button", { name: "Context" }).waitFor()
    await cellOf(page, name, "de").click()
    await cellOf(page, name, "de").locator("[data-editor=chips]").waitFor()
    await page.waitForURL(/language=de/)
    await page.keyboard.type("Eins {number}")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("heading", { level: 1, name: keyNameAt(15) }).waitFor()
    await page.getByRole("textbox", { name: `${keyNameAt(15)}, German` }).waitFor()
    await until(async () => (await keyOf(name)).translations["de"]?.text === "Eins {number}", "the text is stored")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Previous key" }).click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
    await cellOf(page, name, "de").getByText("Eins").waitFor()
    await page.getByRole("button", { name: "Show or hide the panel" }).click()
    await panelOf(page).waitFor({ state: "detached" })
    await page.reload()
    await cellOf(page, name, "de").waitFor()
    assert.strictEqual(await panelOf(page).count(), 0)
    await page.goto(`${fixture.server.address}/projects/${projectId}/keys/999999`)
    await page.getByRole("button", { name: "Try again" }).waitFor()
    // The addresses that the dialog of Tolgee's SDK and its plugins link to.
    const single = `${fixture.server.address}/projects/${projectId}/translations/single`
    await page.goto(`${single}?key=${encodeURIComponent(name)}`)
    await page.getByRole("heading", { level: 1, name }).waitFor()
    await page.waitForURL(/\/keys\/\d+/)
    await page.goto(`${single}?key=no.such.key&ns=web`)
    await page.waitForURL(/\/translations\?.*q=no\.such\.key/)
    await page.goto(`${fixture.server.address}/projects/${projectId}/manage/edit/advanced`)
    await page.waitForURL(/\/settings$/)
    expectNoProblems()
  })

  it("leads from the activity to the key with its language", async () => {
    const name = keyNameAt(16)
    await setText(name, "Z aktivity")
    const { page, expectNoProblems } = await open(`/projects/${projectId}/activity?type=SET_TRANSLATIONS&language=cs`)
    await page.getByRole("button", { name: "Changes", exact: true }).first().click()
    await page
      .getByRole("link", { name: new RegExp(`^Open .*${name}`) })
      .first()
      .click()
    await page.getByRole("textbox", { name: `${name}, Czech` }).waitFor()
    expectNoProblems()
  })

  it("30: the base language is always first, also when it is another one now or is not chosen", async () => {
    await call("PUT", "", { name: "Harbour booking", useNamespaces: true, baseLanguageId: languageIds["de"] })
    try {
      const { page, expectNoProblems } = await open(`${list}?languages=cs,en`)
      await cellOf(page, keyNameAt(0)).waitFor()
      assert.deepStrictEqual(await shownLanguages(page, keyNameAt(0)), ["de", "cs", "en"])
      await page.goto(`${fixture.server.address}${list}`)
      await cellOf(page, keyNameAt(0)).waitFor()
      assert.strictEqual((await shownLanguages(page, keyNameAt(0)))[0], "de")
      const { keyId } = await keyOf(keyNameAt(0))
      await page.goto(`${fixture.server.address}/projects/${projectId}/keys/${keyId}`)
      await cellOf(page, keyNameAt(0)).waitFor()
      assert.strictEqual((await shownLanguages(page, keyNameAt(0)))[0], "de")
      expectNoProblems()
    } finally {
      await call("PUT", "", { name: "Harbour booking", useNamespaces: true, baseLanguageId: languageIds["en"] })
    }
  })

  it("opens and closes each section by the keyboard, and remembers for the user which are open", async () => {
    const { page, expectNoProblems } = await open(listOf(keyNameAt(12), "&panel=context"))
    const openSections = () =>
      page
        .locator("aside [data-section]:has(> h2 > [aria-expanded=true])")
        .evaluateAll((sections) => sections.map((section) => section.getAttribute("data-section")))
    const toggle = async (section: string) => {
      await panelOf(page).getByRole("button", { name: section }).focus()
      await page.keyboard.press("Enter")
    }
    await panelOf(page).getByRole("button", { name: "History" }).waitFor()
    assert.deepStrictEqual(await openSections(), ["context"])
    await toggle("History")
    await toggle("Similar")
    assert.deepStrictEqual(await openSections(), ["context", "similar", "history"])
    await toggle("Context")
    await page.waitForURL(/panel=(history|similar)/)
    await page.reload()
    await panelOf(page).getByRole("button", { name: "History" }).waitFor()
    assert.deepStrictEqual(await openSections(), ["similar", "history"])
    await panelOf(page).getByRole("button", { name: "Close the panel" }).click()
    await panelOf(page).waitFor({ state: "detached" })
    await cellOf(page, keyNameAt(12)).focus()
    await page.keyboard.press("]")
    await page.locator("aside [data-section=similar] h2 > button:focus").waitFor()
    assert.deepStrictEqual(await openSections(), ["similar", "history"])
    expectNoProblems()
  })

  it.each(["comments", "history", "similar", "screenshots", "context"])(
    "has no violation that axe finds with the panel open, light, dark and mirrored: %s",
    async (tab) => {
      const { keyId } = await keyOf(keyNameAt(12))
      for (const [colorScheme, language] of [
        ["light", "en"],
        ["dark", "en"],
        ["light", "ar"]
      ] as const) {
        const path = `/projects/${projectId}/keys/${keyId}?panel=${tab}`
        await fixture.expectAccessible(path, { colorScheme, locale: language }, async (page) => {
          await cellOf(page, keyNameAt(12)).focus()
          await page.locator("aside [data-current] [aria-expanded=true]").waitFor()
        })
      }
    }
  )

  it("has no violation that axe finds in the dialogs and the menu", async () => {
    const path = listOf(keyNameAt(12))
    const openers: ReadonlyArray<(page: Page) => Promise<void>> = [
      (page) => page.keyboard.press("n"),
      (page) => page.keyboard.press("."),
      (page) => chooseAction(page, keyNameAt(12), "Key details")
    ]
    for (const colorScheme of ["light", "dark"] as const) {
      for (const openIt of openers) {
        await fixture.expectAccessible(path, { colorScheme }, async (page) => {
          await cellOf(page, keyNameAt(12)).focus()
          await openIt(page)
          await page.locator("[role=dialog] input, [role=menu]").first().waitFor()
        })
      }
    }
  })

  it.each([
    ["320 px", { width: 320, height: 640 }],
    ["400 % zoom", { width: 320, height: 256 }]
  ])("has no sideways scrolling at %s, and the panel can be used", async (_, viewport) => {
    const { keyId } = await keyOf(keyNameAt(17))
    for (const path of [`${list}?panel=context`, `/projects/${projectId}/keys/${keyId}?panel=comments&language=cs`]) {
      const { page, context, expectNoProblems } = await fixture.openAsAdministrator(path, { viewport })
      await panelOf(page).getByRole("button", { name: "Context" }).waitFor()
      const width = await page.evaluate("document.documentElement.scrollWidth")
      assert.isAtMost(Number(width), viewport.width, path)
      const comments = panelOf(page).getByRole("button", { name: /^Comments/ })
      if ((await comments.getAttribute("aria-expanded")) === "false") await comments.click()
      await panelOf(page).getByRole("textbox", { name: "New comment" }).fill("From a phone")
      expectNoProblems()
      await context.close()
    }
  })
})
