/** @module-tag exhaustive */
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { descriptionLinesMax } from "@dragoman/domain/key"
import { unpackArchive } from "@dragoman/formats"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { cliEntry } from "../cli/cli-program.ts"
import { type ConsoleFixture, hasBrowser, keyNameAt, makeConsoleFixture, makeProject } from "./console-fixture.ts"

const run = promisify(execFile)

describe.skipIf(!hasBrowser)("export in the web console", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let folder: string
  let projectId: number
  let path: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dragoman export "))
    fixture = await makeConsoleFixture("console-export")
    projectId = await makeProject(fixture.server, "Harbour booking", 3)
    path = `/projects/${projectId}/export`
    await fixture.server.administrator.call("PUT", `/v2/projects/${projectId}/translations`, {
      key: keyNameAt(0),
      translations: { cs: "Stání <a href='/berths'>zde</a>" }
    })
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it("says before what a format loses, and downloads the files that it showed", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(path)
    await page.getByText("This format keeps all texts unchanged.").waitFor()
    await page.getByRole("button", { name: /^Format|Format$/ }).click()
    await page.getByRole("option", { name: /^ANDROID_XML/ }).click()
    await page.getByText(/texts lose information/).click()
    await page
      .getByRole("listitem")
      .filter({ hasText: keyNameAt(0) })
      .getByText("cs", { exact: true })
      .waitFor()
    await page.getByLabel("File paths").fill("res/{androidLanguageTag}/strings.{extension}")
    const tree = page.getByRole("region", { name: "Files" })
    const shown = await tree.getByRole("listitem").allTextContents()
    assert.deepStrictEqual(shown, ["res/", "cs/", "strings.xml", "en/", "strings.xml"])
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click()
    ])
    const archive = unpackArchive(readFileSync(await download.path()), { uncompressedBytesMax: 1_000_000 })
    assert.strictEqual(archive.kind, "unpacked")
    if (archive.kind !== "unpacked") return
    assert.deepStrictEqual(archive.files.map((file) => file.path).toSorted(), [
      "res/cs/strings.xml",
      "res/en/strings.xml"
    ])
    expectNoProblems()
  })

  it("gives keys without a description as a file, and takes the descriptions back after showing what they do", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(path)
    const region = page.getByRole("region", { name: "Descriptions by file" })
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      region.getByRole("button", { name: "Keys without a description" }).click()
    ])
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n")
    assert.strictEqual(lines.length, 3)
    const described = lines.map((line) => JSON.stringify({ ...JSON.parse(line), description: "Label of a berth" }))
    await region.locator("input[type=file]").setInputFiles({
      name: "described.jsonl",
      mimeType: "application/jsonl",
      // More lines than one request may have.
      buffer: Buffer.from([...described, ...Array.from({ length: descriptionLinesMax }, () => "{")].join("\n"))
    })
    await region
      .getByText(
        `described.jsonl: 3 to write, 0 unchanged, 0 skipped, ${descriptionLinesMax.toLocaleString("en")} failed`
      )
      .waitFor()
    await region.getByText("Line 4: The line is no valid JSON.").waitFor()
    await region.getByRole("button", { name: "Write descriptions" }).click()
    await page.getByRole("region", { name: "Notifications" }).getByText("3 descriptions written").waitFor()
    const { _embedded } = await fixture.server.administrator.call<{
      readonly _embedded: { readonly keys: ReadonlyArray<{ readonly description: string }> }
    }>("GET", `/v2/projects/${projectId}/keys`)
    assert.deepStrictEqual(new Set(_embedded.keys.map(({ description }) => description)), new Set(["Label of a berth"]))
    expectNoProblems()
  })

  it("says why nothing can be downloaded", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(path)
    await page.getByLabel("File paths").fill("all.json")
    await page.getByRole("button", { name: "Download" }).click()
    await page.getByText("missing_placeholder_in_template").first().waitFor({ state: "attached" })
    expectNoProblems()
  })

  it("has commands that fetch the same", async () => {
    const { page, expectNoProblems } = await fixture.openAsAdministrator(path)
    await page.getByRole("button", { name: /Languages/ }).click()
    await page.getByRole("menuitemcheckbox", { name: /Czech/ }).click()
    await page.keyboard.press("Escape")
    const [pull = "", curl = ""] = await page.locator("code").allTextContents()
    const { key } = await fixture.server.administrator.call<{ readonly key: string }>("POST", "/v2/api-keys", {
      projectId,
      scopes: ["translations.view"]
    })
    const env = { ...process.env, DRAGOMAN_API_KEY: key }
    const command = pull.replace("npx @tolgee/cli", `"${process.execPath}" "${cliEntry}"`)
    await run("sh", ["-c", command], { cwd: folder, env })
    assert.match(
      JSON.stringify(JSON.parse(readFileSync(join(folder, "i18n", "cs.json"), "utf8"))),
      /<a href=.*>zde<\/a>/
    )
    // The address alone: not every machine has curl.
    const address = /'(http[^']+)'/.exec(curl)?.[1] ?? ""
    const response = await fetch(address, { headers: { "x-api-key": key } })
    const archive = unpackArchive(new Uint8Array(await response.arrayBuffer()), { uncompressedBytesMax: 1_000_000 })
    assert.deepStrictEqual(archive.kind === "unpacked" ? archive.files.map((file) => file.path) : [], ["cs.json"])
    expectNoProblems()
  })

  describe("for everybody", () => {
    it.each([
      ["light", "en"],
      ["dark", "ar"]
    ] as const)("has no violation that axe finds, %s, %s", async (colorScheme, locale) => {
      await fixture.expectAccessible(path, { colorScheme, locale }, async (page) => {
        await page.locator("code").first().waitFor()
      })
    })

    it("has no sideways scrolling at 320 px", async () => {
      const { page, expectNoProblems } = await fixture.openAsAdministrator(path, {
        viewport: { width: 320, height: 640 }
      })
      await page.locator("code").first().waitFor()
      assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 320)
      expectNoProblems()
    })
  })
})
