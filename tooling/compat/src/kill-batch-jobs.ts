import { setTimeout } from "node:timers/promises"
import { answerOf, call, keys, makeProject, push, type ServerCalls, startServer } from "./kill-rounds.ts"
import { printedRandom } from "./printed-random.ts"

/** A job whose server was killed; `broken`: its problems, none when it was resumed. */
export interface KilledBatchJob {
  readonly afterMillis: number
  /** Keys that were done when the server was killed, as far as the server had published it. */
  readonly doneBefore: number
  readonly broken: ReadonlyArray<string>
}

export interface Job {
  readonly id: number
  readonly status: string
  readonly progress: number
  readonly activityRevisionId: number | null
}

const pollMillis = 5

/**
 * Kills a server with SIGKILL while it runs batch jobs, starts it again on the same data, and looks whether each job is done
 * to its end: every key once, and one activity. `main`: the bundle; `folder`: for its data.
 */
export const killBatchJobs = async (options: {
  readonly main: string
  readonly folder: string
  readonly kills: number
}): Promise<ReadonlyArray<KilledBatchJob>> => {
  const { main, folder, kills } = options
  let server = await startServer(main, folder)
  const project = await makeProject(server)
  await push(server, project, 1)
  const { ids: keyIds } = await read<{ readonly ids: ReadonlyArray<number> }>(server, project, "keys/select")
  // The first one in peace: how long it takes.
  const startedAt = performance.now()
  await finished(server, project, await start(server, project, keyIds, "calm"))
  const calmMillis = performance.now() - startedAt
  const random = printedRandom("run of killed batch jobs")
  const killed: Array<KilledBatchJob> = []
  for (let index = 0; index < kills; index++) {
    const tag = `killed-${index}`
    const job = await start(server, project, keyIds, tag)
    const afterMillis = (calmMillis * (index + random())) / kills
    await setTimeout(afterMillis)
    const { progress: doneBefore } = await read<Job>(server, project, `batch-jobs/${job.id}`)
    await server.kill()
    server = await startServer(main, folder)
    const broken = await problemsOf(server, project, await finished(server, project, job), tag)
    killed.push({ afterMillis, doneBefore, broken })
  }
  await server.stop()
  return killed
}

export const read = async <A>(server: ServerCalls, project: number, path: string): Promise<A> =>
  JSON.parse(await answerOf(call(server, "GET", `/v2/projects/${project}/${path}`)))

export const start = async (
  server: ServerCalls,
  project: number,
  keyIds: ReadonlyArray<number>,
  tag: string
): Promise<Job> => {
  const path = `/v2/projects/${project}/start-batch-job/tag-keys`
  return JSON.parse(await answerOf(call(server, "POST", path, JSON.stringify({ keyIds, tags: [tag] }))))
}

export const finished = async (server: ServerCalls, project: number, { id }: Job): Promise<Job> => {
  for (;;) {
    const job = await read<Job>(server, project, `batch-jobs/${id}`)
    if (job.status !== "PENDING" && job.status !== "RUNNING") return job
    await setTimeout(pollMillis)
  }
}

export const problemsOf = async (
  server: ServerCalls,
  project: number,
  job: Job,
  tag: string
): Promise<ReadonlyArray<string>> => {
  const broken: Array<string> = []
  if (job.status !== "SUCCESS" || job.progress !== keys) broken.push(`${job.status} after ${job.progress} keys`)
  const { page } = await read<{ readonly page: { readonly totalElements: number } }>(
    server,
    project,
    `translations?filterTag=${tag}&size=1`
  )
  if (page.totalElements !== keys) broken.push(`${page.totalElements} keys have the tag`)
  const { _embedded } = await read<{
    readonly _embedded: {
      readonly activities: ReadonlyArray<{
        readonly revisionId: number
        readonly params: unknown
        readonly counts: unknown
      }>
    }
  }>(server, project, "activity?size=1000")
  const ofJob = _embedded.activities.filter(({ params }) => JSON.stringify(params) === JSON.stringify({ tags: [tag] }))
  if (ofJob.length !== 1 || ofJob[0]?.revisionId !== job.activityRevisionId) broken.push(`${ofJob.length} activities`)
  if (JSON.stringify(ofJob[0]?.counts) !== JSON.stringify({ KeyMeta: keys })) {
    broken.push(`the activity counts ${JSON.stringify(ofJob[0]?.counts)}`)
  }
  return broken
}
