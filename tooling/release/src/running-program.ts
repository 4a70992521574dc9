import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { endWithParent } from "./end-with-parent.ts"

export interface RunningProgram {
  /** The first line on standard output that is JSON and fits; fails when the program ends before. */
  readonly line: (
    fits: (line: Readonly<Record<string, unknown>>) => boolean
  ) => Promise<Readonly<Record<string, unknown>>>
  /** All lines on standard output that are JSON; `at`: when they came, on the clock of `performance.now()`. */
  readonly lines: ReadonlyArray<{ readonly at: number; readonly line: Readonly<Record<string, unknown>> }>
  readonly signal: (name: NodeJS.Signals) => void
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
}

/** Starts a program in a folder with an environment that has only what is given. It ends with this thread at the latest. */
export const startProgram = (
  command: string,
  words: ReadonlyArray<string>,
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> }
): RunningProgram => {
  const child = spawn(command, [...words], { cwd: folder, env: { ...env }, stdio: ["ignore", "pipe", "pipe"] })
  endWithParent(child)
  const lines: Array<{ at: number; line: Readonly<Record<string, unknown>> }> = []
  const waiting = new Set<() => void>()
  const errors: Array<string> = []
  let isEnded = false
  const wake = () => {
    for (const look of [...waiting]) look()
  }
  createInterface({ input: child.stdout }).on("line", (text) => {
    if (text.startsWith("{")) lines.push({ at: performance.now(), line: JSON.parse(text) })
    wake()
  })
  createInterface({ input: child.stderr }).on("line", (text) => errors.push(text))
  const ended = new Promise<number | null>((resolve) =>
    child.once("close", (code) => {
      isEnded = true
      wake()
      resolve(code)
    })
  )
  return {
    line: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find(({ line }) => fits(line))?.line
          if (found === undefined && !isEnded) return
          waiting.delete(look)
          if (found !== undefined) resolve(found)
          else reject(new Error(`The program ended without the line. ${errors.join("\n")}`))
        }
        waiting.add(look)
        look()
      }),
    lines,
    signal: (name) => child.kill(name),
    ended
  }
}

/** The line that a server prints when it listens; its `address` can be fetched from. */
export const isReady = (line: Readonly<Record<string, unknown>>): boolean => typeof line["address"] === "string"
