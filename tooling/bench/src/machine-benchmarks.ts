import { parseMessage } from "@dragoman/formats"
import { maskText, unmaskText, verifyMachineText } from "@dragoman/formats/machine-text"
import { machineSamples } from "@dragoman/formats/machine-text/testing"
import { type EngineServer, startEngineServer } from "@dragoman/machine-translation/testing"
import BetterSqlite3 from "better-sqlite3"
import { type ContentDatabase, makeContentDatabase } from "./content-database.ts"
import { processorMillis, type RunningServer, runToEnd, startDragoman } from "./processes.ts"
import { pushScript, writeLanguageFile } from "./push-benchmarks.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"

const rounds = 3
/** Rounds of all samples, behind the first ones, after which the programs are as fast as they get. */
const sampleRounds = 9
const firstSampleRounds = 40
const keyCount = 2_000
const targetTags = ["de", "cs"] as const
/** Jobs that delete keys: alone, and as many beside a job that asks a machine. */
const deletions = 5
const deletedKeys = 20
/** Poll interval for the end of a job. */
const pollMillis = 2

const maxima = { job: 12, beside: 2, textMicros: 50 } as const

/** Jobs of machine translation against imports of as many texts, other jobs beside them, and what each text costs by itself. */
export const machineBenchmarks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => {
  const engine = await startEngineServer("LIBRETRANSLATE")
  try {
    return [maskedTexts(), ...(await machineJobs(folder, Math.round(keyCount * share), engine))]
  } finally {
    await engine.close()
  }
}

/** Processor time of masks and of the verification against parsing both texts. */
const maskedTexts = (): Result => {
  const time = (run: (sample: (typeof machineSamples)[number]) => unknown): number => {
    const before = process.cpuUsage()
    for (const sample of machineSamples) run(sample)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / machineSamples.length
  }
  const maskAndVerify = ({ text, isPlural, isIcu }: (typeof machineSamples)[number]) => {
    const rules = { isIcu: isPlural || isIcu, sourceTag: "en", targetTag: "de", terms: [] }
    const masked = maskText(text, "HTML", rules)
    return verifyMachineText({
      source: text,
      sourceTag: "en",
      answer: unmaskText(masked.texts, masked),
      languageTag: "de",
      isPlural,
      icuPlaceholders: isIcu,
      lengthMax: null,
      terms: []
    })
  }
  const oneRound = () => ({
    masks: time(maskAndVerify),
    parsing: time(({ text }) => [parseMessage(text), parseMessage(text)])
  })
  for (let index = 0; index < firstSampleRounds; index++) oneRound()
  const measured = Array.from({ length: sampleRounds }, oneRound)
  const masks = measured.map((one) => one.masks)
  const parsing = median(measured.map((one) => one.parsing))
  return {
    name: `${machineSamples.length} texts of six syntaxes masked, unmasked and verified`,
    measured: `${medianWithRange(masks, 1)} µs of processor time a text`,
    target: `≤ ${maxima.textMicros} µs`,
    reached: median(masks) <= maxima.textMicros,
    detail: `${round(parsing, 1)} µs for parsing both as ICU messages (${round(median(masks) / parsing, 1)} ×)`
  }
}

interface JobTimes {
  readonly imported: number
  readonly importedProcessor: number
  readonly translated: number
  readonly translatedProcessor: number
  readonly alone: number
  readonly beside: number
}

/** Each round has projects of its own: for the import, the job, and the jobs beside another one. */
const machineJobs = async (folder: string, keys: number, engine: EngineServer): Promise<ReadonlyArray<Result>> => {
  const size = { keys, languages: 1 + targetTags.length }
  const content = await makeContentDatabase(
    folder,
    Array.from({ length: 3 * rounds }, () => size)
  )
  leaveBaseTexts(content.databaseFile)
  const files = targetTags.map((tag) => writeLanguageFile(folder, keys, tag))
  const apiKey = "apiKey" in engine.config ? (engine.config.apiKey ?? "") : ""
  const server = await startDragoman(content.dataDir, {
    DRAGOMAN_MT_LIBRETRANSLATE_URL: engine.url,
    ...(apiKey === "" ? {} : { DRAGOMAN_MT_LIBRETRANSLATE_KEY: apiKey }),
    DRAGOMAN_MT_DEFAULT_PRIMARY: "LIBRETRANSLATE"
  })
  const times: Array<JobTimes> = []
  try {
    for (let index = 0; index < rounds; index++) {
      const [forImport, forJob, forBoth] = [0, 1, 2].map((offset) => placeOf(content, server, 3 * index + offset))
      if (forImport === undefined || forJob === undefined || forBoth === undefined) throw new Error("no project")
      const beforeImport = processorMillis(server.pid)
      const url = `${server.baseUrl}/v2/projects/${forImport.projectId}/single-step-import`
      const imported = Number(await runToEnd([pushScript, url, forImport.apiKey, ...files]))
      const beforeJob = processorMillis(server.pid)
      const translated = await millisOf(async () => ended(forJob, await startMachine(forJob)))
      const afterJob = processorMillis(server.pid)
      const alone = await deleteByTurns(forImport, async () => true)
      const machine = await startMachine(forBoth)
      const beside = await deleteByTurns(forBoth, async () => isRunning(await jobOf(forBoth, machine.id)))
      await ended(forBoth, machine)
      times.push({
        imported,
        importedProcessor: beforeJob - beforeImport,
        translated,
        translatedProcessor: afterJob - beforeJob,
        alone: median(alone),
        beside: median(beside)
      })
    }
  } finally {
    await server.stop()
  }
  return rowsOf(times, keys * targetTags.length)
}

const rowsOf = (times: ReadonlyArray<JobTimes>, texts: number): ReadonlyArray<Result> => {
  const middle = (name: keyof JobTimes) => median(times.map((one) => one[name]))
  const jobs = times.map(({ translated, imported }) => translated / imported)
  const besides = times.map(({ beside, alone }) => beside / alone)
  const micros = (name: "translatedProcessor" | "importedProcessor") => round((1_000 * middle(name)) / texts, 0)
  return [
    {
      name: `${texts.toLocaleString("en")} texts by a job of machine translation, of an engine that responds at once`,
      measured: `${medianWithRange(jobs)} × an import of as many texts`,
      target: `≤ ${maxima.job} ×`,
      reached: median(jobs) <= maxima.job,
      detail: `${round(middle("translated") / 1_000, 1)} s, ${round((1_000 * texts) / middle("translated"), 0)} texts a second; import ${round(middle("imported") / 1_000, 1)} s; processor time of the server ${micros("translatedProcessor")} µs a text, import ${micros("importedProcessor")} µs`,
      dominatedBy: "each result is kept by a statement of its own, and again with its digest for later jobs"
    },
    {
      name: `job that deletes ${deletedKeys} keys beside a job of machine translation in the same project`,
      measured: `${medianWithRange(besides)} × alone`,
      target: `≤ ${maxima.beside} ×`,
      reached: median(besides) <= maxima.beside,
      detail: `${round(middle("beside"), 0)} ms, alone ${round(middle("alone"), 0)} ms`
    }
  ]
}

/** Leaves texts of the base language alone, which no other project has: an engine is asked once for the same text. */
const leaveBaseTexts = (databaseFile: string): void => {
  const database = new BetterSqlite3(databaseFile)
  database.exec(`
    UPDATE translation_key SET namespace_id = NULL, deleted_at = NULL;
    DELETE FROM translation WHERE language_id NOT IN (SELECT base_language_id FROM project);
    UPDATE translation SET text = text || ' of ' || project_id;`)
  for (const [index, tag] of targetTags.entries()) {
    database.prepare("UPDATE language SET tag = ?, name = ? WHERE tag = ?").run(tag, tag, `l${index + 1}`)
  }
  database.pragma("wal_checkpoint(TRUNCATE)")
  database.close()
}

/** A project, with its keys in the order of their ids. */
interface Place {
  readonly server: RunningServer
  readonly projectId: number
  readonly apiKey: string
  readonly targetLanguageIds: ReadonlyArray<number>
  readonly keyIds: ReadonlyArray<number>
}

const placeOf = ({ databaseFile, seed }: ContentDatabase, server: RunningServer, index: number): Place => {
  const project = seed.projects[index]
  if (project === undefined) throw new Error(`no project ${index}`)
  const database = new BetterSqlite3(databaseFile, { readonly: true })
  const statement = database.prepare("SELECT id FROM translation_key WHERE project_id = ? ORDER BY id")
  const keyIds = statement.pluck().all(project.projectId) as ReadonlyArray<number>
  database.close()
  const { projectId, languageIds } = project
  return { server, projectId, apiKey: seed.apiKeys[index] ?? "", targetLanguageIds: languageIds.slice(1), keyIds }
}

interface Job {
  readonly id: number
  readonly status: string
}

const call = async ({ server, projectId, apiKey }: Place, path: string, body?: object): Promise<Job> => {
  const address = `${server.baseUrl}/v2/projects/${projectId}/${path}`
  const headers = { "x-api-key": apiKey, "content-type": "application/json" }
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
  const response = await fetch(address, { headers, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

const jobOf = (place: Place, id: number): Promise<Job> => call(place, `batch-jobs/${id}`)

const isRunning = ({ status }: Job): boolean => status === "PENDING" || status === "RUNNING"

const ended = async (place: Place, started: Job): Promise<void> => {
  let job = started
  while (isRunning(job)) {
    await new Promise((resolve) => setTimeout(resolve, pollMillis))
    job = await jobOf(place, job.id)
  }
  if (job.status !== "SUCCESS") throw new Error(`the job ended: ${JSON.stringify(job)}`)
}

const startMachine = (place: Place): Promise<Job> => {
  const { keyIds, targetLanguageIds } = place
  return call(place, "start-batch-job/machine-translate", { keyIds, targetLanguageIds })
}

/** Deletes the last keys by one job after the other, as long as the condition holds; returns how long each job took. */
const deleteByTurns = async (place: Place, holds: () => Promise<boolean>): Promise<ReadonlyArray<number>> => {
  const millis: Array<number> = []
  for (let turn = 0; turn < deletions && (await holds()); turn++) {
    const end = place.keyIds.length - turn * deletedKeys
    const keyIds = place.keyIds.slice(end - deletedKeys, end)
    millis.push(await millisOf(async () => ended(place, await call(place, "start-batch-job/delete-keys", { keyIds }))))
  }
  if (millis.length === 0) throw new Error("the job of machine translation was over before another one began")
  return millis
}

const millisOf = async (run: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}
