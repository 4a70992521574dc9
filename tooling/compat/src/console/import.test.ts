/** @module-tag exhaustive */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  type ConsoleFixture,
  dropFiles,
  hasBrowser,
  keyNameAt,
  logIn,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

const conflictCount = 340

describe.skipIf(!hasBrowser)("import in the web console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dragoman import "))
    fixture = await makeConsoleFixture("console-import")
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (name: string, keyCount = 1) => {
    const projectId = await makeProject(fixture.server, name, keyCount)
    const path = `/projects/${projectId}/import`
    return { projectId, path, ...(await fixture.openAsAdministrator(path)) }
  }

  const call = <A>(path: string) => fixture.server.administrator.call<A>("GET", path)

  const choose = (page: Page, files: Readonly<Record<string, string>>) =>
    page
      .locator("input[type=file]:not([webkitdirectory])")
      .setInputFiles(
        Object.entries(files).map(([name, text]) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) }))
      )

  const drop = (page: Page, files: Readonly<Record<string, string>>) => {
    const paths = Object.entries(files).map(([name, text]) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return path
    })
    return dropFiles(page, paths)
  }

  const apply = (page: Page) => page.getByRole("button", { name: "Apply" })

  it("names the format of each dropped file and why, and the file that it cannot read; the others go on", async () => {
    const { page, expectNoProblems } = await open("Formats")
    await page.getByRole("heading", { name: "Files" }).waitFor()
    await drop(page, {
      "en.json": JSON.stringify({ "<b>first</b>": "First" }),
      "cs.po": 'msgid ""\nmsgstr "Language: cs\\n"\n\nmsgid "first"\nmsgstr "První"\n',
      "broken.json": '{ "first": '
    })
    const files = page.getByRole("list", { name: "Files" })
    await files.getByRole("listitem").filter({ hasText: "broken.json" }).getByText("Not readable").waitFor()
    const english = files.getByRole("listitem").filter({ hasText: /^en\.json/ })
    await english.locator("summary").click()
    await english.getByText("Default format").waitFor()
    await page.getByText("No issues found in the files that could be read.").waitFor()
    await english.getByRole("button", { name: "JSON (ICU) Format of en.json" }).waitFor()
    await files.getByRole("button", { name: /Gettext PO .* Format of cs\.po/ }).waitFor()
    await page.locator("[data-language]").nth(1).waitFor()
    assert.strictEqual(await page.locator("[data-language]").count(), 2)
    expectNoProblems()
  })

  it("reads a file again in another format, alone or with all of its type, and keeps what was chosen for it", async () => {
    const { page, projectId, expectNoProblems } = await open("Other formats")
    const plural = (word: string) =>
      JSON.stringify({ arrow_one: `${word} {{count}}`, arrow_other: `${word}s {{count}}` })
    await choose(page, { "en.json": plural("Arrow"), "strings.json": plural("Šipka") })
    const formatOf = (file: string) => page.getByRole("button", { name: new RegExp(`Format of ${file}$`) })
    const setFormat = async (file: string, format: string) => {
      await formatOf(file).click()
      await page.getByRole("option", { name: format, exact: true }).click()
      await page.getByRole("button", { name: `${format} Format of ${file}` }).waitFor()
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
    }
    await page.getByRole("button", { name: "JSON (i18next) Format of JSON" }).waitFor()
    await page.getByRole("button", { name: /Import into.*strings/ }).click()
    await page.getByRole("option", { name: "Czech (cs)" }).click()
    await page.locator("[data-language=cs]").waitFor()
    await setFormat("strings.json", "JSON (ICU)")
    await formatOf("JSON").filter({ hasText: "Different formats" }).waitFor()
    await page.getByText("You chose this format").waitFor({ state: "attached" })
    await page.locator("[data-language=cs]").getByText("2 texts").waitFor()
    await page.locator("[data-language=en]").getByText("1 text", { exact: false }).waitFor()
    await page.getByText("JSON: all 2 files").waitFor()
    await setFormat("JSON", "JSON (ICU)")
    await page.locator("[data-language=en]").getByText("2 texts").waitFor()
    await page.locator("[data-language=cs]").getByText("2 texts").waitFor()
    await apply(page).and(page.locator(":not([aria-disabled])")).click()
    await page.getByText("Import finished.").waitFor()
    const { _embedded } = await call<{
      readonly _embedded: { readonly keys: ReadonlyArray<{ readonly name: string }> }
    }>(`/v2/projects/${projectId}/keys?size=100`)
    assert.includeMembers(
      _embedded.keys.map(({ name }) => name),
      ["arrow_one", "arrow_other"]
    )
    expectNoProblems()
  })

  it("reads a file in another encoding, which could not be read before", async () => {
    const { page, projectId, expectNoProblems } = await open("Encodings")
    const buffer = Buffer.from(JSON.stringify({ cafe: "Café" }), "latin1")
    await page
      .locator("input[type=file]:not([webkitdirectory])")
      .setInputFiles([{ name: "en.json", mimeType: "application/json", buffer }])
    await page.getByText("Not readable").waitFor()
    await page.getByRole("button", { name: "Encoding: automatic Encoding of en.json" }).click()
    await page.getByRole("option", { name: "Windows-1252 (ISO 8859-1)" }).click()
    await page.locator("[data-language=en]").getByText("1 text", { exact: false }).waitFor()
    await page.getByText("Not readable").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Windows-1252 (ISO 8859-1) Encoding of en.json" }).waitFor()
    await apply(page).click()
    await page.getByText("Import finished.").waitFor()
    const { _embedded } = await call<{
      readonly _embedded: {
        readonly keys: ReadonlyArray<{ readonly translations: { readonly en: { readonly text: string } } }>
      }
    }>(`/v2/projects/${projectId}/translations?filterKeyName=cafe&languages=en`)
    assert.strictEqual(_embedded.keys[0]?.translations.en.text, "Café")
    expectNoProblems()
  })

  it("groups issues by kind, the first three of each, and ends with the numbers of each language", async () => {
    const { page, expectNoProblems } = await open("Kinds")
    const empty = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`gone${index + 10}`, ""]))
    await choose(page, { "en.json": JSON.stringify({ ok: "Fine", ...empty, " ": "Nameless" }, null, 1) })
    const kind = page.getByRole("region", { name: /^Empty values/ })
    await page.getByRole("heading", { name: "Empty values 12" }).waitFor()
    await page
      .getByRole("region", { name: /^Keys without a name/ })
      .getByRole("article")
      .waitFor()
    await kind.getByRole("article").nth(2).waitFor()
    assert.strictEqual(await kind.getByRole("article").count(), 3)
    await kind.getByRole("button", { name: "Show all 12" }).click()
    await kind.getByRole("article").nth(5).waitFor()
    await page.getByLabel("Search in issues").fill("gone21")
    await page.getByRole("heading", { name: "Empty values 1", exact: true }).waitFor()
    await page.getByLabel("Search in issues").fill("")
    await page.getByRole("button", { name: "Copy all" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    await apply(page).click()
    const row = page.getByRole("region", { name: "Result" }).getByRole("row", { name: /English/ })
    await row.getByText("12 empty values").waitFor()
    assert.deepStrictEqual((await row.getByRole("cell").allTextContents()).slice(-4), [
      "1",
      "0",
      "0",
      "12 empty values"
    ])
    expectNoProblems()
  })

  it("shows an issue with line, column and the caret under the right character", async () => {
    const { page, expectNoProblems } = await open("Issues")
    await choose(page, { "en.json": '{\n  "ok": "Fine",\n  "gone": null\n}' })
    const issue = page.getByRole("article")
    await issue.getByText("en.json:3:").waitFor()
    const place = String(await issue.getByText("en.json:3:").textContent())
    const [text, caret] = String(await issue.locator("pre").textContent()).split("\n")
    assert.include(text, '"gone": null')
    const column = Number(place.split(":").at(-1))
    assert.strictEqual(caret?.indexOf("^"), column - 1)
    assert.strictEqual(text?.[column - 1], '  "gone": null'[column - 1])
    await page.evaluate(`localStorage.setItem("dragoman.preferences", '{"language":"ar"}')`)
    await page.reload()
    await issue.getByText("قيمة «gone» فارغة").waitFor()
    // A name from left to right begins where its list does.
    const name = "[...document.querySelectorAll('main bdi')].find((element) => element.textContent === 'en.json')"
    assert.strictEqual(await page.evaluate(`getComputedStyle(${name}).textAlign`), "right")
    expectNoProblems()
  })

  it("lists a warning with its key among the issues, also after a reload, and the activity opens to it", async () => {
    const { page, path, projectId, expectNoProblems } = await open("Warnings")
    await choose(page, { "en.json": '{\n  "ok": "Fine",\n  "dogs": "{n, plural, one {a}}"\n}' })
    const sentence = /The text is kept as it is, not as a plural/
    const issue = page.getByRole("article")
    const isListed = async () => {
      await issue.getByText("en.json:3:").waitFor()
      await issue.getByText("dogs:", { exact: false }).first().waitFor()
      await issue.getByText(sentence).waitFor()
      assert.include(String(await issue.locator("pre").textContent()), '"dogs": "{n, plural')
    }
    await isListed()
    await page.goto(`${fixture.server.address}${path}`)
    await isListed()
    await page.getByText(/0 issues, 1 warning/).waitFor()
    await apply(page).click()
    await page.getByText("Import finished.").waitFor()
    await page.goto(`${fixture.server.address}/projects/${projectId}/activity`)
    const entry = page.getByRole("listitem").filter({ hasText: "Import" })
    assert.isFalse(await entry.getByText(sentence).isVisible())
    await entry.getByText("1 warning").click()
    await entry.getByText(sentence).waitFor()
    await entry.getByText("dogs", { exact: true }).waitFor()
    expectNoProblems()
  })

  it("does not apply a language without a pair and says why; a created language is paired", async () => {
    const { page, projectId, expectNoProblems } = await open("Pairs")
    await choose(page, { "de-AT.json": JSON.stringify({ fresh: "Servus" }) })
    await page.getByText("Choose a language, or remove this one.").waitFor()
    await page.getByRole("link", { name: "1 language of the files is not assigned." }).waitFor()
    assert.strictEqual(await apply(page).getAttribute("aria-disabled"), "true")
    await page.getByRole("button", { name: /Import into/ }).click()
    await page.getByRole("option", { name: "Create a language" }).click()
    assert.strictEqual(await page.getByLabel("Language tag").inputValue(), "de-AT")
    await page.getByRole("dialog").getByRole("button", { name: "Add language" }).click()
    await page.locator("[data-language=de-AT]").waitFor()
    await apply(page).and(page.locator(":not([aria-disabled])")).click()
    await page.getByText("Import finished.").waitFor()
    const { _embedded } = await call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly tag: string }> }
    }>(`/v2/projects/${projectId}/languages`)
    assert.include(
      _embedded.languages.map(({ tag }) => tag),
      "de-AT"
    )
    expectNoProblems()
  })

  describe("with conflicts", () => {
    const imported = Object.fromEntries(
      Array.from({ length: conflictCount }, (_, index) => [keyNameAt(index), `Berth {number} in port ${index}`])
    )
    const textOf = async (projectId: number, index: number) => {
      const { _embedded } = await call<{
        readonly _embedded: {
          readonly keys: ReadonlyArray<{ readonly translations: { readonly en: { readonly text: string } } }>
        }
      }>(`/v2/projects/${projectId}/translations?filterKeyName=${keyNameAt(index)}&languages=en`)
      return _embedded.keys[0]?.translations.en.text
    }

    it("decides them one by one and all at once, over a reload; applies, and shows what changed", async () => {
      const { page, projectId, expectNoProblems } = await open("Conflicts", conflictCount)
      await choose(page, { "en.json": JSON.stringify(imported) })
      await page.getByText("340 of 340 to decide").waitFor()
      const first = page.getByRole("radiogroup", { name: keyNameAt(0) })
      await first.locator("del").first().waitFor()
      assert.deepStrictEqual(await first.locator("del").allTextContents(), ["harbour", "H0"])
      assert.deepStrictEqual(await first.locator("ins").allTextContents(), ["port", "0"])
      await first.getByText("Keep current").click()
      await page.getByText("339 of 340 to decide").waitFor()
      const second = page.getByRole("radiogroup", { name: keyNameAt(1) })
      await second.getByText("Keep current").click()
      await page.getByText("338 of 340 to decide").waitFor()
      await page.keyboard.press("ArrowDown")
      await second
        .getByRole("radio", { name: /Take imported/ })
        .and(page.locator(":checked"))
        .waitFor()

      await page.reload()
      await page.getByText("338 of 340 to decide").waitFor()
      await first
        .getByRole("radio", { name: /Keep current/ })
        .and(page.locator(":checked"))
        .waitFor()
      await page.getByRole("link", { name: "338 conflicts to decide." }).waitFor()
      await page.getByLabel("Search in conflicts").fill(keyNameAt(conflictCount - 1))
      await page
        .getByRole("radiogroup", { name: keyNameAt(conflictCount - 1) })
        .getByText("Keep current")
        .click()
      await page.getByText("337 of 340 to decide").waitFor()
      await page.getByLabel("Search in conflicts").fill("")
      await page.getByText("Undecided only").click()
      await first.waitFor({ state: "detached" })

      // The rest as the files say: this replaces what was decided before.
      await page.getByRole("button", { name: "Take all imported" }).click()
      await page.getByText("0 of 340 to decide").waitFor()
      await page.getByText("Undecided only").click()
      await first.getByText("Keep current").click()
      await first
        .getByRole("radio", { name: /Keep current/ })
        .and(page.locator(":checked"))
        .waitFor()
      const { _embedded } = await call<{
        readonly _embedded: {
          readonly languages: ReadonlyArray<{ readonly id: number; readonly resolvedCount: number }>
        }
      }>(`/v2/projects/${projectId}/import/result`)
      assert.strictEqual(_embedded.languages[0]?.resolvedCount, conflictCount)

      await apply(page).click()
      await page.getByText("Import finished.").waitFor()
      await page.getByText("339 texts written").waitFor()
      const changed = page.getByRole("region", { name: "What changed" })
      await changed.getByText(keyNameAt(1)).waitFor()
      assert.strictEqual(await textOf(projectId, 0), "Berth {number} in harbour H0")
      assert.strictEqual(await textOf(projectId, 1), "Berth {number} in port 1")
      assert.strictEqual(await textOf(projectId, conflictCount - 1), `Berth {number} in port ${conflictCount - 1}`)
      expectNoProblems()
    })

    it("keeps everything when applying fails, and leads to what is in the way", async () => {
      const { page, projectId, expectNoProblems } = await open("Outdated", 1)
      await choose(page, {
        "en.json": JSON.stringify({ [keyNameAt(0)]: "Berth {number} in harbour H0", late: "Late" })
      })
      await page.getByText("No conflicts with texts of the project.").waitFor()
      await fixture.server.administrator.call("PUT", `/v2/projects/${projectId}/translations`, {
        key: keyNameAt(0),
        translations: { en: "Changed meanwhile" }
      })
      await apply(page).click()
      await page.getByText(/Nothing was imported/).waitFor()
      await page.getByText("1 of 1 to decide").waitFor()
      await page.getByRole("link", { name: "1 conflict to decide." }).click()
      assert.strictEqual(await page.evaluate("document.activeElement.id"), "import-conflicts")
      await page.getByRole("button", { name: "Discard import" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Discard import" }).click()
      await page.getByText("Drop translation files anywhere on this page").waitFor()
      assert.strictEqual(await textOf(projectId, 0), "Changed meanwhile")
      expectNoProblems()
    })
  })

  it("disables the row of a language that the user may not edit, with the reason", async () => {
    const projectId = await makeProject(fixture.server, "Limits", 1)
    const administrator = fixture.server.administrator
    const german = await administrator.call<{ readonly id: number }>("POST", `/v2/projects/${projectId}/languages`, {
      tag: "de",
      name: "German",
      originalName: "Deutsch"
    })
    const { _embedded } = await call<{
      readonly _embedded: { readonly languages: ReadonlyArray<{ readonly tag: string; readonly id: number }> }
    }>(`/v2/projects/${projectId}/languages`)
    const czech = _embedded.languages.find(({ tag }) => tag === "cs")
    assert.notStrictEqual(czech?.id, german.id)
    const { code } = await administrator.call<{ readonly code: string }>("PUT", `/v2/projects/${projectId}/invite`, {
      name: "Jana",
      type: "TRANSLATE",
      translateLanguages: [czech?.id]
    })
    const username = "jana@harbour.example"
    const password = "long-enough-word"
    const joined = await fetch(`${fixture.server.address}/api/public/sign_up`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Jana", email: username, password, invitationCode: code })
    })
    assert.isTrue(joined.ok, await joined.text())
    const { page, expectNoProblems } = await fixture.open(`/login?to=/projects/${projectId}/import`)
    await logIn(page, { username, password })
    await page.getByRole("heading", { name: "Files" }).waitFor()
    const text = (value: string) => JSON.stringify({ [keyNameAt(0)]: value })
    await choose(page, { "de.json": text("Liegeplatz"), "cs.json": text("Stání") })
    const row = page.locator("[data-language=de]")
    await row.getByText("You may not edit texts in this language.").waitFor()
    assert.isTrue(await row.getByRole("button", { name: /Import into/ }).isDisabled())
    assert.isFalse(
      await page
        .locator("[data-language=cs]")
        .getByRole("button", { name: /Import into/ })
        .isDisabled()
    )
    await page.getByRole("link", { name: "You may not edit 1 language: remove it." }).waitFor()
    await row.getByRole("button", { name: /Remove/ }).click()
    await row.waitFor({ state: "detached" })
    await apply(page).click()
    await page.getByText("Import finished.").waitFor()
    expectNoProblems()
  })

  describe("for everybody", () => {
    const files = {
      "cs.json": JSON.stringify({ [keyNameAt(0)]: "Stání <b>{number}</b>", gone: null }),
      "en.json": JSON.stringify({ [keyNameAt(0)]: "Berth {number} in port" }),
      "unknown_language_of_a_long_file_name.json": JSON.stringify({ fresh: "Fresh" })
    }
    let path: string

    beforeAll(async () => {
      const opened = await open("Harbour booking")
      path = opened.path
      await choose(opened.page, files)
      await opened.page.getByText("1 of 1 to decide").waitFor()
      await opened.context.close()
    })

    const loaded = async (page: Page) => {
      await page.locator("[data-key]").waitFor()
      await page.getByRole("article").first().waitFor()
    }

    it.each([
      ["light", "en"],
      ["dark", "en"],
      ["dark", "ar"]
    ] as const)("has no violation that axe finds, %s, %s", async (colorScheme, locale) => {
      await fixture.expectAccessible(path, { colorScheme, locale }, async (page) => {
        await loaded(page)
      })
    })

    it.each([
      [320, 640],
      [320, 256]
    ])("has no sideways scrolling at %d × %d", async (width, height) => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator(path, { viewport: { width, height } })
      await loaded(page)
      assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), width)
      expectNoProblems()
    })
  })
})
