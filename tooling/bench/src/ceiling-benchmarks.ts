import { setTimeout as pause } from "node:timers/promises"
import { makePng } from "@dragoman/compat/make-png"
import BetterSqlite3 from "better-sqlite3"
import { insideCgroup, readCgroupMemory } from "./cgroup.ts"
import { makeContentDatabase } from "./content-database.ts"
import { keyNameOf } from "./content-seed.ts"
import { residentBytes, runToEnd, startDragoman } from "./processes.ts"
import { pushScript, writeLanguageFile } from "./push-benchmarks.ts"
import type { Result } from "./result.ts"
import { round } from "./statistics.ts"
import { startSink, webhookAllow } from "./webhook-processes.ts"
import { insertWebhook, openSqlite } from "./webhook-world.ts"

const megabyte = 1024 * 1024
const ceilingMegabytes = 512
const importedKeys = 100_000
const languages = 10
/** Languages of the project that is exported. */
const otherLanguages = 3
/** The files of all languages together: beyond what is allowed by default. */
const uploadMegabytes = 256
const otherKeys = 50_000
/** 12 megapixels, as a telephone takes them. */
const picture = { width: 4_000, height: 3_000 }
const pictures = 6
/** Interval between two written texts, each of which makes a delivery. */
const writeMillis = 50
/** Interval between two small requests whose time is taken: a list of twenty keys. */
const smallMillis = 100
/** Longest wait that a person at the list does not take for a broken server. */
const smallTargetMillis = 2_000

/**
 * An import, exports, images, batch jobs and webhooks at the same time. Without a cgroup only the memory of the process is
 * looked at: nothing limits it.
 */
export const ceilingBenchmarks = async (
  folder: string,
  share = 1,
  cgroup: string | null = null
): Promise<ReadonlyArray<Result>> => {
  const keys = Math.ceil(importedKeys * share)
  const sizes = [
    { keys: 0, languages },
    { keys: Math.ceil(otherKeys * share), languages: otherLanguages },
    { keys: 1_000, languages: 1 }
  ]
  const { dataDir, databaseFile, seed } = await makeContentDatabase(folder, sizes)
  const sink = await startSink()
  const [imported, other, written] = seed.projects.map(({ projectId }) => projectId)
  const database = openSqlite(databaseFile)
  for (const projectId of [imported, other, written])
    await insertWebhook(database, projectId ?? 0, sink.url("ok", "ceiling"))
  await database.close()
  const tags = ["en", ...Array.from({ length: languages - 1 }, (_, index) => `l${index + 1}`)]
  const files = tags.map((tag) => writeLanguageFile(folder, keys, tag))
  const inside = cgroup === null ? undefined : (command: ReadonlyArray<string>) => insideCgroup(cgroup, command)
  const killsBefore = cgroup === null ? 0 : readCgroupMemory(cgroup).kills
  const server = await startDragoman(
    dataDir,
    { ...webhookAllow, DRAGOMAN_MAX_UPLOAD_MB: String(uploadMegabytes) },
    inside
  )
  let isDead = false
  try {
    const keyIds = keyIdsOf(databaseFile, other ?? 0)
    const failures: Array<string> = []
    const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
      const apiKey = seed.apiKeys[path.includes(`/projects/${written}/`) ? 2 : 1] ?? ""
      const headers = { ...init.headers, "x-api-key": apiKey }
      try {
        const answer = await fetch(`${server.baseUrl}${path}`, { ...init, headers })
        const body = Buffer.from(await answer.arrayBuffer())
        if (!answer.ok) throw new Error(`${answer.status} ${body.toString().slice(0, 200)}`)
        return answer.headers.get("content-type")?.includes("json") === true ? JSON.parse(body.toString()) : null
      } catch (error) {
        failures.push(`${path.split("?")[0]}: ${String(error)}`)
        return null
      }
    }
    const startedAt = performance.now()
    let isImported = false
    const untilImported = async (work: () => Promise<unknown>) => {
      let times = 0
      for (; times === 0 || !isImported; times++) await work()
      return times
    }
    const importing = runToEnd([
      pushScript,
      `${server.baseUrl}/v2/projects/${imported}/single-step-import`,
      seed.apiKeys[0] ?? "",
      ...files
    ])
      .catch((error: unknown) => failures.push(`import: ${String(error)}`))
      .finally(() => {
        isImported = true
      })
    const smallRequests: Array<number> = []
    const [exports, uploads, jobs, texts] = await Promise.all([
      untilImported(() => call(`/v2/projects/${other}/export?format=JSON&zip=true`)),
      uploadPictures(call, untilImported),
      untilImported(async () => {
        await runJob(call, other ?? 0, json("POST", { keyIds, tags: ["ceiling"] }))
      }),
      untilImported(async () => {
        const translations = { en: `Text at ${performance.now()}` }
        await call(`/v2/projects/${written}/translations`, json("PUT", { key: keyNameOf(3), translations }))
        await pause(writeMillis)
      }),
      untilImported(async () => {
        const sentAt = performance.now()
        await call(`/v2/projects/${written}/translations?size=20`)
        smallRequests.push(performance.now() - sentAt)
        await pause(smallMillis)
      }),
      importing
    ])
    const seconds = (performance.now() - startedAt) / 1_000
    isDead = !(await fetch(`${server.baseUrl}/health/ready`).then(
      ({ ok }) => ok,
      () => false
    ))
    const most = isDead ? Number.NaN : residentBytes(server.pid, "most") / megabyte
    const small = [...smallRequests].sort((one, another) => one - another)
    const smallAt = (share: number) => small[Math.min(small.length - 1, Math.floor(small.length * share))] ?? Number.NaN
    const { deliveries } = await sink.report("ceiling")
    const limited = cgroup === null ? null : readCgroupMemory(cgroup)
    const kills = (limited?.kills ?? 0) - killsBefore
    const where =
      limited === null
        ? "not limited: no cgroup was given"
        : `in a cgroup of ${round(limited.limitBytes / megabyte, 0)} MB, pages of files included`
    return [
      {
        name: `an import of ${keys} keys × ${languages}, exports, images, batch jobs and webhooks at once: memory at most; what failed or was killed`,
        measured: `${round(limited === null ? most : limited.peakBytes / megabyte, 0)} MB; ${failures.length + kills}`,
        target: `≤ ${ceilingMegabytes} MB; 0`,
        // The kernel holds a cgroup to its limit: it takes pages of files back, or kills.
        reached: (limited !== null || most <= ceilingMegabytes) && failures.length === 0 && kills === 0 && !isDead,
        detail: [
          `${round(most, 0)} MB resident, ${where}`,
          `${round(seconds, 0)} s, ${exports} exports, ${uploads} images of ${(picture.width * picture.height) / 1_000_000} megapixels, ${jobs} jobs on ${keyIds.length} keys, ${texts} texts written, ${deliveries} deliveries`,
          ...failures.slice(0, 3)
        ].join("; ")
      },
      {
        name: "a list of 20 keys meanwhile, 99 % of the requests",
        measured: `${round(smallAt(0.99), 0)} ms`,
        target: `≤ ${smallTargetMillis} ms`,
        reached: smallAt(0.99) <= smallTargetMillis,
        detail: `${small.length} requests, one each ${smallMillis} ms and never two at once; half within ${round(smallAt(0.5), 0)} ms, the slowest ${round(smallAt(1), 0)} ms`
      }
    ]
  } finally {
    await server.kill()
    await sink.stop()
  }
}

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body)
})

type Call = (path: string, init?: RequestInit) => Promise<unknown>

/** Uploads the most pictures that may wait to be attached, and deletes each again. */
const uploadPictures = async (
  call: Call,
  untilImported: (work: () => Promise<unknown>) => Promise<number>
): Promise<number> => {
  const file = new Blob([makePng(picture.width, picture.height)], { type: "image/png" })
  const rounds = await untilImported(() =>
    Promise.all(
      Array.from({ length: pictures }, async () => {
        const body = new FormData()
        body.append("image", file, "picture.png")
        const uploaded = await call("/v2/image-upload", { method: "POST", body })
        const { id } = (uploaded ?? {}) as { readonly id?: number }
        if (id !== undefined) await call(`/v2/image-upload/${id}`, { method: "DELETE" })
      })
    )
  )
  return rounds * pictures
}

const pollMillis = 50

const runJob = async (call: Call, projectId: number, init: RequestInit): Promise<void> => {
  interface Job {
    readonly id: number
    readonly status: string
  }
  let job = (await call(`/v2/projects/${projectId}/start-batch-job/tag-keys`, init)) as Job | null
  while (job !== null && (job.status === "PENDING" || job.status === "RUNNING")) {
    await pause(pollMillis)
    job = (await call(`/v2/projects/${projectId}/batch-jobs/${job.id}`)) as Job | null
  }
}

const keyIdsOf = (databaseFile: string, projectId: number): ReadonlyArray<number> => {
  const database = new BetterSqlite3(databaseFile, { readonly: true })
  const statement = database.prepare("SELECT id FROM translation_key WHERE project_id = ? AND deleted_at IS NULL")
  const keyIds = statement.pluck().all(projectId) as ReadonlyArray<number>
  database.close()
  return keyIds
}
