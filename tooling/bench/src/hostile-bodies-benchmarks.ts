import { fullSizeHostileRequests, type HostileRequest } from "@dragoman/server/testing/hostile-bodies"
import { startHostileClient } from "@dragoman/server/testing/hostile-clients"
import { makeContentDatabase } from "./content-database.ts"
import { type RunningServer, residentBytes, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, round } from "./statistics.ts"
import { accessToken } from "./tokens.ts"

const millisMax = 100
const idleMillis = 2_000
/** One that is above the limit: the machine may have been busy with something else. */
const runsOfSlow = 3
const megabyte = 1024 * 1024

/** Endpoints with fewer of them share one row. */
const requestsOfRowMin = 5
const otherRow = "other endpoints"

interface Case {
  readonly request: HostileRequest
  /** 0 where the connection was closed before the body was at its end. */
  readonly status: number
  /** The slowest answer to the prober while the request ran, and until the probe that waited at its end was answered. */
  readonly slowestMillis: number
  readonly failures: number
  /** Memory of the server when the request was over. */
  readonly bytesAfter: number
}

/**
 * Measures what a malicious client costs all others: response times of a prober while each of its requests runs. For a request
 * above the limit, the median of three runs counts.
 */
export const hostileBodiesBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const { dataDir, seed } = await makeContentDatabase(folder, [{ keys: 1_000, languages: 2 }])
  const server = await startDragoman(dataDir)
  const [sender, prober] = [startHostileClient(), startHostileClient()]
  try {
    await prober.ask({ kind: "probe", baseUrl: server.baseUrl })
    await new Promise((resolve) => setTimeout(resolve, idleMillis))
    const idle = await prober.ask({ kind: "report" })
    const order = {
      kind: "send",
      baseUrl: server.baseUrl,
      accessToken: accessToken(seed.userId),
      projectId: seed.projects[0]?.projectId ?? 0
    } as const
    const runCase = async (request: HostileRequest, index: number): Promise<Case> => {
      await sender.ask({ kind: "make", index })
      // Drops the measurements so far: making the body slowed the prober, and not the server.
      await prober.ask({ kind: "report" })
      const { status } = await sender.ask({ ...order, index })
      const { longestMillis, failures } = await prober.ask({ kind: "report" })
      return { request, status, slowestMillis: longestMillis, failures, bytesAfter: residentBytes(server.pid) }
    }
    const cases: Array<Case> = []
    for (const [index, request] of fullSizeHostileRequests.entries()) {
      const runs = [await runCase(request, index)]
      while (runs[0] !== undefined && runs[0].slowestMillis > millisMax && runs.length < runsOfSlow) {
        runs.push(await runCase(request, index))
      }
      const found = ofRuns(runs)
      process.stderr.write(`${textOf(found)}\n`)
      cases.push(found)
    }
    return [
      ...[...Map.groupBy(cases, rowOf(cases))].map(([row, ofRow]) => slowestRow(row, ofRow, idle.longestMillis)),
      await lifeRow(server, cases)
    ]
  } finally {
    sender.stop()
    prober.stop()
    await server.stop()
  }
}

/** The median of the slowest answers, and the worst of all else. */
const ofRuns = (runs: ReadonlyArray<Case>): Case => ({
  ...(runs[0] as Case),
  status: Math.max(...runs.map(({ status }) => status)),
  slowestMillis: median(runs.map(({ slowestMillis }) => slowestMillis)),
  failures: runs.reduce((sum, { failures }) => sum + failures, 0),
  bytesAfter: Math.max(...runs.map(({ bytesAfter }) => bytesAfter))
})

const endpointOf = ({ method, path }: HostileRequest): string => `${method} ${path.split("?")[0]}`

/** The endpoint, where there are rows enough of it. */
const rowOf = (cases: ReadonlyArray<Case>) => {
  const counts = Map.groupBy(cases, ({ request }) => endpointOf(request))
  return ({ request }: Case): string => {
    if (request.times !== undefined) return request.name
    const endpoint = endpointOf(request)
    return (counts.get(endpoint)?.length ?? 0) < requestsOfRowMin ? otherRow : endpoint
  }
}

const textOf = ({ request, status, slowestMillis, bytesAfter }: Case): string =>
  `${request.name}, ${endpointOf(request)}: ${status === 0 ? "closed" : status}, ${Math.ceil(slowestMillis)} ms, then ${round(bytesAfter / megabyte, 0)} MB`

const slowestRow = (row: string, cases: ReadonlyArray<Case>, idleSlowestMillis: number): Result => {
  const [worst, ...faster] = cases.toSorted((one, other) => other.slowestMillis - one.slowestMillis)
  const slowest = worst?.slowestMillis ?? 0
  const most = Math.max(...cases.map(({ bytesAfter }) => bytesAfter))
  const tooSlow = [worst, ...faster.filter(({ slowestMillis }) => slowestMillis > millisMax)].filter(
    (one) => one !== undefined
  )
  return {
    name: `hostile requests, ${row}: slowest answer to others meanwhile`,
    measured: `${Math.ceil(slowest)} ms`,
    target: `≤ ${millisMax} ms`,
    reached: slowest <= millisMax,
    detail: [
      `${cases.length} cases, idle ${round(idleSlowestMillis, 0)} ms`,
      ...tooSlow.map(
        ({ request, slowestMillis }) =>
          `${request.name}${row === otherRow ? `, ${endpointOf(request)}` : ""}: ${Math.ceil(slowestMillis)} ms`
      ),
      `resident memory after each at most ${round(most / megabyte, 0)} MB`
    ].join("; ")
  }
}

const lifeRow = async (server: RunningServer, cases: ReadonlyArray<Case>): Promise<Result> => {
  const isReady = await fetch(`${server.baseUrl}/health/ready`).then(
    ({ ok }) => ok,
    () => false
  )
  const unanswered = cases.reduce((sum, { failures }) => sum + failures, 0)
  const failed = cases.filter(({ status }) => status >= 500)
  return {
    name: "after all hostile requests: the server lives; probes that were not answered; answers of 5xx",
    measured: `${isReady ? "yes" : "no"}, ${unanswered}, ${failed.length}`,
    target: "yes, 0, 0",
    reached: isReady && unanswered === 0 && failed.length === 0,
    detail: [
      `${cases.length} cases`,
      `resident memory ${isReady ? round(residentBytes(server.pid) / megabyte, 0) : 0} MB, at most ${isReady ? round(residentBytes(server.pid, "most") / megabyte, 0) : 0} MB`,
      ...failed.map(textOf)
    ].join("; ")
  }
}
