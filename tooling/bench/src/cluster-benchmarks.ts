import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { makeContentDatabase } from "./content-database.ts"
import { type RunningServer, runToEnd, serverBundle, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, round } from "./statistics.ts"
import { startPostgres } from "./webhook-postgres.ts"

const rounds = 5
const blockSeconds = 4
const clients = 16
const ratioTarget = 1.7
/** Ticks of the clock in which the system counts the time of processes. */
const ticksPerSecond = 100

/**
 * How much more two servers read than one, each kept on a core of its own. On a machine with two cores PostgreSQL and the load
 * generator take their part of the same cores: so the requests for each second that the servers computed are told, too.
 */
export const clusterBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const { dataDir, databaseFile, seed } = await makeContentDatabase(folder, [{ keys: 1_300, languages: 3 }])
  const postgres = await startPostgres()
  const servers: Array<RunningServer> = []
  try {
    await postgres.create("cluster")
    const url = postgres.url("cluster")
    await runToEnd([serverBundle, "copy", "--from", `sqlite:${databaseFile}`, "--to", url])
    for (const core of [0, 1]) {
      const pinned = (command: ReadonlyArray<string>) => ["taskset", "-c", String(core), ...command]
      const env = { DRAGOMAN_DATABASE_URL: url, DRAGOMAN_DATA_DIR: join(dataDir, String(core)) }
      servers.push(await startDragoman(dataDir, env, pinned))
    }
    const path = `/v2/projects/${seed.projects[0]?.projectId}/translations?size=20`
    const blocks: Record<"one" | "two", Array<Block>> = { one: [], two: [] }
    for (let round = 0; round <= rounds; round++) {
      for (const name of round % 2 === 0 ? (["one", "two"] as const) : (["two", "one"] as const)) {
        const used = name === "one" ? servers.slice(0, 1) : servers
        const block = await runBlock(used, path, seed.apiKeys[0] ?? "")
        // The first round warms both up.
        if (round > 0) blocks[name].push(block)
      }
    }
    const of = (name: "one" | "two", figure: (block: Block) => number) => median(blocks[name].map(figure))
    const perSecond = (block: Block) => block.requests / block.seconds
    const perComputed = (block: Block) => block.requests / block.serverSeconds
    const ratios = blocks.two.map((block, index) => perSecond(block) / perSecond(blocks.one[index] ?? block))
    const share = (name: "one" | "two") =>
      `${round(100 * of(name, ({ serverSeconds, seconds }) => serverSeconds / seconds), 0)} % servers, ${round(100 * of(name, ({ postgresSeconds, seconds }) => postgresSeconds / seconds), 0)} % PostgreSQL, ${round(100 * of(name, ({ loadSeconds, seconds }) => loadSeconds / seconds), 0)} % load generator`
    const efficiency = of("two", perComputed) / of("one", perComputed)
    return [
      {
        name: "reads per second of two servers to those of one, a core each",
        measured: `${round(median(ratios), 2)} ×`,
        target: `≥ ${ratioTarget} ×`,
        reached: median(ratios) >= ratioTarget,
        detail: [
          `a list of 20 keys, ${clients} connections to each; ${round(of("one", perSecond), 0)} and ${round(of("two", perSecond), 0)} requests/s, blocks of ${blockSeconds} s in turns`,
          `of a core, one server: ${share("one")}; two: ${share("two")}`
        ].join("; ")
      },
      {
        name: "the same for each second that the servers compute, twice: what two cores more for the rest would leave",
        measured: `${round(2 * efficiency, 2)} ×`,
        target: `≥ ${ratioTarget} ×`,
        reached: 2 * efficiency >= ratioTarget,
        detail: `${round(of("one", perComputed), 0)} and ${round(of("two", perComputed), 0)} requests for a second of servers`
      }
    ]
  } finally {
    for (const server of servers) await server.kill()
    await postgres.stop()
  }
}

interface Block {
  readonly requests: number
  readonly seconds: number
  readonly serverSeconds: number
  readonly postgresSeconds: number
  readonly loadSeconds: number
}

const runBlock = async (servers: ReadonlyArray<RunningServer>, path: string, apiKey: string): Promise<Block> => {
  const computed = () => servers.reduce((sum, { pid }) => sum + secondsOf(pid), 0)
  const [serversBefore, postgresBefore] = [computed(), secondsOfPostgres()]
  const startedAt = performance.now()
  const generators = await Promise.all(servers.map(({ baseUrl }) => generate(`${baseUrl}${path}`, apiKey)))
  const block = {
    requests: generators.reduce((sum, { requests }) => sum + requests, 0),
    seconds: (performance.now() - startedAt) / 1_000,
    serverSeconds: computed() - serversBefore,
    postgresSeconds: secondsOfPostgres() - postgresBefore,
    loadSeconds: generators.reduce((sum, { seconds }) => sum + seconds, 0)
  }
  await pause(200)
  return block
}

/** One process of requests for each server: one for both would be the limit. */
const generate = async (
  url: string,
  apiKey: string
): Promise<{ readonly requests: number; readonly seconds: number }> => {
  const script = new URL("./cluster-load.ts", import.meta.url).pathname
  const child = spawn(process.execPath, [script, url, apiKey, String(clients), String(blockSeconds)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  let printed = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text
  })
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve))
  if (code !== 0) throw new Error(`The load generator ended with ${code}`)
  return JSON.parse(printed)
}

/** Processor time of a process with its threads, and of children that have ended. */
const secondsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []
  const [user, system] = fields.slice(11)
  return (Number(user) + Number(system)) / ticksPerSecond
}

/** Returns the processor time of all PostgreSQL processes of this machine. */
const secondsOfPostgres = (): number =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        const isPostgres = readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres"
        return isPostgres ? sum + secondsOf(Number(pid)) : sum
      } catch {
        // It has ended meanwhile.
        return sum
      }
    }, 0)
