import { spawn } from "node:child_process"
import { once } from "node:events"
import type { Readable, Writable } from "node:stream"
import { browserWords } from "../find-browser.ts"

/** A page that somebody sees, in a profile of its own. */
export interface BrowserPage {
  /** What an expression of the page's own gives; fails when it throws. Promises are waited for. */
  readonly ask: <A>(expression: string) => Promise<A>
  /** Waits until an expression is true; fails with what the page shows after a while. */
  readonly until: (expression: string) => Promise<void>
  /** Clicks into the middle of an element, given as an expression. */
  readonly click: (element: string, options?: { readonly alt?: boolean }) => Promise<void>
  /** Replaces what the field has that has the focus. */
  readonly type: (text: string) => Promise<void>
  /** Chooses a file in an input, given as an expression. */
  readonly choose: (input: string, file: string) => Promise<void>
  /** Waits until the page waits for no answer. */
  readonly quiet: () => Promise<void>
  /** The addresses of everything that the page asked for. */
  readonly requested: () => ReadonlyArray<string>
}

export interface Browser {
  readonly open: (url: string) => Promise<BrowserPage>
  readonly close: () => Promise<void>
}

type Fields = Readonly<Record<string, unknown>>
type Call = (method: string, params?: object) => Promise<Fields>

interface NetworkEvent {
  readonly requestId: string
  readonly request?: { readonly url: string }
}

interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: Fields
  readonly result?: Fields
  readonly error?: { readonly message: string }
}

/** For the page to show what it is waited for, on a machine that is busy. */
const patienceMillis = 20_000

/** Chromium, spoken to by its DevTools protocol over a pipe. */
export const startBrowser = async (program: string, profile: string): Promise<Browser> => {
  const child = spawn(program, [...browserWords(profile), "--remote-debugging-pipe"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"]
  })
  const ended = once(child, "close")
  const connection = connect(child.stdio[3] as Writable, child.stdio[4] as Readable)
  return {
    open: async (url) => {
      const { browserContextId } = await connection.call("Target.createBrowserContext")
      const { targetId } = await connection.call("Target.createTarget", { url: "about:blank", browserContextId })
      const { sessionId } = await connection.call("Target.attachToTarget", { targetId, flatten: true })
      return openPage((method, params) => connection.call(method, params, String(sessionId)), connection.events, {
        url,
        sessionId: String(sessionId)
      })
    },
    close: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}

const connect = (input: Writable, output: Readable) => {
  const waiting = new Map<number, (message: Message) => void>()
  const events: Array<Message> = []
  let calls = 0
  let rest = ""
  output.setEncoding("utf8").on("data", (text: string) => {
    const messages = (rest + text).split("\0")
    rest = messages.pop() ?? ""
    for (const message of messages.map((one) => JSON.parse(one) as Message)) {
      if (message.id === undefined) events.push(message)
      else waiting.get(message.id)?.(message)
    }
  })
  return {
    events: events as ReadonlyArray<Message>,
    call: (method: string, params: object = {}, sessionId?: string): Promise<Fields> =>
      new Promise((resolve, reject) => {
        const id = ++calls
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id)
          if (error === undefined) resolve(result ?? {})
          else reject(new Error(`${method}: ${error.message}`))
        })
        input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      })
  }
}

const openPage = async (
  call: Call,
  events: ReadonlyArray<Message>,
  { url, sessionId }: { readonly url: string; readonly sessionId: string }
): Promise<BrowserPage> => {
  await call("Network.enable")
  await call("Page.enable")
  // More than one page is open, each with somebody who looks at it.
  await call("Emulation.setFocusEmulationEnabled", { enabled: true })
  await call("Page.navigate", { url })

  const evaluate = async (expression: string, returnByValue: boolean) => {
    const { result, exceptionDetails } = await call("Runtime.evaluate", {
      expression,
      returnByValue,
      awaitPromise: true,
      userGesture: true
    })
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
    return result as Fields
  }
  const ask = async <A>(expression: string) => (await evaluate(expression, true))["value"] as A
  const eventsOf = (name: string) =>
    events
      .filter((event) => event.sessionId === sessionId && event.method === `Network.${name}`)
      .map(({ params }) => params as unknown as NetworkEvent)
  const isOver = (requestId: string) =>
    [...eventsOf("loadingFinished"), ...eventsOf("loadingFailed")].some((event) => event.requestId === requestId)
  const mouse = (type: string, [x, y]: readonly [number, number], alt: boolean) =>
    call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1, modifiers: alt ? altModifier : 0 })

  return {
    ask,
    until: (expression) => ask(waitFor(expression)),
    click: async (element, { alt = false } = {}) => {
      await ask(waitFor(`${element}?.getClientRects().length > 0`))
      const place = await ask<readonly [number, number]>(middleOf(element))
      if (alt) await call("Input.dispatchKeyEvent", { type: "keyDown", key: "Alt", modifiers: altModifier })
      await mouse("mouseMoved", place, alt)
      await mouse("mousePressed", place, alt)
      await mouse("mouseReleased", place, alt)
      if (alt) await call("Input.dispatchKeyEvent", { type: "keyUp", key: "Alt" })
    },
    type: async (text) => {
      const all = {
        key: "a",
        code: "KeyA",
        windowsVirtualKeyCode: 65,
        modifiers: controlModifier,
        commands: ["selectAll"]
      }
      await call("Input.dispatchKeyEvent", { type: "rawKeyDown", ...all })
      await call("Input.dispatchKeyEvent", { type: "keyUp", ...all })
      await call("Input.insertText", { text })
    },
    choose: async (input, file) => {
      await ask(waitFor(`Boolean(${input})`))
      const { objectId } = await evaluate(input, false)
      await call("DOM.setFileInputFiles", { objectId, files: [file] })
    },
    quiet: async () => {
      for (let calmFrames = 0; calmFrames < calmFramesMin; ) {
        await ask("new Promise((resolve) => requestAnimationFrame(() => resolve(null)))")
        const isWaiting = eventsOf("requestWillBeSent").some(({ requestId }) => !isOver(requestId))
        calmFrames = isWaiting ? 0 : calmFrames + 1
      }
    },
    requested: () => eventsOf("requestWillBeSent").map(({ request }) => request?.url ?? "")
  }
}

/** A page that got an answer asks for the next thing within this many. */
const calmFramesMin = 5

const altModifier = 1
const controlModifier = 2

/** Where the middle of an element comes to rest: what is written elsewhere may still move it. */
const middleOf = (element: string): string => `new Promise((resolve) => {
  let before = ""
  const look = () => {
    const found = ${element}
    found.scrollIntoView({ block: "center" })
    const { x, y, width, height } = found.getBoundingClientRect()
    const now = [x + width / 2, y + height / 2]
    if (before === String(now)) resolve(now)
    else requestAnimationFrame(look)
    before = String(now)
  }
  look()
})`

/** Looks with every frame. A page that is not there yet has nothing to look at. */
const waitFor = (expression: string): string => `new Promise((resolve, reject) => {
  const end = performance.now() + ${patienceMillis}
  const look = () => {
    let isTrue = false
    try {
      isTrue = Boolean(${expression})
    } catch {}
    if (isTrue) resolve()
    else if (performance.now() < end) requestAnimationFrame(look)
    else {
      const dialog = document.getElementById("__tolgee_dev_tools")?.shadowRoot?.textContent ?? ""
      reject(new Error(${JSON.stringify(expression)} + " in " + document.body.innerText + " / " + dialog.slice(-500)))
    }
  }
  look()
})`
