import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { killBatchJobs } from "./kill-batch-jobs.ts"
import { killBranches } from "./kill-branches.ts"
import { killMachineJobs } from "./kill-machine-jobs.ts"
import { killPublishing } from "./kill-publishing.ts"
import { killRounds } from "./kill-rounds.ts"
import { serverBundle } from "./testing/server-bundle.ts"

const killedJobs = 2
const killedBranches = 1

describe("a server that is killed", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman killed "))
  let main = ""

  beforeAll(async () => {
    main = await serverBundle(join(fixture, "dist"))
  }, 60_000)

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  const killImports = async (kills: number) => {
    const rounds = await killRounds({ main, folder: mkdtempSync(join(fixture, "imports ")), kills })
    assert.strictEqual(rounds.length, kills)
    assert.deepStrictEqual(
      rounds.filter(({ broken }) => broken.length > 0),
      []
    )
  }

  it("during an import has all of the work or nothing of it when it starts again, without repair", () => killImports(1))

  it(
    "during imports and exports has all of the work or nothing of it when it starts again, without repair",
    {
      tags: ["exhaustive"]
    },
    () => killImports(8)
  )

  it("during batch jobs goes on with them when it starts again, and does nothing twice", {
    timeout: 120_000
  }, async () => {
    const jobs = await killBatchJobs({ main, folder: mkdtempSync(join(fixture, "jobs ")), kills: killedJobs })
    assert.strictEqual(jobs.length, killedJobs)
    assert.deepStrictEqual(
      jobs.filter(({ broken }) => broken.length > 0),
      []
    )
  })

  it("while it creates or erases a branch has all of it or nothing, and the default branch as before", {
    timeout: 120_000
  }, async () => {
    const branches = await killBranches({
      main,
      folder: mkdtempSync(join(fixture, "branches ")),
      kills: killedBranches
    })
    assert.strictEqual(branches.length, killedBranches)
    assert.deepStrictEqual(
      branches.filter(({ broken }) => broken.length > 0),
      []
    )
  })

  const killJobsOfMachines = async (kills: number) => {
    const jobs = await killMachineJobs({ main, folder: mkdtempSync(join(fixture, "machines ")), kills })
    assert.strictEqual(jobs.length, kills)
    assert.deepStrictEqual(
      jobs.filter(({ broken }) => broken.length > 0),
      []
    )
  }

  it(
    "while a job asks a language model asks for no answer again that it had, and writes each text once",
    { timeout: 120_000 },
    () => killJobsOfMachines(1)
  )

  it(
    "while jobs ask a language model, at any moment, asks for no answer again that it had, and writes each text once",
    { timeout: 120_000, tags: ["exhaustive"] },
    () => killJobsOfMachines(8)
  )

  const killContentDeliveries = async (kills: number) => {
    const published = await killPublishing({ main, folder: mkdtempSync(join(fixture, "publishing ")), kills })
    assert.strictEqual(published.length, kills)
    assert.deepStrictEqual(
      published.filter(({ broken }) => broken.length > 0),
      []
    )
  }

  it("while it publishes serves one version as a whole, and goes on with the new one", { timeout: 120_000 }, () =>
    killContentDeliveries(1)
  )

  it(
    "while it publishes, at any moment, serves one version as a whole, and goes on with the new one",
    { timeout: 120_000, tags: ["exhaustive"] },
    () => killContentDeliveries(8)
  )
})
