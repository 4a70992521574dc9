import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { PostgresServer } from "@dragoman/store/testing"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { finished, problemsOf as problemsOfJob, read, start as startJob } from "../kill-batch-jobs.ts"
import * as killing from "../kill-rounds.ts"
import { printedRandom } from "../printed-random.ts"
import { isClustered } from "../testing/running-servers.ts"
import { dispatcherBundle, serverBundle } from "../testing/server-bundle.ts"
import { type Cluster, startCluster } from "./cluster.ts"

const rounds = 9
const jobs = 2

/** Its lease ends after 15 seconds, and others look for such jobs every five; the rest is a slow machine. */
const takeoverMillis = 40_000

/** Longest wait of the survivor after the other server was killed in the middle of a transaction. */
const goesOnMillis = 10_000

// The lease of the killed server has to end for each job: too long for the tests that run everywhere.
describe.skipIf(!isClustered)("one of two servers is killed", () => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman cluster killed "))
  const postgres = ManagedRuntime.make(PostgresServer.layer)
  let cluster: Cluster

  beforeAll(async () => {
    const url = await postgres.runPromise(Effect.flatMap(PostgresServer, ({ newDatabase }) => newDatabase))
    cluster = await startCluster({
      programs: {
        server: await serverBundle(join(folder, "server")),
        dispatcher: await dispatcherBundle(join(folder, "dispatcher"))
      },
      folder,
      env: {
        DRAGOMAN_DATABASE_URL: url,
        DRAGOMAN_ADMIN_PASSWORD: killing.password,
        DRAGOMAN_DEMO_PROJECT: "off",
        DRAGOMAN_RATE_LIMITS: "off"
      }
    })
  }, 120_000)

  afterAll(async () => {
    await cluster?.close()
    await postgres.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  const kill = async (index: 0 | 1) => {
    const server = cluster.servers[index]
    server.signal("SIGKILL")
    await server.ended
  }

  it("imports and exports are there or not, never in part, and the other server goes on at once", {
    timeout: 300_000
  }, async () => {
    const clients = await Promise.all(cluster.addresses.map(killing.logIn))
    const project = await killing.makeProject(clients[1] as killing.ServerCalls)
    await killing.push(clients[1] as killing.ServerCalls, project, 1)
    let version = 1
    let imports = 1
    const random = printedRandom("run of killed servers")
    const problems: Array<string> = []
    const found = { all: 0, nothing: 0 }
    let calmMillis = 0
    for (let round = 0; round <= rounds; round++) {
      const victim = (round % 2) as 0 | 1
      const [worker, survivor] = [clients[victim], clients[1 - victim]] as [killing.ServerCalls, killing.ServerCalls]
      const work = killing.works[round % killing.works.length] ?? "push"
      const startedAt = performance.now()
      let isAnswered = false
      const working = killing.start(worker, project, work, version + 1).then(
        () => {
          isAnswered = true
        },
        () => undefined
      )
      // The first round is not killed: it says how long the work takes.
      if (round === 0) {
        await working
        calmMillis = performance.now() - startedAt
      } else {
        await pause(random() * calmMillis)
        await kill(victim)
        await working
      }
      const killedAt = performance.now()
      // It waits for the lock of the project: behind it nothing of the killed server is under way.
      await killing.answerOf(
        killing.call(survivor, "POST", `/v2/projects/${project}/languages`, JSON.stringify(language(round)))
      )
      const waitedMillis = performance.now() - killedAt
      if (waitedMillis > goesOnMillis) problems.push(`${work}: the other server waited for ${waitedMillis} ms`)
      const broken: Array<string> = []
      const state = await killing.stateOf(survivor, project, broken)
      const isDone = state.version === version + 1
      if (isDone) found.all++
      else found.nothing++
      if (isAnswered && work !== "export" && !isDone) broken.push("it was confirmed, and is not there")
      if (!isDone && state.version !== version) broken.push(`version ${state.version} after ${version}`)
      if (state.imports !== imports + (isDone ? 1 : 0)) broken.push(`${state.imports} imports in the activity`)
      if (isDone && (await killing.hasLiveImport(survivor, project))) broken.push("an applied import is still there")
      problems.push(...broken.map((problem) => `${work}: ${problem}`))
      await killing.call(survivor, "DELETE", `/v2/projects/${project}/import`)
      version = state.version
      imports = state.imports
      if (round > 0) await cluster.restart(victim)
    }
    assert.deepStrictEqual(problems, [])
    assert.isAbove(found.all, 0)
    assert.isAbove(found.nothing, 0)
  })

  it("batch jobs are finished by the other server, and nothing is done twice", { timeout: 240_000 }, async () => {
    const clients = await Promise.all(cluster.addresses.map(killing.logIn))
    const [, second] = clients as [killing.ServerCalls, killing.ServerCalls]
    const project = await killing.makeProject(second)
    await killing.push(second, project, 1)
    const { ids } = await read<{ readonly ids: ReadonlyArray<number> }>(second, project, "keys/select")
    for (let index = 0; index < jobs; index++) {
      const victim = (index % 2) as 0 | 1
      const [worker, survivor] = [clients[victim], clients[1 - victim]] as [killing.ServerCalls, killing.ServerCalls]
      const tag = `taken-over-${index}`
      const job = await startJob(worker, project, ids, tag)
      while ((await read<{ readonly progress: number }>(survivor, project, `batch-jobs/${job.id}`)).progress === 0) {}
      await kill(victim)
      const killedAt = performance.now()
      const over = await finished(survivor, project, job)
      assert.isBelow(performance.now() - killedAt, takeoverMillis)
      assert.deepStrictEqual(await problemsOfJob(survivor, project, over, tag), [])
      await cluster.restart(victim)
    }
  })
})

const language = (round: number) => ({
  name: `L${round}`,
  originalName: `L${round}`,
  tag: `x-l${round}`,
  flagEmoji: ""
})
