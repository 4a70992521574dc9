import { mkdirSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { runToEnd, startDragoman } from "./processes.ts"
import { pushScript, writeLanguageFile } from "./push-benchmarks.ts"
import type { Result } from "./result.ts"
import { percentile, round } from "./statistics.ts"
import { startPostgres } from "./webhook-postgres.ts"

const importedKeys = 60_000
const writers = 50
const ratioMax = 1.5
const pauseMillis = 10
const idleMillis = 5_000
const admin = { DRAGOMAN_ADMIN_USERNAME: "admin", DRAGOMAN_ADMIN_PASSWORD: "benchmark-password" }

const asked = ["list", "write", "login", "readiness"] as const
type Asked = (typeof asked)[number]
type Latencies = Readonly<Record<Asked, Array<number>>>

/**
 * Measures others beside writers that wait for a project while a large import holds its lock, on PostgreSQL: the same
 * import with these writers against one without them.
 */
export const postgresLockBenchmarks = async (folder: string, share = 1): Promise<ReadonlyArray<Result>> => {
  mkdirSync(folder, { recursive: true })
  const postgres = await startPostgres()
  try {
    await postgres.create("locks")
    const server = await startDragoman(folder, { ...admin, DRAGOMAN_DATABASE_URL: postgres.url("locks") })
    try {
      const call = await client(server.baseUrl)
      const organizations = await call("/v2/organizations")
      const organizationId = JSON.parse(organizations)._embedded.organizations[0].id
      const makeProject = async (name: string): Promise<number> => {
        const languages = [{ name: "English", originalName: "English", tag: "en", flagEmoji: "" }]
        return JSON.parse(await call("/v2/projects", { name, organizationId, languages, baseLanguageTag: "en" })).id
      }
      const keys = Math.ceil(importedKeys * share)
      const file = writeLanguageFile(folder, keys, "en")
      const quiet = await makeProject("quiet")
      const importInto = async (name: string, waiting: number) => {
        const project = await makeProject(name)
        const { apiKey } = await makeApiKey(call, project)
        const url = `${server.baseUrl}/v2/projects/${project}/single-step-import`
        let isDone = false
        let written = 0
        const failures: Array<string> = []
        const sampled = sample(call, server.baseUrl, quiet, () => isDone, failures)
        // Its rows are being written when the others come.
        const importing = runToEnd([pushScript, url, apiKey, file]).then((millis) => {
          isDone = true
          return Number(millis)
        })
        await pause(pauseMillis)
        const writing = Array.from({ length: waiting }, async (_, writer) => {
          for (let number = 0; !isDone; number++) {
            await call(`/v2/projects/${project}/keys/create`, { name: `waiting.${writer}.${number}` }).then(
              () => written++,
              (error: unknown) => failures.push(String(error))
            )
          }
        })
        const millis = await importing
        const latencies = await sampled
        await Promise.all(writing)
        return { latencies, millis, failures, written }
      }
      let isIdleOver = false
      const idling = sample(call, server.baseUrl, quiet, () => isIdleOver, [])
      await pause(idleMillis)
      isIdleOver = true
      const idle = await idling
      const without = await importInto("without", 0)
      const withThem = await importInto("with", writers)
      const p99 = (latencies: Latencies, which: Asked) => percentile(latencies[which], 0.99)
      return asked.map((which): Result => {
        const ratio = p99(withThem.latencies, which) / p99(without.latencies, which)
        const isHealth = which === "readiness"
        const failed = withThem.failures.filter((text) => text.startsWith(which))
        return {
          name: `PostgreSQL, ${writers} writers wait for a project while ${keys} keys are imported into it: ${nameOf[which]}, p99`,
          measured: `${round(ratio)} × without them${isHealth ? `, ${failed.length} not ready` : ""}`,
          target: `≤ ${ratioMax} ×${isHealth ? ", always ready" : ""}`,
          reached: ratio <= ratioMax && failed.length === 0,
          detail: [
            `${round(p99(withThem.latencies, which), 0)} ms, without them ${round(p99(without.latencies, which), 0)} ms, idle ${round(p99(idle, which), 0)} ms`,
            `import ${round(withThem.millis / 1_000, 1)} s, without them ${round(without.millis / 1_000, 1)} s`,
            `${withThem.written} of theirs were written`,
            ...(withThem.failures.length === 0
              ? []
              : [`${withThem.failures.length} requests failed: ${withThem.failures[0]}`])
          ].join("; ")
        }
      })
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

const nameOf: Readonly<Record<Asked, string>> = {
  list: "list of projects",
  write: "a write of another project",
  login: "a login",
  readiness: "readiness"
}

export type Call = (path: string, body?: object) => Promise<string>

export const client = async (baseUrl: string): Promise<Call> => {
  const send = async (path: string, token: string | null, body?: object): Promise<string> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "content-type": "application/json",
        ...(token === null ? {} : { authorization: `Bearer ${token}` })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
    return text
  }
  const { accessToken } = JSON.parse(await send("/api/public/generatetoken", null, logIn))
  return (path, body) => send(path, path.startsWith("/api/public") ? null : accessToken, body)
}

const logIn = { username: admin.DRAGOMAN_ADMIN_USERNAME, password: admin.DRAGOMAN_ADMIN_PASSWORD }

export const makeApiKey = async (call: Call, projectId: number): Promise<{ readonly apiKey: string }> => {
  const made = JSON.parse(await call("/v2/api-keys", { projectId, scopes: ["admin"] }))
  return { apiKey: made.key }
}

/** One request of each kind after the other, until `isDone`; each kind by itself. */
const sample = async (
  call: Call,
  baseUrl: string,
  projectId: number,
  isDone: () => boolean,
  failures: Array<string>
): Promise<Latencies> => {
  const latencies: Latencies = { list: [], write: [], login: [], readiness: [] }
  const requests: Readonly<Record<Asked, (number: number) => Promise<unknown>>> = {
    list: () => call("/v2/projects?size=20"),
    write: (number) => call(`/v2/projects/${projectId}/keys/create`, { name: `key.${number}.${performance.now()}` }),
    login: () => call("/api/public/generatetoken", logIn),
    readiness: async () => {
      const { ok, status } = await fetch(`${baseUrl}/health/ready`)
      if (!ok) throw new Error(`${status}`)
    }
  }
  await Promise.all(
    asked.map(async (which) => {
      for (let number = 0; !isDone(); number++) {
        const startedAt = performance.now()
        await requests[which](number).catch((error: unknown) => failures.push(`${which}: ${String(error)}`))
        latencies[which].push(performance.now() - startedAt)
        await pause(pauseMillis)
      }
    })
  )
  return latencies
}
