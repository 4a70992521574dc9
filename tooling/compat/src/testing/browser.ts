import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, chromium, type ElementHandle, type Page } from "playwright-core"

export type { Browser, BrowserContext, Page } from "playwright-core"

/** A page of its own profile whose elements, also those in shadow roots, are given as expressions. */
export interface BrowserPage {
  /** Evaluates an expression in the page, waiting for a promise; fails when it throws. */
  readonly ask: <A>(expression: string) => Promise<A>
  /** Waits until an expression is true; fails with what the page shows after a while. */
  readonly until: (expression: string) => Promise<void>
  /** Clicks into the middle of an element, given as an expression. */
  readonly click: (element: string, options?: { readonly alt?: boolean }) => Promise<void>
  /** Replaces what the field has that has the focus. */
  readonly type: (text: string) => Promise<void>
  /** Chooses a file in an input, given as an expression. */
  readonly choose: (input: string, file: string) => Promise<void>
  /** Waits until all requests of the page have ended. */
  readonly quiet: () => Promise<void>
  /** The addresses of everything that the page requested. */
  readonly requested: () => ReadonlyArray<string>
}

/** Timeout that is enough for a page on a busy machine. */
export const patienceMillis = 20_000

const names = ["chromium", "chromium-browser", "google-chrome"]

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A Chromium on the PATH; null when there is none. */
const program =
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable) ?? null

/** There is a Chromium, or there must be one. */
export const hasBrowser = program !== null || process.env["CI"] === "true"

/** `title` of a suite that needs a browser; says so where there is none. */
export const browserTitle = (title: string): string =>
  hasBrowser ? title : `${title}: not checked, there is no chromium on the PATH`

/**
 * A Chromium without a window that keeps to this machine. It runs as root too, which Chromium refuses otherwise: it loads
 * nothing but our own pages.
 */
export const launchBrowser = (): Promise<Browser> => {
  if (program === null) throw new Error("There is no chromium on the PATH; `.ci/run` installs it.")
  return chromium.launch({
    executablePath: program,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-quic",
      "--disable-background-networking",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
    ]
  })
}

export const openPage = async (browser: Browser, url: string): Promise<BrowserPage> => {
  const context = await browser.newContext()
  context.setDefaultTimeout(patienceMillis)
  const page = await context.newPage()
  const requested: Array<string> = []
  let pending = 0
  page.on("request", (request) => {
    requested.push(request.url())
    pending++
  })
  page.on("requestfinished", () => pending--)
  page.on("requestfailed", () => pending--)
  await page.goto(url)

  const until = async (expression: string) => {
    try {
      await page.waitForFunction(expression)
    } catch (cause) {
      throw new Error(`${expression} in ${await page.evaluate(shownText)}`, { cause })
    }
  }
  const elementOf = async (expression: string): Promise<ElementHandle> => {
    await until(`Boolean(${expression})`)
    const element = (await page.evaluateHandle(expression)).asElement()
    if (element === null) throw new Error(`${expression} is no element`)
    return element
  }
  return {
    ask: (expression) => page.evaluate(expression),
    until,
    click: async (element, { alt = false } = {}) => {
      await until(`${element}?.getClientRects().length > 0`)
      await (await elementOf(element)).click({ modifiers: alt ? ["Alt"] : [] })
    },
    type: async (text) => {
      await page.keyboard.press("ControlOrMeta+a")
      await page.keyboard.insertText(text)
    },
    choose: async (input, file) => (await elementOf(input)).setInputFiles(file),
    quiet: () => waitForQuiet(page, () => pending),
    requested: () => requested
  }
}

const waitForQuiet = async (page: Page, pending: () => number): Promise<void> => {
  for (let calmFrames = 0; calmFrames < calmFramesMin; ) {
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => resolve(null)))")
    calmFrames = pending() > 0 ? 0 : calmFrames + 1
  }
}

/** A page that got a response makes its next request within this many. */
const calmFramesMin = 5

const shownText = `document.body.innerText + " / " +
  (document.getElementById("__tolgee_dev_tools")?.shadowRoot?.textContent ?? "").slice(-500)`
