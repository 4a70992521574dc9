import { setTimeout as pause } from "node:timers/promises"
import { keyNameOf } from "./content-seed.ts"

/** A server with a project in it, for requests of all kinds. */
export interface MixedTarget {
  readonly baseUrl: string
  readonly projectId: number
  readonly apiKey: string
  /** Has to be known to the server, with this password. */
  readonly username: string
  readonly password: string
  /** Keys of the project, for batch jobs. */
  readonly keyIds: ReadonlyArray<number>
}

export interface MixedCounts {
  requests: number
  /** Answers other than 2xx, and connections that broke. */
  readonly failures: Array<string>
}

const keysOfImport = 200
const keysOfJob = 100

type Make = (number: number, target: MixedTarget) => { readonly path: string; readonly init?: RequestInit }

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body)
})

const inProject = (path: string, init?: (number: number, target: MixedTarget) => RequestInit): Make => {
  return (number, target) => ({
    path: `/v2/projects/${target.projectId}${path.replaceAll("@", String(number))}`,
    ...(init === undefined ? {} : { init: init(number, target) })
  })
}

/** None of these keys is in the trash or in a namespace. */
const plainKey = (number: number): string => keyNameOf((number % 20) * 10 + 3)

const list = inProject("/translations?size=60&languages=en,l1,l2")
const search = inProject("/translations?size=60&search=kitchen @")
const create = inProject("/keys", (number) => json("POST", { name: `created.${number}`, translations: { en: "New" } }))
const write = inProject("/translations", (number) =>
  json("PUT", { key: plainKey(number), translations: { en: `Text ${number}` } })
)
const map = inProject("/translations/en,l1")
const exportAll = inProject("/export?format=JSON&zip=true")
const statistics = inProject("/stats")
const activity = inProject("/activity?size=20")
const importFile = inProject("/single-step-import", (number) => {
  const texts = Array.from({ length: keysOfImport }, (_, index) => [`imported.${index}`, `Text ${index} of ${number}`])
  const body = new FormData()
  body.append("params", JSON.stringify({ forceMode: "OVERRIDE", overrideMode: "ALL", createNewKeys: true }))
  body.append("files", new Blob([JSON.stringify(Object.fromEntries(texts))]), "en.json")
  return { method: "POST", body }
})
const logIn: Make = (_, { username, password }) => ({
  path: "/api/public/generatetoken",
  init: json("POST", { username, password })
})
const batch = inProject("/start-batch-job/tag-keys", (number, { keyIds }) => {
  const first = (number * keysOfJob) % Math.max(1, keyIds.length - keysOfJob)
  return json("POST", { keyIds: keyIds.slice(first, first + keysOfJob), tags: [`tag-${number % 5}`] })
})

/** Two seconds at the usual rate: what a team with some scripts asks, with a little of everything. */
const round: ReadonlyArray<Make> = [
  ...[list, search, write, map, list, activity, list, write, statistics, create],
  ...[list, search, list, exportAll, write, list, importFile, search, list, logIn],
  ...[list, write, search, list, map, create, list, activity, batch, list],
  ...[search, list, write, list, exportAll, statistics, list, search, write, list]
]

/**
 * Requests at an even rate, whether the ones before were answered or not. `first`: number of the first request; no two
 * requests to a server may have the same number, because keys are named after it.
 */
export const sendMixed = async (
  target: MixedTarget,
  perSecond: number,
  seconds: number,
  first = 0
): Promise<MixedCounts> => {
  const counts: MixedCounts = { requests: 0, failures: [] }
  const startedAt = performance.now()
  const running: Array<Promise<void>> = []
  for (let number = first; number < first + perSecond * seconds; number++) {
    const early = startedAt + ((number - first) * 1_000) / perSecond - performance.now()
    if (early > 0) await pause(early)
    const make = round[number % round.length]
    if (make !== undefined) running.push(send(target, make(number, target), counts))
  }
  await Promise.all(running)
  return counts
}

const send = async (
  { baseUrl, apiKey }: MixedTarget,
  { path, init = {} }: ReturnType<Make>,
  counts: MixedCounts
): Promise<void> => {
  counts.requests++
  try {
    const headers = { ...init.headers, ...(path.startsWith("/api/") ? {} : { "x-api-key": apiKey }) }
    const answer = await fetch(`${baseUrl}${path}`, { ...init, headers })
    const body = await answer.arrayBuffer()
    if (!answer.ok) counts.failures.push(`${path}: ${answer.status} ${Buffer.from(body).toString().slice(0, 200)}`)
  } catch (error) {
    counts.failures.push(`${path}: ${String(error)}`)
  }
}
