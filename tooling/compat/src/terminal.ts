import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"

/** A bash that lines are typed into. */
export interface Terminal {
  /** Types a command that ends, and returns what it printed, on both streams. */
  readonly run: (command: string) => Promise<string>
  /** Types a command that goes on; what it prints is in `shown`. */
  readonly start: (command: string) => void
  /** Waits until what was printed so far fits; fails when it does not come. Returns the match. */
  readonly shown: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly close: () => Promise<void>
}

export interface TerminalOptions {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/** How long anything may take to appear, in milliseconds. */
const shownWithin = 20_000

export const openTerminal = ({ folder, env }: TerminalOptions): Terminal => {
  const bash: ChildProcess = spawn("bash", ["--noprofile", "--norc"], {
    cwd: folder,
    env: { ...env },
    stdio: ["pipe", "pipe", "inherit"],
    // A group of its own: closing ends what was started in it too.
    detached: true
  })
  let printed = ""
  let isEnded = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of [...waiting]) look()
  }
  bash.stdout?.setEncoding("utf8").on("data", (text: string) => {
    printed += text
    wake()
  })
  const ended = new Promise<void>((resolve) =>
    bash.once("close", () => {
      isEnded = true
      wake()
      resolve()
    })
  )
  const type = (text: string) => bash.stdin?.write(`${text}\n`)
  const shown: Terminal["shown"] = (pattern) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        waiting.delete(look)
      }
      const fail = () => {
        stop()
        reject(new Error(`${pattern} is not in:\n${printed}`))
      }
      const look = () => {
        const match = pattern.exec(printed)
        if (match === null) return isEnded ? fail() : undefined
        stop()
        resolve(match)
      }
      const timer = setTimeout(fail, shownWithin)
      waiting.add(look)
      look()
    })
  type("exec 2>&1")
  return {
    run: async (command) => {
      const from = printed.length
      const marker = `end of ${randomUUID()}`
      type(`${command}\necho "${marker}"`)
      await shown(new RegExp(marker))
      return printed.slice(from, printed.indexOf(marker))
    },
    start: (command) => type(`exec ${command}`),
    shown,
    close: async () => {
      if (bash.pid !== undefined && !isEnded) process.kill(-bash.pid, "SIGKILL")
      await ended
    }
  }
}
