import { spawn } from "node:child_process"
import { Agent, request } from "node:http"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { makeContentDatabase } from "./content-database.ts"
import { residentBytes, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, percentile, round } from "./statistics.ts"
import { accessToken } from "./tokens.ts"

const subscribersScript = fileURLToPath(new URL("./realtime-subscribers.ts", import.meta.url))

const subscribers = 1_000
const rounds = 3
const writesPerRound = 200
const warmUpWrites = 100
/** Interval between two writes: 50 a second are more than a team makes. */
const pauseMillis = 20
const megabyte = 1024 * 1024

/** Measures the cost of subscribers: memory of the server, time of writers, and the delay of events. */
export const realtimeBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const { dataDir, seed } = await makeContentDatabase(folder, [{ keys: 100, languages: 1 }])
  const server = await startDragoman(dataDir)
  try {
    const { projectId = 0, languageTags: [tag = ""] = [] } = seed.projects[0] ?? {}
    const token = accessToken(seed.userId)
    const write = writer(`${server.baseUrl}/v2/projects/${projectId}/translations`, token, tag)
    await write(warmUpWrites)
    const measured: Array<
      {
        readonly [times in "without" | "withThem" | "latencies" | "latenciesOfOne"]: ReadonlyArray<number>
      } & { readonly bytes: number }
    > = []
    for (let index = 0; index < rounds; index++) {
      const without = await write(writesPerRound)
      const bytesBefore = residentBytes(server.pid)
      const group = await openSubscribers(server.baseUrl, projectId, token, subscribers)
      await write(warmUpWrites)
      await group.latencies()
      const withThem = await write(writesPerRound)
      const latencies = await group.latencies()
      const bytes = residentBytes(server.pid) - bytesBefore
      await group.close()
      const one = await openSubscribers(server.baseUrl, projectId, token, 1)
      await write(writesPerRound)
      const latenciesOfOne = await one.latencies()
      await one.close()
      measured.push({ without, withThem, bytes, latencies, latenciesOfOne })
    }
    const ratios = (share: number) =>
      measured.map(({ without, withThem }) => percentile(withThem, share) / percentile(without, share))
    const millis = (times: ReadonlyArray<number>, share: number) => `${round(percentile(times, share), 1)} ms`
    const all = (pick: (each: (typeof measured)[number]) => ReadonlyArray<number>) => measured.flatMap(pick)
    // The first round also pays for code and buffers that stay.
    const bytes = Math.max(...measured.map((each) => each.bytes))
    const toldAll = all(({ latencies }) => latencies)
    const toldOne = all(({ latenciesOfOne }) => latenciesOfOne)
    const expected = rounds * writesPerRound
    return [
      {
        name: "1,000 open subscribers: memory of the server",
        measured: `${round(bytes / megabyte, 0)} MB`,
        target: "≤ 100 MB",
        reached: bytes <= 100 * megabyte,
        detail: "resident memory with them against without, after 300 writes; the round with the most"
      },
      ...([0.5, 0.99] as const).map((share): Result => {
        const found = ratios(share)
        return {
          name: `1,000 open subscribers: a write of a text, p${share * 100}`,
          measured: `${medianWithRange(found)} × without`,
          target: "≤ 1.30 ×",
          reached: median(found) <= 1.3,
          detail: `${millis(
            all(({ withThem }) => withThem),
            share
          )}, ${millis(
            all(({ without }) => without),
            share
          )} without; a write each ${pauseMillis} ms`
        }
      }),
      {
        name: "from sending a write until a subscriber is told, p50 and p99",
        measured: `${millis(toldOne, 0.5)}, ${millis(toldOne, 0.99)}`,
        target: "all are told",
        reached: toldOne.length === expected && toldAll.length === expected * subscribers,
        detail: `with 1,000 subscribers ${millis(toldAll, 0.5)}, ${millis(toldAll, 0.99)}: until each of them is told`
      }
    ]
  } finally {
    await server.stop()
  }
}

/** Writes texts one after the other; the milliseconds that each of them took. */
const writer = (url: string, token: string, tag: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const writeOne = (text: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      request(
        url,
        { agent, method: "POST", headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } },
        (response) => {
          response.resume()
          response.once("end", () => {
            if (response.statusCode === 200) resolve(performance.now() - startedAt)
            else reject(new Error(`${url}: ${response.statusCode}`))
          })
        }
      )
        .once("error", reject)
        .end(JSON.stringify({ key: "written", translations: { [tag]: text } }))
    })
  return async (count: number): Promise<ReadonlyArray<number>> => {
    const times = []
    for (let index = 0; index < count; index++) {
      times.push(await writeOne(`${index} sent ${Date.now()}`))
      await new Promise((resolve) => setTimeout(resolve, pauseMillis))
    }
    return times
  }
}

/** Starts a process of its own, which takes none of the writer's time. */
const openSubscribers = async (address: string, projectId: number, token: string, count: number) => {
  const child = spawn(process.execPath, [subscribersScript, address, String(projectId), token, String(count)], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  return {
    latencies: async (): Promise<ReadonlyArray<number>> => {
      // The last writes have yet to be told.
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      child.stdin.write("\n")
      return JSON.parse(String((await lines.next()).value))
    },
    close: () =>
      new Promise<void>((resolve) => {
        child.once("close", () => resolve())
        child.kill()
      })
  }
}
