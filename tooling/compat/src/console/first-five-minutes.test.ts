import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { repository } from "@dragoman/release/repository"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { cliEntry, cliVersion } from "../cli/cli-program.ts"
import { type ConsoleFixture, dropFiles, hasBrowser, logIn, makeConsoleFixture } from "./console-fixture.ts"

const run = promisify(execFile)

/** A folder for the pictures of the README; without the variable none are taken. */
const pictures = process.env["DRAGOMAN_PICTURES"]

/** The steps of the README's first five minutes, each on one line. */
const readmeSteps = (): ReadonlyArray<string> => {
  const readme = readFileSync(join(repository, "README.md"), "utf8")
  const [, section = ""] = readme.split("\n## First five minutes\n")
  const [list = ""] = section.split("\nControl-C")
  return list
    .split(/^\d+\. /m)
    .slice(1)
    .map((step) => step.replaceAll(/\s+/g, " ").trim())
}

const boldIn = (step: string) => [...step.matchAll(/\*\*(.*?)\*\*/g)].map(([, label = ""]) => label)

describe.skipIf(!hasBrowser)("the first five minutes of the README", { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dragoman five minutes "))
    fixture = await makeConsoleFixture("first-five-minutes")
  }, 240_000)

  afterAll(async () => {
    await fixture?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const picture = async (page: Page, name: string) => {
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) })
  }

  /** Pictures of what the steps do not pass: the work that waits, and a plural with its forms. */
  const takeOverviews = async (page: Page) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const { pathname } = new URL(page.url())
    await page.goto(`${fixture.server.address}${pathname.replace("connect", "translations")}`)
    await page.locator("[data-key='home.berths'][data-language=cs]").click()
    await page.getByRole("textbox", { name: /^home.berths, Czech/ }).waitFor()
    await page.keyboard.type("# volné místo")
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
    await picture(page, "translations")
    await page.goto(`${fixture.server.address}/`)
    await page.getByRole("heading", { name: "My work" }).waitFor()
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
    await picture(page, "my-work")
  }

  it("lead from a new server to a pulled text, by the words of the steps", async () => {
    const { page, expectNoProblems } = await fixture.open("/", { viewport: { width: 1100, height: 720 } })
    const steps = readmeSteps()
    /** The next step, which names exactly these buttons and all of these other words. */
    let read = 0
    const step = (buttons: ReadonlyArray<string>, words: ReadonlyArray<string> = []) => {
      const text = steps[read++] ?? ""
      assert.deepStrictEqual(boldIn(text), buttons, text)
      for (const word of words) assert.include(text, word)
    }
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click()

    step([], ["`npm start`", "`admin`"])

    step(["Log in"])
    await page.getByRole("button", { name: "Log in", exact: true }).waitFor()
    await logIn(page)

    const files = ["en.json", "cs.po", "de.xliff"]
    step(["From files"], ["`docs/first-steps`", ...files.map((name) => `\`${name}\``)])
    await press("From files")
    await page.getByRole("heading", { level: 1, name: "New project" }).waitFor()
    await dropFiles(
      page,
      files.map((name) => join(repository, "docs/first-steps", name))
    )

    step(["Create project"], ["empty values", "a key without a name", "a name that is used twice"])
    await press("Create project")
    await page.getByRole("article").first().waitFor()
    for (const place of ["en.json:4:", "en.json:12:", "en.json:7:"]) await page.getByText(place).first().waitFor()
    await page.evaluate("document.querySelector('article').scrollIntoView({ block: 'center' })")
    await picture(page, "first-issues")

    step(["Apply", "Show translations"])
    await press("Apply")
    await page.getByText("Import finished.").waitFor()
    await page.getByRole("link", { name: "Show translations" }).click()

    const text = "Rezervovat kotviště {number}"
    step([], ["Czech", "`booking.confirm`", `\`${text}\``, "Enter"])
    const cell = page.locator("[data-key='booking.confirm'][data-language=cs]")
    await cell.click()
    await page.getByRole("textbox", { name: "booking.confirm, Czech" }).waitFor()
    await page.keyboard.type(text)
    await picture(page, "first-text")
    await page.keyboard.press("Enter")
    await page.getByText("Saving").waitFor({ state: "detached" })

    step(["Connect", "CLI pull", "Create key"], ["`i18n/cs.json`"])
    await page.getByRole("link", { name: "Connect", exact: true }).click()
    await page.getByText("CLI pull", { exact: true }).click()
    await press("Create key")
    await page.getByText("Waiting for the first request with this key").waitFor()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await press("Copy tolgee pull")
    await page.getByRole("button", { name: "Copied" }).waitFor()
    const command = String(await page.evaluate("navigator.clipboard.readText()"))
    // npx would fetch the version that is installed here.
    const installed = command.replace(`npx --yes @tolgee/cli@${cliVersion}`, `"${process.execPath}" "${cliEntry}"`)
    const empty = join(folder, "program")
    mkdirSync(empty)
    await run("sh", ["-c", installed], { cwd: empty, env: { PATH: process.env["PATH"], HOME: folder } })
    assert.strictEqual(JSON.parse(readFileSync(join(empty, "i18n/cs.json"), "utf8")).booking.confirm, text)
    await page.getByText("Connected. The first request has arrived.").waitFor()

    assert.strictEqual(read, steps.length)
    if (pictures !== undefined) await takeOverviews(page)
    expectNoProblems()
  })
})
