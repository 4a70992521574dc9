import { cpSync, mkdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { load } from "./load.ts"
import { type RunningServer, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import type { Seed } from "./seed.ts"
import { median, medianWithRange, round } from "./statistics.ts"
import { accessToken } from "./tokens.ts"

const rounds = 7
const secondsPerRound = 2

/** A collector that takes all and keeps nothing. */
const startCollector = async () => {
  let bytes = 0
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on("end", () => response.writeHead(200).end())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, bytes: () => bytes, stop: () => server.close().closeAllConnections() }
}

/** Hundredths of a second on every Linux. */
const ticksPerSecond = 100

/** Time of processors that a process has used, all threads. */
const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Servers on copies of one database, which differ in what operators see of them only. The output goes to a file, as with systemd. */
export const observingBenchmarks = async (
  folder: string,
  dataDir: string,
  { memberId }: Seed
): Promise<ReadonlyArray<Result>> => {
  const collector = await startCollector()
  const traces = { DRAGOMAN_ACCESS_LOG: "off", OTEL_EXPORTER_OTLP_ENDPOINT: collector.address }
  const environments = {
    none: { DRAGOMAN_ACCESS_LOG: "off" },
    same: { DRAGOMAN_ACCESS_LOG: "off" },
    log: { DRAGOMAN_ACCESS_LOG: "on" },
    traces,
    sampled: { ...traces, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.05" }
  }
  type Name = keyof typeof environments
  const names = Object.keys(environments) as ReadonlyArray<Name>
  const servers = new Map<Name, RunningServer>()
  try {
    for (const name of names) {
      const own = join(folder, name)
      mkdirSync(own, { recursive: true })
      cpSync(dataDir, own, { recursive: true })
      const environment = { DRAGOMAN_LOG_LEVEL: "info", DRAGOMAN_LOG_FORMAT: "json", ...environments[name] }
      servers.set(
        name,
        await startDragoman(own, environment, (command) => [
          "/bin/sh",
          "-c",
          `exec "$@" > "${join(own, "log")}"`,
          "sh",
          ...command
        ])
      )
    }
    const headers = { authorization: `Bearer ${accessToken(memberId)}` }
    /** Microseconds of processors for a request: other work on the machine changes it little. */
    const at = async (name: Name) => {
      const server = servers.get(name)
      if (server === undefined) throw new Error(`${name} was not started`)
      const before = cpuSeconds(server.pid)
      const url = `${server.baseUrl}/v2/organizations/acme/projects?page=0&size=20`
      const { requestsPerSecond } = await load(url, headers, secondsPerRound)
      return ((cpuSeconds(server.pid) - before) * 1e6) / (requestsPerSecond * secondsPerRound)
    }
    for (const name of names) await at(name)
    const measured = new Map<Name, Array<number>>(names.map((name) => [name, []]))
    const baseline: Array<number> = []
    for (let index = 0; index < rounds; index++) {
      // Each next to its own baseline: the machine changes while all are measured.
      for (const name of names) {
        if (name === "none") continue
        const floor = await at("none")
        baseline.push(floor)
        measured.get(name)?.push((await at(name)) / floor)
      }
    }
    const result = (name: Name, what: string, most: number | null, detail: string): Result => {
      const ratios = measured.get(name) ?? []
      return {
        name: `project list, CPU of a request: ${what}`,
        measured: `${medianWithRange(ratios)} × without`,
        target: most === null ? "none" : `≤ ${most} ×`,
        reached: most === null || median(ratios) <= most,
        detail
      }
    }
    return [
      result("same", "the same server twice", 1.05, `${round(median(baseline), 0)} µs without log and traces`),
      result("log", "with the access log, to a file", 1.15, "JSON, one line per request"),
      result(
        "traces",
        "every request traced",
        null,
        `${round(collector.bytes() / 1e6, 0)} MB sent, that of the next line included`
      ),
      result("sampled", "one of twenty traced", 1.15, "traceidratio 0.05")
    ]
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()))
    collector.stop()
  }
}
