import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The memory that Linux offers as a folder. */
const memoryFolder = "/dev/shm"

const prefix = "dragoman-ephemeral-"

/**
 * Creates the folder of an ephemeral server, in memory where the system offers that, and removes it when the process exits. Also
 * removes folders of servers that were killed.
 */
export const makeEphemeralFolder = (base: string = ephemeralBase()): string => {
  removeAbandoned(base)
  const folder = mkdtempSync(join(base, `${prefix}${namespaceOfIds()}-${process.pid}-${startOf(process.pid) ?? 0}-`))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const ephemeralBase = (): string => {
  try {
    accessSync(memoryFolder, constants.W_OK | constants.X_OK)
    return memoryFolder
  } catch {
    return tmpdir()
  }
}

const removeAbandoned = (base: string): void => {
  for (const name of readdirSync(base)) {
    const [namespace, pid, start] = name.startsWith(prefix) ? name.slice(prefix.length).split("-") : []
    // Ids of another container say nothing about its processes.
    if (namespace !== namespaceOfIds() || isRunning(Number(pid), Number(start))) continue
    try {
      rmSync(join(base, name), { recursive: true, force: true })
    } catch {
      // Another user owns it.
    }
  }
}

/** The id alone may belong to a later process. */
const isRunning = (pid: number, start: number): boolean => {
  const found = startOf(pid)
  if (found !== null) return found === start
  try {
    process.kill(pid, 0)
    return !hasProcessFiles()
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM" && !hasProcessFiles()
  }
}

const hasProcessFiles = (): boolean => startOf(process.pid) !== null

/** The start of a process, in clock ticks since the system started; null: there is no such process, or the system does not say it. */
const startOf = (pid: number): number | null => {
  try {
    // The name of the program, in parentheses, may contain spaces. Source: proc_pid_stat(5), field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []
    return Number(fields[19])
  } catch {
    return null
  }
}

/** The namespace in which ids of processes count; 0: the system has none. */
const namespaceOfIds = (): string => {
  try {
    return readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "")
  } catch {
    return "0"
  }
}
