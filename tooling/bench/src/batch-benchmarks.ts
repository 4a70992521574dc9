import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import BetterSqlite3 from "better-sqlite3"
import { type BatchWork, batchWorks, movedTo, taggedWith } from "./batch-works.ts"
import { type ContentDatabase, makeContentDatabase } from "./content-database.ts"
import type { SeededProject } from "./content-seed.ts"
import { type RunningServer, residentBytes, runToEnd, startDragoman } from "./processes.ts"
import { sampleProjectList } from "./project-list-sample.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, percentile, round } from "./statistics.ts"

const bareScript = fileURLToPath(new URL("./bare-batch.ts", import.meta.url))

const rounds = 3
const idleRequests = 300
const megabyte = 1024 * 1024
/** Poll interval for the end of a job. */
const pollMillis = 10

/** Some of them are in the trash: 100,000 are left. */
const seededKeys = 102_041

const names: Readonly<Record<BatchWork, string>> = {
  tag: "tagged",
  move: "moved",
  copy: "copied into another language",
  clear: "cleared in a language",
  delete: "deleted"
}

/** Where one round works. */
interface Place {
  readonly server: RunningServer
  readonly project: SeededProject
  readonly keyIds: ReadonlyArray<number>
  readonly headers: Readonly<Record<string, string>>
}

type Times = Readonly<Record<BatchWork, number>>

/** Batch jobs on 100,000 keys: each round on a project of its own, the bare statements on a copy of the file. */
export const batchBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const content = await makeContentDatabase(
    folder,
    Array.from({ length: rounds + 1 }, () => ({ keys: seededKeys, languages: 2 }))
  )
  const seeded = join(folder, "seeded.sqlite")
  copyFileSync(content.databaseFile, seeded)
  const bare: Array<Times> = []
  const bareWithActivity: Array<Times> = []
  const jobs: Array<Times> = []
  for (let index = 0; index < rounds; index++) {
    const project = projectAt(content, index)
    bare.push(await runBare(join(folder, `bare-${index}.sqlite`), seeded, project, ""))
    const server = await startDragoman(content.dataDir)
    try {
      jobs.push(await runJobs(placeAt(content, index, server)))
    } finally {
      await server.stop()
    }
    bareWithActivity.push(await runBare(join(folder, `bare-activity-${index}.sqlite`), seeded, project, "activity"))
  }
  return [...workRows(jobs, bareWithActivity, bare), ...(await busyRows(content))]
}

const projectAt = ({ seed }: ContentDatabase, index: number): SeededProject => {
  const project = seed.projects[index]
  if (project === undefined) throw new Error(`no project ${index}`)
  return project
}

const placeAt = (content: ContentDatabase, index: number, server: RunningServer): Place => ({
  server,
  project: projectAt(content, index),
  keyIds: keyIdsOf(content, projectAt(content, index)),
  headers: { "x-api-key": content.seed.apiKeys[index] ?? "", "content-type": "application/json" }
})

/** Out of the file: asking the server would take memory that is not the jobs'. */
const keyIdsOf = ({ databaseFile }: ContentDatabase, { projectId }: SeededProject): ReadonlyArray<number> => {
  const database = new BetterSqlite3(databaseFile, { readonly: true })
  const statement = database.prepare(
    "SELECT id FROM translation_key WHERE project_id = ? AND deleted_at IS NULL ORDER BY id"
  )
  const keyIds = statement.pluck().all(projectId) as ReadonlyArray<number>
  database.close()
  return keyIds
}

const runBare = async (copy: string, seeded: string, project: SeededProject, activity: string): Promise<Times> => {
  copyFileSync(seeded, copy)
  const { projectId, languageIds } = project
  return JSON.parse(await runToEnd([bareScript, copy, String(projectId), ...languageIds.map(String), activity]))
}

const call = async <A>({ server, project, headers }: Place, path: string, body?: string): Promise<A> => {
  const method = body === undefined ? "GET" : "POST"
  const address = `${server.baseUrl}/v2/projects/${project.projectId}/${path}`
  const answer = await fetch(address, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

/** Every job from the request that starts it until it is over. */
const runJobs = async (place: Place): Promise<Times> => {
  const [base = 0, target = 0] = place.project.languageIds
  const { keyIds } = place
  const requests: Readonly<Record<BatchWork, readonly [string, object]>> = {
    tag: ["tag-keys", { tags: [taggedWith] }],
    move: ["set-keys-namespace", { namespace: movedTo }],
    copy: ["copy-translations", { sourceLanguageId: base, targetLanguageIds: [target] }],
    clear: ["clear-translations", { languageIds: [target] }],
    delete: ["delete-keys", {}]
  }
  // The thread is there by then: its start does not depend on the number of keys.
  await runJob(place, "untag-keys", JSON.stringify({ keyIds: keyIds.slice(0, 10), tags: ["none"] }))
  const millis: Partial<Record<BatchWork, number>> = {}
  for (const work of batchWorks) {
    const [operation, body] = requests[work]
    const startedAt = performance.now()
    await runJob(place, operation, JSON.stringify({ keyIds, ...body }))
    millis[work] = performance.now() - startedAt
  }
  return millis as Times
}

interface Job {
  readonly id: number
  readonly status: string
}

const runJob = async (place: Place, operation: string, body: string): Promise<void> => {
  let job = await call<Job>(place, `start-batch-job/${operation}`, body)
  while (job.status === "PENDING" || job.status === "RUNNING") {
    await new Promise((resolve) => setTimeout(resolve, pollMillis))
    job = await call<Job>(place, `batch-jobs/${job.id}`)
  }
  if (job.status !== "SUCCESS") throw new Error(`${operation}: ${JSON.stringify(job)}`)
}

const workRows = (
  jobs: ReadonlyArray<Times>,
  bareWithActivity: ReadonlyArray<Times>,
  bare: ReadonlyArray<Times>
): ReadonlyArray<Result> =>
  batchWorks.map((work) => {
    const ratiosTo = (floor: ReadonlyArray<Times>) =>
      jobs.map((times, index) => times[work] / (floor[index]?.[work] ?? Number.NaN))
    const ratios = ratiosTo(bareWithActivity)
    const seconds = (times: ReadonlyArray<Times>) => round(median(times.map((one) => one[work])) / 1000, 2)
    return {
      name: `batch job: 100,000 keys ${names[work]}`,
      measured: `${medianWithRange(ratios)} × bare statements for the same rows, activity included`,
      target: "≤ 2.5 ×",
      reached: median(ratios) <= 2.5,
      detail: `${seconds(jobs)} s, bare ${seconds(bareWithActivity)} s; without activity ${seconds(bare)} s (${medianWithRange(ratiosTo(bare))} ×)`,
      dominatedBy: "rows go through the rules of the domain, in pieces that are each committed for good"
    }
  })

/** Measures requests of other projects while the jobs of one project run. */
const busyRows = async (content: ContentDatabase): Promise<ReadonlyArray<Result>> => {
  const server = await startDragoman(content.dataDir)
  try {
    let count = 0
    const idle = await sampleProjectList(server, content.seed.userId, () => count++ >= idleRequests)
    let isDone = false
    const sampled = sampleProjectList(server, content.seed.userId, () => isDone)
    await runJobs(placeAt(content, rounds, server)).finally(() => {
      isDone = true
    })
    const busy = await sampled
    const most = residentBytes(server.pid, "most") / megabyte
    const [idle99, busy99] = [percentile(idle, 0.99), percentile(busy, 0.99)]
    const slowest = Math.max(...busy)
    return [
      {
        name: "batch jobs on 100,000 keys: memory of the whole process, at most",
        measured: `${round(most, 0)} MB`,
        target: "≤ 300 MB",
        reached: most <= 300,
        detail: "resident, with five jobs one after the other",
        dominatedBy: "the idle server 130 MB; the list of ids as it comes; the thread of the jobs"
      },
      {
        name: "project list while batch jobs run: slowest",
        measured: `${round(slowest, 0)} ms`,
        target: "≤ 100 ms",
        reached: slowest <= 100,
        detail: `${busy.length} requests`
      },
      {
        name: "project list while batch jobs run: p99",
        measured: `${round(busy99 / idle99)} × idle`,
        target: "≤ 2 ×",
        reached: busy99 <= 2 * idle99,
        detail: `${round(busy99, 1)} ms, idle ${round(idle99, 1)} ms`
      }
    ]
  } finally {
    await server.stop()
  }
}
