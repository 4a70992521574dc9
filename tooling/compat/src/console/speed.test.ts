/** @module-tag exhaustive */
import { gzipSync } from "node:zlib"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  type ConsoleFixture,
  type ConsolePage,
  hasBrowser,
  keyNameAt,
  makeConsoleFixture,
  makeProject
} from "./console-fixture.ts"

const keyCount = 10_000

/** Questions to the API before a list shows its first keys. */
const requestsMax = 6

const framesPerScroll = 300
const pixelsPerFrame = 120

/** Rows that are in the page at a time, whatever the list has. */
const drawnRowsMax = 60

/** Kilobytes after gzip that a login, or the list of projects, needs from an empty cache. */
const firstScriptKilobytesMax = 172
const firstStyleKilobytesMax = 22

/** Notes which requests a page has made until its first keys are shown. */
const followRequests = `
  globalThis.asked = []
  const ask = globalThis.fetch
  globalThis.fetch = (address, ...rest) => {
    asked.push(new URL(address, location.href).pathname)
    return ask(address, ...rest)
  }
  globalThis.askedBefore = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("[data-key]") === null) return
      observer.disconnect()
      resolve([...asked])
    }).observe(document, { childList: true, subtree: true })
  })`

const scrollDown = `new Promise((resolve) => {
  const scroller = document.querySelector("[role=grid]").parentElement
  let frames = 0
  const step = () => {
    if (frames++ === ${framesPerScroll}) return resolve()
    scroller.scrollTop += ${pixelsPerFrame}
    requestAnimationFrame(step)
  }
  step()
})`

/** Names of the keys whose rows are in view, from top to bottom. */
const visibleKeys = `(() => {
  const { top, bottom } = document.querySelector("[role=grid]").parentElement.getBoundingClientRect()
  const isVisible = (row) => row.getBoundingClientRect().bottom > top && row.getBoundingClientRect().top < bottom
  return [...document.querySelectorAll("[role=row]")].filter(isVisible)
    .map((row) => row.querySelector("[data-key]")?.dataset.key ?? null)
})()`

describe.skipIf(!hasBrowser)("the speed of the console", { timeout: 240_000 }, () => {
  let fixture: ConsoleFixture
  let list: string

  beforeAll(async () => {
    fixture = await makeConsoleFixture("speed")
    list = `/projects/${await makeProject(fixture.server, "Harbour booking", keyCount)}/translations`
  }, 240_000)

  afterAll(() => fixture?.stop())

  const openList = async (): Promise<ConsolePage> => {
    const opened = await fixture.openAsAdministrator(list)
    await cellOf(opened.page, 0).waitFor()
    return opened
  }
  const cellOf = (page: Page, index: number) => page.locator(`[data-key="${keyNameAt(index)}"][data-language=en]`)

  it(`18: asks at most ${requestsMax} times before it shows the first of 10,000 keys`, async () => {
    const { page, context, expectNoProblems } = await fixture.openAsAdministrator("/")
    await context.addInitScript(followRequests)
    await page.goto(`${fixture.server.address}${list}`)
    const asked = await page.evaluate<ReadonlyArray<string>>("askedBefore")
    const ofApi = asked.filter((path) => /^\/(?:v2|api)\//.test(path))
    assert.isNotEmpty(ofApi)
    assert.isAtMost(ofApi.length, requestsMax, ofApi.join("\n"))
    expectNoProblems()
  })

  it("19: shows the last of 10,000 keys with End, and the first with Home", async () => {
    const { page, expectNoProblems } = await openList()
    await cellOf(page, 0).focus()
    await page.keyboard.press("End")
    await page.locator(`[data-key="${keyNameAt(keyCount - 1)}"][data-language=en]:focus`).waitFor()
    await page.keyboard.press("Home")
    await page.locator(`[data-key="${keyNameAt(0)}"][data-language=en]:focus`).waitFor()
    assert.strictEqual(await page.getByRole("grid").getAttribute("aria-rowcount"), String(keyCount))
    expectNoProblems()
  })

  it("20: shows the keys at their places after 300 frames of scrolling, and draws only what is in view", async () => {
    const { page, expectNoProblems } = await openList()
    await page.evaluate(scrollDown)
    await page.locator("[role=grid] [aria-busy=true]").first().waitFor({ state: "detached" })
    const shown = await page.evaluate<ReadonlyArray<string | null>>(visibleKeys)
    const first = Number(shown[0]?.split(".")[1])
    assert.isAbove(first, 100)
    assert.deepStrictEqual(
      shown,
      shown.map((_, index) => keyNameAt(first + index))
    )
    assert.isAtMost(await page.getByRole("row").count(), drawnRowsMax)
    expectNoProblems()
  })

  it("reaches the last key of a list that is higher than browsers draw, by scrolling and with End", async () => {
    const projectId = await makeProject(fixture.server, "High harbour", keyCount)
    // With so many languages fewer than 10,000 rows are laid out at a time.
    const tags = "af bg ca da de es et fi fr hr hu is it lt lv nl pl pt ro sk sl sv".split(" ")
    for (const tag of tags) {
      const language = { tag, name: tag, originalName: tag }
      await fixture.server.administrator.call("POST", `/v2/projects/${projectId}/languages`, language)
    }
    const { page, expectNoProblems } = await fixture.openAsAdministrator(
      `/projects/${projectId}/translations?languages=${["en", "cs", ...tags].join(",")}`
    )
    await cellOf(page, 0).waitFor()
    // Each time to the end of what is laid out, which then moves on.
    await page.evaluate(`new Promise((resolve) => {
      const step = () => {
        const scroller = document.querySelector("[role=grid]").parentElement
        scroller.scrollTop = scroller.scrollHeight
        if (document.querySelector('[data-key="${keyNameAt(keyCount - 1)}"]') !== null) resolve(true)
        else requestAnimationFrame(step)
      }
      step()
    })`)
    const rowOf = (index: number) => page.getByRole("row").filter({ has: cellOf(page, index) })
    assert.strictEqual(await rowOf(keyCount - 1).getAttribute("aria-rowindex"), String(keyCount))
    await cellOf(page, keyCount - 1).focus()
    await page.keyboard.press("Home")
    await page.locator(`[data-key="${keyNameAt(0)}"][data-language=en]:focus`).waitFor()
    await page.keyboard.press("End")
    await page.locator(`[data-key="${keyNameAt(keyCount - 1)}"][data-language=en]:focus`).waitFor()
    expectNoProblems()
  })

  it("opens a text at once, and the address follows", async () => {
    const { page, expectNoProblems } = await openList()
    await cellOf(page, 2).click()
    await page.getByRole("textbox", { name: `${keyNameAt(2)}, English` }).waitFor()
    await page.waitForURL(/key=\d+:en$/)
    const opened = page.url()
    await page.keyboard.press("Alt+ArrowDown")
    await page.getByRole("textbox", { name: `${keyNameAt(3)}, English` }).waitFor()
    await page.waitForURL((url) => url.href !== opened && url.searchParams.has("key"))
    await page.keyboard.press("Escape")
    await page.waitForURL((url) => !url.searchParams.has("key"))
    await page.goto(opened)
    await page.getByRole("textbox", { name: `${keyNameAt(2)}, English` }).waitFor()
    expectNoProblems()
  })

  it.each([["/login"], ["/"]])("82: reads little before %s is shown", async (path) => {
    const opened = path === "/login" ? await fixture.open(path) : await fixture.openAsAdministrator(path)
    const { page, context, expectNoProblems } = opened
    const other = await context.newPage()
    const files: Array<string> = []
    other.on("request", (request) => files.push(new URL(request.url()).pathname))
    await page.close()
    // Idle reading begins after the screen is there.
    await context.addInitScript("globalThis.requestIdleCallback = () => 0")
    await other.goto(`${fixture.server.address}${path}`)
    await other.locator("h1").waitFor()
    const kilobytesOf = async (ending: string): Promise<number> => {
      const contents = await Promise.all(
        files
          .filter((file) => file.startsWith("/assets/") && file.endsWith(ending))
          .map(async (file) => (await fetch(`${fixture.server.address}${file}`)).arrayBuffer())
      )
      return contents.reduce((sum, content) => sum + gzipSync(new Uint8Array(content), { level: 9 }).length, 0) / 1_000
    }
    assert.isAtMost(await kilobytesOf(".js"), firstScriptKilobytesMax)
    assert.isAtMost(await kilobytesOf(".css"), firstStyleKilobytesMax)
    expectNoProblems()
  })
})
