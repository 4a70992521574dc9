/** @module-tag exhaustive */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  type ConsoleFixture,
  hasBrowser,
  keyNameAt,
  logIn,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

const manyKeys = 10_000

/** One more than is deleted without the number typed. */
const askedKeys = 1_001

/** Each piece of their job has 100 keys, so that there is something left to cancel. */
const manyTags = Array.from({ length: 40 }, (_, index) => `tag-${index}`)

const languages = ["en", "cs", "de", "ar", "ja"]

interface KeyPage {
  readonly page: { readonly totalElements: number }
  readonly _embedded: {
    readonly keys: ReadonlyArray<{
      readonly keyId: number
      readonly keyName: string
      readonly translations: Readonly<Record<string, { readonly text: string | null }>>
    }>
  }
}

describe.skipIf(!hasBrowser)("bulk work in the web console", { timeout: 180_000 }, () => {
  let fixture: ConsoleFixture
  let smallId: number
  let small: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("bulk")
    smallId = await makeProject(fixture.server, "Harbour booking", 60)
    small = `/projects/${smallId}/translations`
    for (const tag of languages.slice(2)) {
      await call("POST", smallId, "/languages", { tag, name: tag, originalName: tag })
    }
    const { ids } = await call<{ readonly ids: ReadonlyArray<number> }>(
      "GET",
      smallId,
      `/translations/select-all?filterKeyName=${keyNameAt(59)}`
    )
    await call("POST", smallId, "/start-batch-job/tag-keys", { keyIds: ids, tags: ["last"] })
  }, 240_000)

  afterAll(() => fixture?.stop())

  const call = <A>(method: "GET" | "POST" | "PUT", projectId: number, path: string, body?: object): Promise<A> =>
    fixture.server.administrator.call<A>(method, `/v2/projects/${projectId}${path}`, body)

  const countOf = async (projectId: number, filter: string): Promise<number> =>
    (await call<KeyPage>("GET", projectId, `/translations?size=1&${filter}`)).page.totalElements

  const textOf = async (keyName: string, languageTag: string): Promise<string | null> => {
    const { _embedded } = await call<KeyPage>(
      "GET",
      smallId,
      `/translations?filterKeyName=${keyName}&languages=${languageTag}`
    )
    return _embedded.keys[0]?.translations[languageTag]?.text ?? null
  }

  const checkboxOf = (page: Page, keyName: string) => page.getByRole("checkbox", { name: `Select ${keyName}` })
  const cellOf = (page: Page, keyName: string, languageTag: string) =>
    page.locator(`[data-key="${keyName}"][data-language=${languageTag}]`)
  const toastsOf = (page: Page) => page.getByRole("region", { name: "Notifications" })
  const selectionOf = (page: Page) => page.getByRole("region", { name: "Selection" })
  const selectAll = async (page: Page, count: string) => {
    await checkboxOf(page, keyNameAt(0)).click()
    await selectionOf(page)
      .getByRole("button", { name: `Select all ${count}` })
      .click()
    await selectionOf(page).getByText(`${count} selected`).waitFor()
  }

  it("23: keeps a key that stops matching where it is, marked, until the list is read again", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(
      `${small}?q=key.000&in=names&state=cs:UNTRANSLATED&languages=en,cs`
    )
    const row = page.getByRole("row").filter({ has: cellOf(page, keyNameAt(2), "cs") })
    await cellOf(page, keyNameAt(2), "cs").click()
    await cellOf(page, keyNameAt(2), "cs").locator("[data-editor=chips]").waitFor()
    await page.keyboard.type("Stání {number}")
    await page.keyboard.press("Enter")
    await row.getByText("no longer matches").waitFor()
    assert.strictEqual(await page.getByText("no longer matches").count(), 1)
    assert.strictEqual(await row.getAttribute("aria-rowindex"), "3")
    assert.strictEqual(await page.getByRole("grid").getAttribute("aria-rowcount"), "10")
    await page.getByRole("button", { name: "Refresh" }).click()
    await page.getByText("9 keys").waitFor()
    assert.strictEqual(await cellOf(page, keyNameAt(2), "cs").count(), 0)
    expectNoProblems()
  })

  it("finds and replaces a text with a preview, leaves out what is unticked, and takes it back", async () => {
    const projectId = await makeProject(fixture.server, "Find and replace", 3)
    const path = `/projects/${projectId}/translations`
    const textsNow = async () => {
      const { _embedded } = await call<KeyPage>("GET", projectId, "/translations?languages=en&sort=keyName")
      return _embedded.keys.map(({ translations }) => translations["en"]?.text?.split(" ")[0])
    }
    const { page, expectNoProblems } = await fixture.openAsAdministrator(path)
    await cellOf(page, keyNameAt(0), "en").waitFor()
    await page.keyboard.press("e")
    const dialog = page.getByRole("dialog", { name: "Find and replace" })
    await dialog.getByLabel("Find", { exact: true }).fill("berth")
    await dialog.getByLabel("Replace with").fill("Mooring")
    await dialog.getByText("3 texts match.").waitFor()
    await dialog.locator("ins", { hasText: "Mooring" }).first().waitFor()
    await dialog.getByText(keyNameAt(1)).click()
    await dialog.getByRole("button", { name: "Replace in 2 texts" }).click()
    await toastsOf(page).getByRole("button", { name: "Undo" }).waitFor()
    assert.deepStrictEqual(await textsNow(), ["Mooring", "Berth", "Mooring"])
    await cellOf(page, keyNameAt(2), "en").getByText("Mooring").waitFor()
    await toastsOf(page).getByRole("button", { name: "Undo" }).click()
    await page.getByText("Changes undone.").first().waitFor()
    assert.deepStrictEqual(await textsNow(), ["Berth", "Berth", "Berth"])
    expectNoProblems()

    await fixture.expectAccessible(path, {}, async (shown) => {
      await shown.getByRole("button", { name: "Find and replace" }).click()
      await shown.getByLabel("Find", { exact: true }).fill("{number}")
      await shown.getByLabel("Replace with").fill("{count}")
      await shown.getByText("Breaks the text: ").first().waitFor()
    })
  })

  it("24: finds no texts when it searches in names only, and no names when it searches in texts", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(small)
    await page.getByRole("searchbox").fill("harbour H7")
    await page.getByText("1 key", { exact: true }).waitFor()
    await page.getByRole("searchbox").fill('key:"harbour H7"')
    await page.getByText("No matching keys").waitFor()
    await page.getByRole("searchbox").fill("key:key.000")
    await page.getByText("10 keys").waitFor()
    await page.getByRole("searchbox").fill("en:key.000")
    await page.getByText("No matching keys").waitFor()
    expectNoProblems()
  })

  it("25: saves a view, opens it in another browser, renames and deletes it", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${small}?q=harbour+H7&languages=en,de`)
    await page.getByText("1 key", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Views" }).click()
    await page.getByRole("menuitem", { name: "Save view" }).click()
    await page.getByRole("textbox", { name: "View name" }).fill("Seventh berth")
    await page.keyboard.press("Enter")
    await toastsOf(page).getByText("View Seventh berth saved").waitFor()
    await page.getByRole("button", { name: "Seventh berth" }).waitFor()

    const { page: other, expectNoProblems: expectNoOtherProblems } = await fixture.openAsAdministrator(
      `${small}?state=cs:UNTRANSLATED&view=table`
    )
    await other.getByRole("button", { name: "Views" }).click()
    await other.getByRole("menuitem", { name: "Seventh berth" }).click()
    await other.waitForURL("**/translations?search=%22harbour+H7%22&languages=en,de")
    await other.getByText("1 key", { exact: true }).waitFor()

    await other.getByRole("button", { name: "Seventh berth" }).click()
    await other.getByRole("menuitem", { name: "Edit views" }).click()
    const dialog = other.getByRole("dialog", { name: "Edit views" })
    await dialog.getByRole("textbox", { name: "View name" }).fill("Berth 7")
    await dialog.getByRole("button", { name: "Rename" }).click()
    // Were the focus on nothing for a moment, Escape would be lost.
    await other.evaluate(`requestAnimationFrame(function look() {
      window.hasLostFocus ||= document.activeElement === document.body
      requestAnimationFrame(look)
    })`)
    await dialog.getByRole("button", { name: "Delete view: Berth 7" }).click()
    await dialog.getByText("No saved views.").waitFor()
    assert.isFalse(await other.evaluate("window.hasLostFocus"))
    await other.keyboard.press("Escape")
    await other.getByRole("button", { name: "Views" }).click()
    await other.getByRole("menuitem", { name: "Save view" }).waitFor()
    assert.strictEqual(await other.getByRole("menuitem", { name: /erth/ }).count(), 0)
    expectNoProblems()
    expectNoOtherProblems()
  })

  it("26: shows five languages as columns; their widths change by keyboard and pointer, and the cell edits", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${small}?languages=${languages.join(",")}`)
    await page.getByRole("button", { name: "Table: a column for each language" }).click()
    await page.waitForURL("**view=table*")
    const header = page.locator("[data-column=cs]")
    await header.waitFor()
    assert.strictEqual(await page.getByRole("columnheader").count(), languages.length + 1)
    const widthOf = async (locator: typeof header) => Math.round((await locator.boundingBox())?.width ?? 0)
    const cell = cellOf(page, keyNameAt(4), "cs")
    const before = await widthOf(cell)
    assert.strictEqual(await widthOf(header), before)

    const edge = page.getByRole("separator", { name: "Width: Czech" })
    await edge.focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    assert.strictEqual(await widthOf(cell), before + 48)
    assert.strictEqual(await edge.getAttribute("aria-valuenow"), String(before + 48))
    await page.keyboard.press("ArrowLeft")
    assert.strictEqual(await widthOf(cell), before + 24)
    const box = await edge.boundingBox()
    assert.isNotNull(box)
    await page.mouse.move(box.x + box.width / 2, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 100, box.y + 20, { steps: 4 })
    await page.mouse.up()
    assert.strictEqual(await widthOf(cell), before + 124)
    await page.reload()
    await cell.waitFor()
    assert.strictEqual(await widthOf(cell), before + 124)
    assert.strictEqual(await widthOf(header), before + 124)

    await cell.focus()
    await page.keyboard.press("ArrowRight")
    await page.locator(`[data-key="${keyNameAt(4)}"][data-language=de]:focus`).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.locator(`[data-key="${keyNameAt(5)}"][data-language=de]:focus`).waitFor()
    await page.keyboard.press("Enter")
    await cellOf(page, keyNameAt(5), "de").locator("[data-editor=chips]").waitFor()
    await page.keyboard.type("Liegeplatz {number}")
    await page.keyboard.press("Enter")
    await page.locator(`[data-key="${keyNameAt(5)}"][data-language=de]:focus`).waitFor()
    await page.getByText("Saving").waitFor({ state: "detached" })
    assert.strictEqual(await textOf(keyNameAt(5), "de"), "Liegeplatz {number}")
    await page.keyboard.press("End")
    await page.locator(`[data-key="${keyNameAt(59)}"][data-language=de]:focus`).waitFor()
    assert.isBelow(await page.getByRole("row").count(), 50)
    expectNoProblems()
  })

  it("selects a range by Shift, takes keys away by x, and forgets the selection with other filters", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${small}?tag=-unused&languages=en`)
    const count = (number: number) => selectionOf(page).getByText(`${number} selected`, { exact: true }).waitFor()
    await checkboxOf(page, keyNameAt(1)).click()
    await checkboxOf(page, keyNameAt(4)).click({ modifiers: ["Shift"] })
    await count(4)
    await cellOf(page, keyNameAt(2), "en").focus()
    await page.keyboard.press("x")
    await count(3)
    assert.isFalse(await checkboxOf(page, keyNameAt(2)).isChecked())
    await cellOf(page, keyNameAt(7), "en").focus()
    await page.keyboard.press("x")
    await page.keyboard.press("Shift+ArrowDown")
    await page.keyboard.press("Shift+ArrowDown")
    await count(6)
    await page.keyboard.press("Shift+ArrowUp")
    await count(5)
    await page.getByRole("button", { name: "Remove filter: Tag: not unused" }).click()
    await selectionOf(page).waitFor({ state: "detached" })
    await checkboxOf(page, keyNameAt(1)).click()
    await count(1)
    await cellOf(page, keyNameAt(1), "en").focus()
    await page.keyboard.press("Escape")
    await selectionOf(page).waitFor({ state: "detached" })
    expectNoProblems()
  })

  it("sets states, copies and clears texts of the selected keys, and exports them alone", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${small}?languages=en,ja`)
    await checkboxOf(page, keyNameAt(10)).click()
    await checkboxOf(page, keyNameAt(11)).click()
    const open = async (name: string) => {
      const first = selectionOf(page).getByRole("button", { name, exact: true })
      if ((await first.count()) > 0) await first.click()
      else {
        await selectionOf(page).getByRole("button", { name: "More" }).click()
        await page.getByRole("menuitem", { name }).click()
      }
      return page.getByRole("dialog", { name })
    }
    const copy = await open("Copy texts")
    await copy.getByText("This cannot be undone.").waitFor({ state: "detached" })
    await copy.getByRole("button", { name: /From/ }).click()
    await page.getByRole("option", { name: "English" }).click()
    await copy.getByRole("button", { name: /^To/ }).click()
    await page.getByRole("menuitemcheckbox", { name: "Japanese" }).click()
    await page.keyboard.press("Escape")
    await copy.getByText("Affects 2 keys in 1 language.").waitFor()
    await copy.getByText("This cannot be undone.").waitFor()
    await copy.getByRole("button", { name: "Copy texts" }).click()
    await toastsOf(page).getByText("Copy texts: 2 keys").waitFor()
    await cellOf(page, keyNameAt(10), "ja").getByText("in harbour H10").waitFor()
    assert.strictEqual(await textOf(keyNameAt(11), "ja"), "Berth {number} in harbour H11")

    const state = await open("Set state")
    await state.getByRole("button", { name: /^Languages/ }).click()
    await page.getByRole("menuitemcheckbox", { name: "Japanese" }).click()
    await page.keyboard.press("Escape")
    await state.getByRole("button", { name: "Set state" }).click()
    await toastsOf(page).getByText("Set state: 2 keys").waitFor()
    assert.strictEqual(await countOf(smallId, "filterState=ja,REVIEWED"), 2)
    await cellOf(page, keyNameAt(10), "ja").getByText("Reviewed").first().waitFor()

    const exported = await open("Export selection")
    const download = page.waitForEvent("download")
    await exported.getByRole("button", { name: "Download" }).click()
    assert.match((await download).suggestedFilename(), /\.zip$/)

    const clear = await open("Clear texts")
    await clear.getByRole("button", { name: /^Languages/ }).click()
    await page.getByRole("menuitemcheckbox", { name: "Japanese" }).click()
    await page.keyboard.press("Escape")
    await clear.getByRole("button", { name: "Clear texts" }).click()
    await toastsOf(page).getByText("Clear texts: 2 keys").waitFor()
    assert.isNull(await textOf(keyNameAt(11), "ja"))
    expectNoProblems()
  })

  it("begins each dialog with its first field, for those who go on by keyboard", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${small}?languages=en`)
    await checkboxOf(page, keyNameAt(3)).click()
    const focused = page.getByRole("dialog").locator(":focus")
    const closeWith = async (title: string, field: string) => {
      await page.getByRole("dialog", { name: title }).waitFor()
      await focused.waitFor()
      assert.include(await focused.ariaSnapshot(), field)
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
    }
    for (const [title, field] of [
      ["Add tags", "Tags"],
      ["Set state", "State"]
    ] as const) {
      await selectionOf(page).getByRole("button", { name: title }).click()
      await closeWith(title, field)
    }
    for (const [title, field] of [
      ["Remove tags", "Tags"],
      ["Copy texts", "From"],
      ["Clear texts", "Languages"],
      ["Export selection", "Format"]
    ] as const) {
      await selectionOf(page).getByRole("button", { name: "More" }).click()
      await page.getByRole("menuitem", { name: title }).click()
      await closeWith(title, field)
    }
    // Deleting has no field: Enter on the dialog does nothing.
    await selectionOf(page).getByRole("button", { name: "Delete keys" }).click()
    await page.getByRole("dialog", { name: "Delete keys" }).waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    assert.strictEqual(await countOf(smallId, `filterKeyName=${keyNameAt(3)}`), 1)
    expectNoProblems()
  })

  it("offers the way out of a filter that the server refuses, such as that of a language that is gone", async () => {
    const { page } = await fixture.openAsAdministrator(`${small}?outdated=xx`)
    await page.getByRole("main").getByRole("alert").getByRole("button", { name: "Clear filters" }).click()
    await page.getByText("60 keys").waitFor()
  })

  it("takes a tag back only from the keys that got it", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${small}?languages=en`)
    const tagBoth = async (keys: ReadonlyArray<number>) => {
      for (const key of keys) await checkboxOf(page, keyNameAt(key)).click()
      await selectionOf(page).getByRole("button", { name: "Add tags" }).click()
      const dialog = page.getByRole("dialog", { name: "Add tags" })
      await dialog.getByRole("textbox", { name: "New tags" }).fill("mobile")
      await dialog.getByRole("button", { name: "Add tags" }).click()
    }
    await tagBoth([1])
    await toastsOf(page).getByText("Add tags: 1 key", { exact: true }).waitFor()
    // The row grows with its tag and moves the rows beneath: a click before that may miss them.
    await page
      .getByRole("row", { name: keyNameAt(1) })
      .getByText("mobile")
      .waitFor()
    await tagBoth([2, 3])
    const toast = toastsOf(page).locator(":scope > div").filter({ hasText: "Add tags: 3 keys" })
    await toast.getByRole("button", { name: "Undo" }).click()
    // It says what was taken back, and offers no way to take that back as well.
    const undone = toastsOf(page).locator(":scope > div").filter({ hasText: "Undone: Add tags, 2 keys" })
    await undone.waitFor()
    assert.strictEqual(await undone.getByRole("button", { name: "Undo" }).count(), 0)
    assert.strictEqual(await countOf(smallId, "filterTag=mobile"), 1)
    expectNoProblems()
  })

  it("27: tags all 10,000 keys that match: progress, cancelling, and counts that agree with the API", async () => {
    const projectId = await makeProject(fixture.server, "Large harbour", manyKeys)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(
      `/projects/${projectId}/translations?languages=en`
    )
    await selectAll(page, "10,000")
    const tag = async (names: ReadonlyArray<string>) => {
      await selectionOf(page).getByRole("button", { name: "Add tags" }).click()
      const dialog = page.getByRole("dialog", { name: "Add tags" })
      await dialog.getByText("Affects 10,000 keys.").waitFor()
      await dialog.getByRole("textbox", { name: "New tags" }).fill(names.join(", "))
      await dialog.getByRole("button", { name: "Add tags" }).click()
    }
    const toasts = toastsOf(page)
    await tag(manyTags)
    await toasts.getByText(/^[1-9][\d,]* of 10,000$/).waitFor()
    await toasts.getByRole("progressbar").waitFor()
    await toasts.getByRole("button", { name: "Cancel" }).click()
    const cancelled = toasts.getByText(/cancelled, [\d,]+ of 10,000 done/)
    await cancelled.waitFor()
    const done = Number(/([\d,]+) of/.exec(String(await cancelled.textContent()))?.[1]?.replaceAll(",", ""))
    assert.isBelow(done, manyKeys)
    assert.strictEqual(await countOf(projectId, "filterTag=tag-0"), done)
    const { _embedded } = await call<{
      readonly _embedded: {
        readonly batchJobs: ReadonlyArray<{ readonly id: number; readonly progress: number; readonly status: string }>
      }
    }>("GET", projectId, "/batch-jobs?sort=id,desc")
    const job = _embedded.batchJobs[0]
    assert.deepInclude(job, { progress: done, status: "CANCELLED" })
    assert.strictEqual(await countOf(projectId, `filterFailedKeysOfJob=${job?.id}`), manyKeys - done)

    await tag(["all"])
    await toasts.getByText("Add tags: 10,000 keys").waitFor()
    assert.strictEqual(await countOf(projectId, "filterTag=all"), manyKeys)
    await page.getByRole("grid").getByText("all", { exact: true }).first().waitFor()

    await page.getByRole("link", { name: "Jobs" }).click()
    const row = page.getByRole("row", { name: /Cancelled/ })
    await row.getByText(`${done.toLocaleString("en")} of 10,000`).waitFor()
    await row.getByRole("link", { name: "Show the rest" }).click()
    await page.getByText(`${(manyKeys - done).toLocaleString("en")} keys`).waitFor()
    expectNoProblems()
  })

  it("27 without events: follows a job by asking, on another screen too", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`${small}?languages=en`)
    await page.route("**/events*", (route) => route.abort())
    await page.reload()
    await checkboxOf(page, keyNameAt(5)).click()
    await selectionOf(page).getByRole("button", { name: "Add tags" }).click()
    const dialog = page.getByRole("dialog", { name: "Add tags" })
    await dialog.getByRole("textbox", { name: "New tags" }).fill("asked")
    await dialog.getByRole("button", { name: "Add tags" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Dashboard" }).click()
    await toastsOf(page).getByText("Add tags: 1 key", { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole("grid").getByText("asked", { exact: true }).waitFor()
    expectNoProblems()
  })

  it("28: opens the list of the keys that a job could not change, from the result and from the jobs", async () => {
    const projectId = await makeProject(fixture.server, "Two harbours", 3)
    const { baseLanguage } = await call<{ readonly baseLanguage: { readonly id: number } }>("GET", projectId, "")
    await call("PUT", projectId, "", {
      name: "Two harbours",
      baseLanguageId: baseLanguage.id,
      useNamespaces: true
    })
    await call("POST", projectId, "/keys", { name: keyNameAt(1), namespace: "web", translations: { en: "Taken" } })
    const { page, expectNoProblems } = await fixture.openAsAdministrator(`/projects/${projectId}/translations?ns=none`)
    await selectAll(page, "3")
    await selectionOf(page).getByRole("button", { name: "More" }).click()
    await page.getByRole("menuitem", { name: "Set namespace" }).click()
    const dialog = page.getByRole("dialog", { name: "Set namespace" })
    await dialog.getByRole("combobox").fill("web")
    await page.keyboard.press("Tab")
    await dialog.getByRole("button", { name: "Set namespace" }).click()
    await toastsOf(page)
      .getByText(/Set namespace: 2 done, 1 failed/)
      .waitFor()
    await toastsOf(page).getByRole("button", { name: "Show failed" }).click()
    await page.waitForURL("**/translations?failed-job=*")
    await page.getByText("1 key", { exact: true }).waitFor()
    await cellOf(page, keyNameAt(1), "en").waitFor()
    await page.getByRole("list", { name: "Active filters" }).getByText("Not changed by job").waitFor()

    await page.getByRole("link", { name: "Jobs" }).click()
    const row = page.getByRole("row", { name: /Set namespace/ })
    await row.getByText("2 of 3").waitFor()
    await row.getByRole("link", { name: "Show failed" }).click()
    await page.waitForURL("**/translations?failed-job=*")
    await page.getByText("1 key", { exact: true }).waitFor()
    expectNoProblems()
  })

  it("29: deletes 1,001 keys only after the number is typed, and Undo restores all of them", async () => {
    const projectId = await makeProject(fixture.server, "Harbour to close", askedKeys)
    const { page, expectNoProblems } = await fixture.openAsAdministrator(
      `/projects/${projectId}/translations?languages=en`
    )
    await selectAll(page, "1,001")
    await selectionOf(page).getByRole("button", { name: "Delete keys" }).click()
    const dialog = page.getByRole("dialog", { name: "Delete keys" })
    await dialog.getByText("Affects 1,001 keys.").waitFor()
    const number = dialog.getByRole("textbox", { name: "Type 1001 to confirm" })
    await number.fill("1000")
    await page.keyboard.press("Enter")
    assert.strictEqual(await dialog.getByRole("button", { name: "Delete keys" }).getAttribute("aria-disabled"), "true")
    assert.strictEqual(await countOf(projectId, ""), askedKeys)
    await number.fill("1001")
    await page.keyboard.press("Enter")
    await toastsOf(page).getByText("Delete keys: 1,001 keys").waitFor()
    await page.getByText("No keys yet").waitFor()
    assert.strictEqual(await countOf(projectId, ""), 0)
    await toastsOf(page).getByRole("button", { name: "Undo" }).click()
    await toastsOf(page).getByText("Undone: Delete keys, 1,001 keys").waitFor()
    await page.getByText("1,001 keys", { exact: true }).waitFor()
    assert.strictEqual(await countOf(projectId, ""), askedKeys)
    expectNoProblems()
  })

  it("says which permission an action needs, and shows a translator the own jobs only", async () => {
    const translator = { username: "jana@example.org", password: "correct-horse-battery" }
    const { code } = await call<{ readonly code: string }>("PUT", smallId, "/invite", { type: "TRANSLATE" })
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
    const { page, expectNoProblems } = await fixture.open(small)
    await logIn(page, translator)
    await checkboxOf(page, keyNameAt(0)).click()
    const remove = selectionOf(page).getByRole("button", { name: "Delete keys" })
    assert.strictEqual(await remove.getAttribute("aria-disabled"), "true")
    await remove.hover()
    await page.getByRole("tooltip").getByText("Delete keys").waitFor()
    // Escape closes a tooltip first.
    await page.mouse.move(0, 0)
    await page.getByRole("tooltip").waitFor({ state: "detached" })
    await selectionOf(page).getByRole("button", { name: "More" }).click()
    assert.strictEqual(await page.getByRole("menuitem", { name: /Remove tags/ }).getAttribute("aria-disabled"), "true")
    await page.getByRole("menu").press("Escape")
    await page.getByRole("link", { name: "Jobs" }).click()
    await page.getByText("No jobs in the last 30 days").waitFor()
    expectNoProblems()
  })

  describe("for everybody", () => {
    const screens: ReadonlyArray<readonly [string, () => string, (page: Page) => Promise<void>]> = [
      [
        "selection",
        () => small,
        async (page) => {
          await page.getByRole("checkbox").first().click()
          await page.getByRole("region", { name: /^(Selection|التحديد)$/ }).waitFor()
        }
      ],
      [
        "dialog of an action",
        () => small,
        async (page) => {
          await page.getByRole("checkbox").first().click()
          await page
            .getByRole("region")
            .getByRole("button", { name: /^(Add tags|إضافة وسوم)$/ })
            .click()
          await page.getByRole("dialog").waitFor()
        }
      ],
      [
        "table",
        () => `${small}?view=table&languages=${languages.join(",")}`,
        async (page) => page.getByRole("columnheader").first().waitFor()
      ],
      ["jobs", () => `/projects/${smallId}/jobs`, async (page) => page.getByRole("table").waitFor()]
    ]

    it.each([
      ["light", "en"],
      ["dark", "en"],
      ["light", "ar"]
    ] as const)("has no violation that axe finds, %s, %s", async (colorScheme, language) => {
      for (const [, path, prepare] of screens) {
        await fixture.expectAccessible(path(), { colorScheme, locale: language }, prepare)
      }
    })

    it("has no sideways scrolling at 320 px, and the actions can be reached", async () => {
      const viewport = { width: 320, height: 640 }
      for (const [name, path, prepare] of screens.filter(([name]) => name !== "table")) {
        const { page, context, expectNoProblems } = await fixture.openAsAdministrator(path(), { viewport })
        await prepare(page)
        const width = await page.evaluate("document.documentElement.scrollWidth")
        assert.isAtMost(Number(width), viewport.width, name)
        expectNoProblems()
        await context.close()
      }
      const { page } = await fixture.openAsAdministrator(`${small}?view=table&languages=en,cs`, { viewport })
      await page.getByRole("checkbox").first().click()
      // The bar covers the filters alone: the key that was selected stays in sight.
      const bar = await selectionOf(page).boundingBox()
      assert.isBelow(bar?.height ?? 0, 80)
      await selectionOf(page).getByRole("button", { name: "Delete keys" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
      assert.strictEqual(await page.getByRole("columnheader").count(), 0)
    })
  })
})
