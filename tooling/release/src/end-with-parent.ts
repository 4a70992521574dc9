import { type ChildProcess, spawn } from "node:child_process"

/**
 * Ends the program when this thread or process ends, whatever ends it: a test that fails or hangs leaves no server behind. No
 * hook runs when a thread is terminated or a process killed, but its end of a pipe is closed.
 */
export const endWithParent = (program: ChildProcess): void => {
  const { pid } = program
  if (pid === undefined) return
  watcher ??= startWatcher()
  watcher.write(`+${pid}\n`)
  program.once("exit", () => watcher?.write(`-${pid}\n`))
}

let watcher: NodeJS.WritableStream | undefined

/** A process that outlives this one for a moment. It knows the programs that run, and so ends no other one with the same id. */
const startWatcher = (): NodeJS.WritableStream => {
  const script = `const running = new Set()
    require("node:readline").createInterface({ input: process.stdin })
      .on("line", (line) => running[line[0] === "+" ? "add" : "delete"](Number(line.slice(1))))
      .on("close", () => { for (const pid of running) try { process.kill(pid, "SIGKILL") } catch {} })`
  // Detached: Ctrl+C reaches only the others.
  const child = spawn(process.execPath, ["--eval", script], { detached: true, stdio: ["pipe", "ignore", "ignore"] })
  child.unref()
  const input = child.stdin
  // It may have been killed; the programs then end as their tests want it.
  input.on("error", () => {})
  if ("unref" in input && typeof input.unref === "function") input.unref()
  return input
}
