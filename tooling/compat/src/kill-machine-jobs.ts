import { setTimeout } from "node:timers/promises"
import { type ModelServer, startModelServer, testModelKey } from "@dragoman/machine-translation/testing"
import { finished, type Job, read } from "./kill-batch-jobs.ts"
import { answerOf, call, makeProject, type ServerCalls, startServer } from "./kill-rounds.ts"
import { printedRandom } from "./printed-random.ts"

/** When the server is killed: after it has written all answers that came, or as soon as they came. */
const killMoments = ["written", "answered"] as const

/** A job that asked a language model and whose server was killed; `broken`: its problems. */
export interface KilledMachineJob {
  readonly moment: (typeof killMoments)[number]
  /** Texts that the model had translated when the server was killed. */
  readonly answered: number
  readonly broken: ReadonlyArray<string>
}

/** More than one batch of a job. */
const keys = 120

/** Requests of a job at the same time. */
const requestsMax = 4

const pollMillis = 5

/**
 * Kills a server with SIGKILL while its jobs ask a language model, starts it again on the same data, and looks whether each text
 * was asked for once, but for those without an answer, and written once. `main`: the bundle; `folder`: for its data.
 */
export const killMachineJobs = async (options: {
  readonly main: string
  readonly folder: string
  readonly kills: number
}): Promise<ReadonlyArray<KilledMachineJob>> => {
  const { main, folder, kills } = options
  const model = await startModelServer("OPENAI")
  const provider = { name: "local", apiUrl: model.url, apiKey: testModelKey, model: "small" }
  const start = () => startServer(main, folder, { DRAGOMAN_LLM_PROVIDERS: JSON.stringify([provider]) })
  let server = await start()
  const project = await makeProject(server)
  const { _embedded } = await read<{
    readonly _embedded: { readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }> }
  }>(server, project, "languages")
  const targetLanguageIds = _embedded.languages.filter(({ tag }) => tag === "de").map(({ id }) => id)
  const random = printedRandom("run of killed machine jobs")
  const killed: Array<KilledMachineJob> = []
  for (let round = 0; round < kills; round++) {
    const moment = killMoments[round % killMoments.length] ?? "written"
    const answered = 1 + Math.floor(random() * (keys - requestsMax - 1))
    await pushBase(server, project, round)
    const { ids: keyIds } = await read<{ readonly ids: ReadonlyArray<number> }>(server, project, "keys/select")
    const before = model.requests.length
    model.setBehaviour(() => (model.requests.length - before > answered ? "is_silent" : "translates"))
    const path = `/v2/projects/${project}/start-batch-job/machine-translate`
    const job: Job = JSON.parse(
      await answerOf(call(server, "POST", path, JSON.stringify({ keyIds, targetLanguageIds })))
    )
    while (!(await isMoment(server, project, job, { moment, answered, asked: () => model.requests.length - before }))) {
      await setTimeout(pollMillis)
    }
    await server.kill()
    const first = askedTexts(model, before)
    model.setBehaviour("translates")
    server = await start()
    const ended = await finished(server, project, job)
    const broken = await problemsOf(server, project, ended, round)
    const again = askedTexts(model, before + first.length)
    const twice = first.filter((text) => again.includes(text))
    if (twice.length > requestsMax) broken.push(`${twice.length} texts were asked for twice`)
    const written = moment === "written" ? first.slice(0, answered) : []
    if (twice.some((text) => written.includes(text))) broken.push("a text that was written was asked for again")
    if (new Set([...first, ...again]).size !== keys) broken.push("not all texts were asked for")
    if (first.length + again.length !== keys + twice.length) broken.push("a text was asked for twice by one server")
    killed.push({ moment, answered, broken })
  }
  await server.stop()
  await model.close()
  return killed
}

/** Whether the server has all answers of the model, and has written them when that is the moment. */
const isMoment = async (
  server: ServerCalls,
  project: number,
  { id }: Job,
  wanted: { readonly moment: KilledMachineJob["moment"]; readonly answered: number; readonly asked: () => number }
): Promise<boolean> => {
  if (wanted.moment === "answered") return wanted.asked() > wanted.answered
  return (await read<Job>(server, project, `batch-jobs/${id}`)).progress === wanted.answered
}

const textOf = (round: number, index: number): string => `Round ${round} of the text ${index}`

const pushBase = async (server: ServerCalls, project: number, round: number): Promise<void> => {
  const texts = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`key_${index}`, textOf(round, index)]))
  const form = new FormData()
  form.append("files", new Blob([JSON.stringify(texts)]), "en.json")
  form.append("params", JSON.stringify({ forceMode: "OVERRIDE" }))
  await answerOf(call(server, "POST", `/v2/projects/${project}/single-step-import`, form))
}

/** The texts that the model was asked to translate, since a request; a prompt shows other texts too. */
const askedTexts = ({ requests }: ModelServer, from: number): ReadonlyArray<string> =>
  requests.slice(from).map(({ prompt }) => [...prompt.prompt.matchAll(/\(de\):\n"([^"]*)"/g)].at(-1)?.[1] ?? "")

const problemsOf = async (server: ServerCalls, project: number, job: Job, round: number): Promise<Array<string>> => {
  const broken: Array<string> = []
  if (job.status !== "SUCCESS" || job.progress !== keys) broken.push(`${job.status} after ${job.progress} keys`)
  const { de } = await read<{ readonly de: Readonly<Record<string, string>> }>(server, project, "translations/de")
  for (let index = 0; index < keys; index++) {
    const text = de[`key_${index}`]
    if (text !== `[de] ${textOf(round, index)}`) broken.push(`key_${index} has the text ${text}`)
  }
  const { _embedded } = await read<{
    readonly _embedded: {
      readonly activities: ReadonlyArray<{
        readonly revisionId: number
        readonly type: string
        readonly counts: unknown
      }>
    }
  }>(server, project, "activity?size=1000")
  const ofJobs = _embedded.activities.filter(({ type }) => type === "BATCH_MACHINE_TRANSLATE")
  if (ofJobs.length !== round + 1) broken.push(`${ofJobs.length} activities of ${round + 1} jobs`)
  const ofJob = ofJobs.find(({ revisionId }) => revisionId === job.activityRevisionId)
  if (JSON.stringify(ofJob?.counts) !== JSON.stringify({ Translation: keys })) {
    broken.push(`the activity counts ${JSON.stringify(ofJob?.counts)}`)
  }
  return broken
}
