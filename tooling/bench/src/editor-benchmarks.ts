import { mkdirSync } from "node:fs"
import { Agent, request } from "node:http"
import { loadavg } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { runToEnd, startDragoman } from "./processes.ts"
import { pushScript, writeLanguageFile } from "./push-benchmarks.ts"
import type { Result } from "./result.ts"
import { percentile, round } from "./statistics.ts"
import { startPostgres } from "./webhook-postgres.ts"

const importedKeys = 100_000
const editors = 1_000
/** Time between two texts of an editor. */
const editMillis = 60_000
const quietMillis = 30_000
const p99MillisMax = 250
const admin = { DRAGOMAN_ADMIN_USERNAME: "admin", DRAGOMAN_ADMIN_PASSWORD: "benchmark-password" }

/**
 * Measures editors of one project who save a text a minute each, every one in a key of their own, while a large import is written
 * into the project: in batches, and all at once.
 */
export const editorBenchmarks = async (folder: string, share = 1): Promise<ReadonlyArray<Result>> => {
  const postgres = await startPostgres()
  try {
    await postgres.create("editors")
    const url = postgres.url("editors")
    return [
      ...(await measure("PostgreSQL", join(folder, "postgres"), { DRAGOMAN_DATABASE_URL: url }, share)),
      ...(await measure("SQLite", join(folder, "sqlite"), {}, share))
    ]
  } finally {
    await postgres.stop()
  }
}

const measure = async (engine: string, folder: string, env: Readonly<Record<string, string>>, share: number) => {
  mkdirSync(folder, { recursive: true })
  const server = await startDragoman(folder, { ...admin, ...env })
  try {
    const call = await client(server.baseUrl)
    const organizationId = (await call("/v2/organizations"))._embedded.organizations[0].id
    const count = Math.ceil(importedKeys * share)
    const rows: Array<Result> = []
    for (const inBatches of [true, false]) {
      const languages = [{ name: "English", originalName: "English", tag: "en", flagEmoji: "" }]
      const name = inBatches ? "batches" : "at once"
      const project = (await call("/v2/projects", { name, organizationId, languages, baseLanguageTag: "en" })).id
      const apiKey = (await call("/v2/api-keys", { projectId: project, scopes: ["admin"] })).key
      const names = Array.from({ length: editors }, (_, editor) => `edited.${editor}`)
      const start = `${server.baseUrl}/v2/projects/${project}`
      await call(`/v2/projects/${project}/keys/import`, {
        keys: names.map((key) => ({ name: key, translations: { en: "first" } }))
      })
      const url = `${start}/translations`
      const quiet = await edit(url, apiKey, names, pause(quietMillis * share))
      const file = writeLanguageFile(folder, count, "en")
      const options = inBatches ? ["--in-batches"] : []
      const importing = runToEnd([pushScript, `${start}/single-step-import`, apiKey, file, ...options])
      const busy = await edit(url, apiKey, names, importing)
      const load = loadavg()[0] ?? Number.NaN
      const p99 = percentile(busy.millis, 0.99)
      rows.push({
        name: `${engine}: ${editors} editors save a text a minute, beside an import of ${count} keys ${inBatches ? "in batches" : "at once"}: p99`,
        measured: `${round(p99, 0)} ms, ${busy.errors.length} errors`,
        target: inBatches ? `≤ ${p99MillisMax} ms, 0 errors` : "0 errors",
        reached: (!inBatches || p99 <= p99MillisMax) && busy.errors.length === 0,
        detail: [
          `${busy.millis.length} texts, slowest ${round(Math.max(...busy.millis), 0)} ms`,
          `without the import p99 ${round(percentile(quiet.millis, 0.99), 0)} ms, ${quiet.errors.length} errors`,
          `import ${round(Number(await importing) / 1_000, 1)} s`,
          `load of the machine ${round(load, 1)}`,
          ...busy.errors.slice(0, 1)
        ].join("; ")
      })
    }
    return rows
  } finally {
    await server.stop()
  }
}

/** Sends the texts of all editors at a steady rate until `end`, whether the ones before were answered or not. */
const edit = async (url: string, apiKey: string, keys: ReadonlyArray<string>, end: Promise<unknown>) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const millis: Array<number> = []
  const errors: Array<string> = []
  let isOver = false
  const ended = end.finally(() => {
    isOver = true
  })
  const writes: Array<Promise<void>> = []
  const startedAt = performance.now()
  for (let number = 0; !isOver; number++) {
    const early = startedAt + (number * editMillis) / editors - performance.now()
    if (early > 0) await pause(early)
    const body = JSON.stringify({ key: keys[number % keys.length], translations: { en: `Text ${number}` } })
    writes.push(
      put(agent, url, apiKey, body).then(
        (took) => void millis.push(took),
        (error: unknown) => void errors.push(String(error))
      )
    )
  }
  await ended
  await Promise.all(writes)
  agent.destroy()
  return { millis, errors }
}

/** Returns the milliseconds from sending to the response. */
const put = (agent: Agent, url: string, apiKey: string, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const headers = { "content-type": "application/json", "x-api-key": apiKey }
    const sent = request(url, { agent, method: "PUT", headers }, (response) => {
      response.resume()
      response.once("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt)
        else reject(new Error(`status ${response.statusCode}`))
      })
    })
    sent.once("error", reject)
    sent.end(body)
  })

const client = async (baseUrl: string) => {
  const send = async (path: string, token: string | null, body?: object) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "content-type": "application/json",
        ...(token === null ? {} : { authorization: `Bearer ${token}` })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
    return text === "" ? null : JSON.parse(text)
  }
  const logIn = { username: admin.DRAGOMAN_ADMIN_USERNAME, password: admin.DRAGOMAN_ADMIN_PASSWORD }
  const { accessToken } = await send("/api/public/generatetoken", null, logIn)
  return (path: string, body?: object) => send(path, accessToken, body)
}
