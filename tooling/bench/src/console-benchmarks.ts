import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { type Browser, type BrowserContext, launchBrowser, type Page } from "@dragoman/compat/browser"
import { makeContentDatabase } from "./content-database.ts"
import { keyNameOf, textOf } from "./content-seed.ts"
import { startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, percentile, round } from "./statistics.ts"

const password = "console-benchmark-password"

const openings = 5
const jumps = 5
const scrollRounds = 3
const framesPerScroll = 300
const pixelsPerFrame = 120
/** Through the whole list in half a minute. */
const pixelsPerFrameOfWalk = 10_000
const walkFramesMax = 20_000
const firstEditors = 3
const furtherEditors = 20
const typedKeys = 300
const keyPauseMillis = 20
const megabyte = 1_000_000

/** A page of the console, or the bare one, with the probe in it. */
interface Probed {
  readonly page: Page
  readonly context: BrowserContext
}

interface Scrolled {
  /** Milliseconds each. */
  readonly frames: ReadonlyArray<number>
  readonly skeletons: number
}

interface ConsoleWorld {
  readonly browser: Browser
  readonly address: string
  readonly listPath: string
  readonly keyCount: number
  /** Cookies of a user who is logged in. */
  readonly cookies: Awaited<ReturnType<BrowserContext["storageState"]>>
  readonly bareAddress: string
}

/**
 * The console in a browser, in a project of 100,000 keys and 10 languages of which it shows three. The baseline is a page with
 * nothing but as many rows of plain elements as are scrolled through, and a textarea.
 */
export const consoleBenchmarks = async (dataDir: string, share: number): Promise<ReadonlyArray<Result>> => {
  const keys = Math.round(100_000 * share)
  const { seed } = await makeContentDatabase(dataDir, [{ keys, languages: 10 }], { DRAGOMAN_ADMIN_PASSWORD: password })
  const server = await startDragoman(dataDir)
  const bare = await startBarePage()
  const browser = await launchBrowser()
  try {
    const world: ConsoleWorld = {
      browser,
      address: server.baseUrl,
      listPath: `/projects/${seed.projects[0]?.projectId}/translations`,
      keyCount: await countKeys(server.baseUrl, seed.projects[0]?.projectId ?? 0, seed.apiKeys[0] ?? ""),
      cookies: await logIn(browser, server.baseUrl),
      bareAddress: bare.address
    }
    // The first visit fills the server's cache of the list: only the first user after a change meets an empty one.
    await (await openList(world)).context.close()
    return [
      ...(await firstRows(world)),
      await rowsAfterFilter(world),
      await lastKey(world),
      ...(await scrolling(world)),
      await walking(world),
      ...(await editors(world)),
      await typing(world)
    ]
  } finally {
    await browser.close()
    await server.stop()
    bare.stop()
  }
}

const logIn = async (browser: Browser, address: string): Promise<ConsoleWorld["cookies"]> => {
  const context = await browser.newContext()
  const response = await context.request.post(`${address}/v2/console/session`, {
    headers: { "x-dragoman-console": "1" },
    data: { username: "admin", password }
  })
  if (!response.ok()) throw new Error(`the login failed: ${response.status()}`)
  const cookies = await context.storageState()
  await context.close()
  return cookies
}

const countKeys = async (address: string, projectId: number, apiKey: string): Promise<number> => {
  const response = await fetch(`${address}/v2/projects/${projectId}/translations?size=1`, {
    headers: { "x-api-key": apiKey }
  })
  const { page } = (await response.json()) as { readonly page: { readonly totalElements: number } }
  return page.totalElements
}

/** Opens the console with an empty cache. */
const newPage = async ({ browser, cookies }: ConsoleWorld): Promise<Probed> => {
  const context = await browser.newContext({
    storageState: cookies,
    viewport: { width: 1280, height: 800 },
    locale: "en"
  })
  await context.addInitScript({ path: fileURLToPath(new URL("./console-probe.js", import.meta.url)) })
  return { page: await context.newPage(), context }
}

const rowsShown = async (page: Page, address: string): Promise<number> => {
  await page.goto(address)
  return page.evaluate<number>("probe.rowsShown")
}

/** The list with its rows, and everything read that is read when the page is idle. */
const openList = async (world: ConsoleWorld): Promise<Probed> => {
  const probed = await newPage(world)
  const editor = probed.page.waitForResponse(/\/assets\/code-editor-.*\.js$/)
  await rowsShown(probed.page, `${world.address}${world.listPath}`)
  await (await editor).finished()
  await probed.page.evaluate("new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))")
  return probed
}

/** Milliseconds from an event, which `act` causes, until what is named is painted. */
const timeFrom = async (page: Page, event: string, what: string, act: () => Promise<void>): Promise<number> => {
  await page.evaluate(`probe.from("${event}", ${what})`)
  await act()
  return page.evaluate<number>("probe.answer")
}

/** CPU time of the page's main thread until now, in milliseconds: unlike frames it does not depend on what else runs. */
const followCpu = async ({ page, context }: Probed): Promise<() => Promise<number>> => {
  const devtools = await context.newCDPSession(page)
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" })
  return async () => {
    const { metrics } = await devtools.send("Performance.getMetrics")
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000
  }
}

const firstRows = async (world: ConsoleWorld): Promise<ReadonlyArray<Result>> => {
  const cold: Array<number> = []
  const warm: Array<number> = []
  const bareCold: Array<number> = []
  const bareWarm: Array<number> = []
  for (let index = 0; index < openings; index++) {
    for (const [address, first, again] of [
      [world.bareAddress, bareCold, bareWarm],
      [`${world.address}${world.listPath}`, cold, warm]
    ] as const) {
      const { page, context } = await newPage(world)
      first.push(await rowsShown(page, address))
      again.push(await rowsShown(page, address))
      await context.close()
    }
  }
  const result = (name: string, times: ReadonlyArray<number>, bare: ReadonlyArray<number>, millisMax: number) => ({
    name: `first rows of ${world.keyCount.toLocaleString("en")} keys, ${name}`,
    measured: `${round(median(times), 0)} ms, ${medianWithRange(ratios(times, bare), 1)} × bare page`,
    target: `≤ ${millisMax} ms`,
    reached: median(times) <= millisMax,
    detail: `${range(times)} ms, bare page ${range(bare)} ms`
  })
  return [result("empty cache", cold, bareCold, 1_000), result("again", warm, bareWarm, 500)]
}

/** States in the menu of the filters, by their places: three for each of three languages. Each adds to those before. */
const chosenStates = [3, 6, 5, 8, 2]

const rowsAfterFilter = async (world: ConsoleWorld): Promise<Result> => {
  const { page, context } = await openList(world)
  await page.getByRole("button", { name: "State" }).click()
  const times: Array<number> = []
  for (const state of chosenStates) {
    const item = page.getByRole("menuitemcheckbox").nth(state)
    times.push(await timeFrom(page, "click", '"otherRows"', () => item.click()))
  }
  await context.close()
  return absolute("rows after a filter that the server has not answered before", times, 200, median)
}

const lastKey = async (world: ConsoleWorld): Promise<Result> => {
  const times: Array<number> = []
  for (let index = 0; index < jumps; index++) {
    const { page, context } = await openList(world)
    await page.locator('[data-key][data-language="en"]').first().focus()
    times.push(await timeFrom(page, "keydown", `"row", ${world.keyCount}`, () => page.keyboard.press("End")))
    await context.close()
  }
  return absolute("End until the last key is shown", times, 300, median)
}

const scrolling = async (world: ConsoleWorld): Promise<ReadonlyArray<Result>> => {
  const own: Array<Scrolled> = []
  const bare: Array<Scrolled> = []
  const scroll = (page: Page) => page.evaluate<Scrolled>(`probe.scroll(${pixelsPerFrame}, ${framesPerScroll})`)
  const list = await openList(world)
  const plain = await newPage(world)
  const cpuOf = await followCpu(list)
  let cpuMillis = 0
  for (let index = 0; index < scrollRounds; index++) {
    await rowsShown(plain.page, world.bareAddress)
    await plain.page.bringToFront()
    bare.push(await scroll(plain.page))
    await list.page.bringToFront()
    // Each time where nothing has been read yet.
    await list.page.evaluate(`probe.scrollTo(${index / (scrollRounds + 1)})`)
    await list.page.locator("[role=grid] [aria-busy=true]").first().waitFor({ state: "detached" })
    const before = await cpuOf()
    own.push(await scroll(list.page))
    cpuMillis += (await cpuOf()) - before
  }
  await plain.context.close()
  await list.context.close()
  const frames = own.flatMap((scrolled) => scrolled.frames)
  const bareFrames = bare.flatMap((scrolled) => scrolled.frames)
  const p95 = percentile(frames, 0.95)
  const longest = Math.max(...frames)
  const skeletons = own.reduce((sum, scrolled) => sum + scrolled.skeletons, 0)
  return [
    {
      name: `scrolling by ${pixelsPerFrame} px a frame: p95 of frames`,
      measured: `${round(p95, 1)} ms, ${round(p95 / percentile(bareFrames, 0.95))} × bare page`,
      target: "≤ 17 ms",
      reached: p95 <= 17,
      detail: `${frames.length} frames, median ${round(median(frames), 1)} ms, of the main thread ${round(cpuMillis / frames.length, 1)} ms; bare page p95 ${round(percentile(bareFrames, 0.95), 1)} ms`
    },
    {
      name: "the same: longest frame",
      measured: `${round(longest, 0)} ms`,
      target: "≤ 50 ms",
      reached: longest <= 50,
      detail: `${frames.filter((millis) => millis > 34).length} frames over 34 ms; bare page ${round(Math.max(...bareFrames), 0)} ms`
    },
    {
      name: "the same: frames that show a row without its key",
      measured: `${skeletons}`,
      target: "0",
      reached: skeletons === 0,
      detail: `of ${frames.length}`
    }
  ]
}

/** Memory after the whole list has passed by. */
const walking = async (world: ConsoleWorld): Promise<Result> => {
  const { page, context } = await openList(world)
  const devtools = await context.newCDPSession(page)
  const heapBytes = async (): Promise<number> => {
    await devtools.send("HeapProfiler.collectGarbage")
    return (await devtools.send("Runtime.getHeapUsage")).usedSize
  }
  const before = await heapBytes()
  await page.evaluate(`probe.scroll(${pixelsPerFrameOfWalk}, ${walkFramesMax})`)
  await page.locator("[role=grid] [aria-busy=true]").first().waitFor({ state: "detached" })
  const after = await heapBytes()
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length')
  await context.close()
  return {
    name: "heap after walking through all keys",
    measured: `${round(after / megabyte, 1)} MB`,
    target: "≤ 40 MB",
    reached: after <= 40 * megabyte,
    detail: `at first ${round(before / megabyte, 1)} MB; ${nodes} elements`
  }
}

const openEditor = async (page: Page, index: number): Promise<number> => {
  const cell = page.locator('[data-key][data-language="l1"]').nth(index)
  const millis = await timeFrom(page, "click", '"editor"', () => cell.click())
  await page.keyboard.press("Escape")
  await page.locator("[data-editor=chips]").waitFor({ state: "detached" })
  return millis
}

const editors = async (world: ConsoleWorld): Promise<ReadonlyArray<Result>> => {
  const first: Array<number> = []
  const further: Array<number> = []
  for (let index = 0; index < firstEditors; index++) {
    const { page, context } = await openList(world)
    first.push(await openEditor(page, 0))
    if (index === 0) {
      for (let opened = 0; opened < furtherEditors; opened++) further.push(await openEditor(page, opened % 4))
    }
    await context.close()
  }
  return [
    absolute("click until the editor is open, the first one of a page", first, 100, median),
    absolute("the same, further ones: p95", further, 100, (times) => percentile(times, 0.95))
  ]
}

const typing = async (world: ConsoleWorld): Promise<Result> => {
  const letters = textOf(7, "en").repeat(10).slice(0, typedKeys)
  const typed = async (probed: Probed) => {
    const { page } = probed
    const cpuOf = await followCpu(probed)
    await page.evaluate("probe.followKeys()")
    const before = await cpuOf()
    await page.keyboard.type(letters, { delay: keyPauseMillis })
    const cpuMillis = ((await cpuOf()) - before) / letters.length
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    return { times: await page.evaluate<ReadonlyArray<number>>("probe.keys"), cpuMillis }
  }
  const plain = await newPage(world)
  await rowsShown(plain.page, world.bareAddress)
  await plain.page.locator("textarea").focus()
  const bare = await typed(plain)
  await plain.context.close()
  const list = await openList(world)
  await list.page.locator('[data-key][data-language="l1"]').first().click()
  await list.page.locator("[data-editor=chips]").waitFor()
  const own = await typed(list)
  await list.context.close()
  const p99 = percentile(own.times, 0.99)
  const bareP99 = percentile(bare.times, 0.99)
  return {
    name: "key until it is painted in the editor: p99",
    measured: `${round(p99, 1)} ms, ${round(p99 / bareP99, 1)} × textarea`,
    target: "≤ 50 ms",
    reached: p99 <= 50,
    detail: `${own.times.length} keys, median ${round(median(own.times), 1)} ms, longest ${round(Math.max(...own.times), 0)} ms, of the main thread ${round(own.cpuMillis, 1)} ms; textarea p99 ${round(bareP99, 1)} ms, of the main thread ${round(bare.cpuMillis, 1)} ms`
  }
}

/** A row without a baseline. `summary`: of the times, in milliseconds. */
const absolute = (
  name: string,
  times: ReadonlyArray<number>,
  millisMax: number,
  summary: (times: ReadonlyArray<number>) => number
): Result => ({
  name,
  measured: `${round(summary(times), 0)} ms`,
  target: `≤ ${millisMax} ms`,
  reached: summary(times) <= millisMax,
  detail: `${range(times)} ms, ${times.length} times`
})

const ratios = (times: ReadonlyArray<number>, bare: ReadonlyArray<number>): ReadonlyArray<number> =>
  times.map((millis, index) => millis / (bare[index] ?? Number.NaN))

const range = (times: ReadonlyArray<number>): string =>
  `${round(Math.min(...times), 0)} to ${round(Math.max(...times), 0)}`

const bareRows = 400

/** A page with rows of plain elements and a textarea. */
const startBarePage = async (): Promise<{ readonly address: string; readonly stop: () => void }> => {
  const cells = (index: number) =>
    ["en", "l1", "l2"].map((tag) => `<p data-key data-language="${tag}">${textOf(index, tag)}</p>`).join("")
  const rows = Array.from(
    { length: bareRows },
    (_, index) => `<div role="row" style="height: 124px"><b>${keyNameOf(index)}</b>${cells(index)}</div>`
  )
  const html = `<!doctype html><title>Bare</title><textarea></textarea>
    <div style="height: 600px; overflow: auto"><div role="grid">${rows.join("")}</div></div>`
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
