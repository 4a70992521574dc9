import { spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import type { Result } from "./result.ts"
import { isolationRow } from "./webhook-isolation-run.ts"
import type { NamesMeasured } from "./webhook-names-run.ts"

const script = fileURLToPath(new URL("./webhook-names-run.ts", import.meta.url))

const silentNames = 64
const pendingEach = 1_000
const seconds = 22
const ratioMax = 1.5

/**
 * Endpoints whose name servers are silent, beside a healthy one that is looked up by its name as well. Both dispatchers at
 * the same time, each in a namespace of its own: it is mostly waiting, and what is compared is as busy for both.
 */
export const webhookNamesBenchmarks = (folder: string, share = 1): Promise<ReadonlyArray<Result>> =>
  Promise.all(
    (["embedded", "external"] as const).map(async (dispatcher) => {
      const name = `webhooks, an endpoint beside ${silentNames} whose name servers never respond, dispatcher ${dispatcher}`
      const place = join(folder, dispatcher)
      mkdirSync(place, { recursive: true })
      const words = [place, dispatcher, silentNames, Math.ceil(pendingEach * share), Math.max(10, seconds * share)]
      const printed = await runInNamespace(place, [process.execPath, script, ...words.map(String)])
      const measured: NamesMeasured = JSON.parse(printed)
      return isolationRow(name, ratioMax, [measured])
    })
  )

/**
 * Runs a command where only the loopback interface exists and names are asked of 127.0.0.1, whichever resolver a program
 * uses; what it printed. Needs Linux with user namespaces, and no rights.
 */
const runInNamespace = async (folder: string, command: ReadonlyArray<string>): Promise<string> => {
  const resolver = join(folder, "resolv.conf")
  const order = join(folder, "nsswitch.conf")
  writeFileSync(resolver, "nameserver 127.0.0.1\n")
  writeFileSync(order, "hosts: files dns\n")
  const setUp = [
    "set -e",
    "ip link set lo up",
    'mount --bind "$1" /etc/resolv.conf',
    '[ ! -e /etc/nsswitch.conf ] || mount --bind "$2" /etc/nsswitch.conf',
    "shift 2",
    'exec "$@"'
  ].join("\n")
  const namespaces = ["--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child"]
  const child = spawn("unshare", [...namespaces, "sh", "-c", setUp, "sh", resolver, order, ...command], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", resolve)
  })
  const [printed, code] = await Promise.all([text(child.stdout), ended])
  if (code !== 0) throw new Error(`the measurement in a network namespace ended with ${code}`)
  return printed
}
