import { load } from "./load.ts"
import { type RunningServer, startBare, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import type { Seed } from "./seed.ts"
import { median, medianWithRange, round } from "./statistics.ts"
import { accessToken } from "./tokens.ts"

const rounds = 4
const secondsPerRound = 2
const warmUpSeconds = 2

interface Endpoint {
  readonly path: string
  readonly headers: Record<string, string>
}

const sameBody = async (bare: RunningServer, dragoman: RunningServer, endpoint: Endpoint): Promise<number> => {
  const [left, right] = await Promise.all(
    [bare, dragoman].map(async ({ baseUrl }) => (await fetch(baseUrl + endpoint.path, endpoint)).json())
  )
  const text = JSON.stringify(sortedKeys(left))
  if (text !== JSON.stringify(sortedKeys(right))) throw new Error(`${endpoint.path}: the answers differ`)
  return Buffer.byteLength(text)
}

const sortedKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortedKeys)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([left], [right]) => (left < right ? -1 : 1))
            .map(([key, inner]) => [key, sortedKeys(inner)])
        )
      : value

const compare = async (bare: RunningServer, dragoman: RunningServer, endpoint: Endpoint) => {
  const bytes = await sameBody(bare, dragoman, endpoint)
  const at = (server: RunningServer, seconds: number) => load(server.baseUrl + endpoint.path, endpoint.headers, seconds)
  await at(bare, warmUpSeconds)
  await at(dragoman, warmUpSeconds)
  const measured = []
  for (let index = 0; index < rounds; index++) {
    const floor = await at(bare, secondsPerRound)
    const product = await at(dragoman, secondsPerRound)
    measured.push({ floor, product })
  }
  return {
    bytes,
    ratios: measured.map(({ floor, product }) => product.requestsPerSecond / floor.requestsPerSecond),
    latencyRatios: measured.map(({ floor, product }) => product.p99Millis / Math.max(1, floor.p99Millis)),
    bare: median(measured.map(({ floor }) => floor.requestsPerSecond)),
    product: median(measured.map(({ product }) => product.requestsPerSecond))
  }
}

/** Project list and issue list against the bare server on the same database. */
export const requestBenchmarks = async (
  dataDir: string,
  databaseFile: string,
  seeded: Seed
): Promise<ReadonlyArray<Result>> => {
  const bare = await startBare(databaseFile)
  const dragoman = await startDragoman(dataDir)
  try {
    const projects = await compare(bare, dragoman, {
      path: "/v2/organizations/acme/projects?page=0&size=20",
      headers: { authorization: `Bearer ${accessToken(seeded.memberId)}` }
    })
    const keyHeaders = { "x-api-key": seeded.apiKey, "x-inner-key": seeded.innerKey }
    const issuesPath = `/v2/projects/${seeded.projectId}/import/result/files/${seeded.importFileId}/issues`
    const firstPage = { path: `${issuesPath}?page=0&size=20`, headers: keyHeaders }
    const issues = await compare(bare, dragoman, firstPage)
    const lastPage = { path: `${issuesPath}?page=4999&size=20`, headers: keyHeaders }
    await sameBody(bare, dragoman, lastPage)
    const pageRatios: Array<number> = []
    for (let index = 0; index < rounds; index++) {
      const first = await load(dragoman.baseUrl + firstPage.path, keyHeaders, secondsPerRound)
      const last = await load(dragoman.baseUrl + lastPage.path, keyHeaders, secondsPerRound)
      pageRatios.push(last.requestsPerSecond / first.requestsPerSecond)
    }
    return [
      {
        name: "project list, 1,000 projects, page of 20: requests per second",
        measured: `${medianWithRange(projects.ratios)} × bare`,
        target: "≥ 0.75 ×",
        reached: median(projects.ratios) >= 0.75,
        detail: `${round(projects.product, 0)} of ${round(projects.bare, 0)} requests/s, ${projects.bytes} bytes`
      },
      {
        name: "project list: p99",
        measured: `${medianWithRange(projects.latencyRatios)} × bare`,
        target: "≤ 1.8 ×",
        reached: median(projects.latencyRatios) <= 1.8,
        detail: "16 connections"
      },
      {
        name: "issue list, 100,000 issues, first page: requests per second",
        measured: `${medianWithRange(issues.ratios)} × bare`,
        target: "≥ 0.75 ×",
        reached: median(issues.ratios) >= 0.75,
        detail: `${round(issues.product, 0)} of ${round(issues.bare, 0)} requests/s, ${issues.bytes} bytes`
      },
      {
        name: "issue list: last page against first page",
        measured: `${medianWithRange(pageRatios)} ×`,
        target: "≥ 0.80 ×",
        reached: median(pageRatios) >= 0.8,
        detail: "page 4,999"
      }
    ]
  } finally {
    await Promise.all([bare.stop(), dragoman.stop()])
  }
}
