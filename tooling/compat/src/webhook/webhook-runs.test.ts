import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FailoverPostgres } from "@dragoman/store/testing/postgres-failover"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { openPostgres } from "../testing/postgres.ts"
import { dispatcherBundle, serverBundle } from "../testing/server-bundle.ts"
import { runDatabaseAway } from "./database-away-run.ts"
import { runDeletion, runEdits } from "./edit-run.ts"
import { runRollingRestarts, runStalled, runStop } from "./graceful-run.ts"
import { runInvented } from "./invented-run.ts"
import { runLossless } from "./lossless-run.ts"
import type { WebhookPrograms } from "./webhook-fixture.ts"

/** The long forms are commands: `npm run bench -- lossless`, `npm run bench -- graceful`. */
const timeout = 180_000
const unavailable = "503, retry after 10 s"
const asExpected = { missing: 0, invented: 0, duplicates: 0, unequal: 0 }

describe("webhooks of whole programs", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman webhooks "))
  const postgres = openPostgres()
  let programs: WebhookPrograms = { server: "", dispatcher: "" }
  let runs = 0

  beforeAll(async () => {
    const server = await serverBundle(join(fixture, "server"))
    const dispatcher = await dispatcherBundle(join(fixture, "dispatcher"))
    programs = { server, dispatcher }
  })

  afterAll(async () => {
    await postgres.close()
    rmSync(fixture, { recursive: true, force: true })
  })

  const on = async (engine: "SQLite" | "PostgreSQL") => ({
    programs,
    folder: join(fixture, `run ${++runs}`),
    postgresUrl: engine === "SQLite" ? null : await postgres.newDatabase()
  })

  const expectLossless = async (engine: "SQLite" | "PostgreSQL", changes: number, kills: number) => {
    const load = { changes, kills, overMillis: 500 * kills, endLeases: true }
    const report = await runLossless({ ...(await on(engine)), ...load })
    const { missing, forgotten, invented, unequal, pending, deliveries, exitCode } = report
    assert.deepStrictEqual(
      { missing, forgotten, invented, unequal, pending, deliveries, exitCode },
      { missing: 0, forgotten: 0, invented: 0, unequal: 0, pending: 0, deliveries: 5 * changes, exitCode: 0 }
    )
  }

  it("are not lost while server and dispatcher are killed", { timeout }, () => expectLossless("SQLite", 100, 3))

  it.each(["SQLite", "PostgreSQL"] as const)(
    "are not lost while servers and dispatchers are killed often, on %s",
    { timeout, tags: ["exhaustive"] },
    (engine) => expectLossless(engine, 400, 10)
  )

  const expectOnce = async (engine: "SQLite" | "PostgreSQL") => {
    const load = { changes: 150, overMillis: 1_500, restarts: 4 }
    const report = await runRollingRestarts({ ...(await on(engine)), ...load })
    assert.deepStrictEqual(report, { ...asExpected, restarts: 4, deliveries: 300, badEnds: 0, isTested: true })
  }

  it("come once through rolling restarts, on SQLite", { timeout }, () => expectOnce("SQLite"))

  it("come once through rolling restarts, on PostgreSQL", { timeout, tags: ["exhaustive"] }, () =>
    expectOnce("PostgreSQL")
  )

  it.each(["SQLite", "PostgreSQL"] as const)(
    "outlive a database that is away for a while, on %s",
    { timeout, tags: ["exhaustive"] },
    async (engine) => {
      const { recoveryMillis, linesPerSecond, rejections, ...report } = await runDatabaseAway({
        ...(await on(engine)),
        dispatcher: "external",
        awayMillis: 1_500,
        changes: 60,
        whileAway: engine === "SQLite" ? null : postgres.whileAway
      })
      assert.deepStrictEqual(report, { ...asExpected, deliveries: 120, forgotten: 0, ended: 0 })
      assert.includeMembers([unavailable], rejections as Array<string>)
      assert.isAtMost(recoveryMillis, 10_000)
      // One is promised; what is under way when the database goes weighs more in so short a time.
      assert.isAtMost(linesPerSecond, 4)
    }
  )

  it("go on after a failover of PostgreSQL, and no change that was acknowledged is lost", {
    timeout,
    tags: ["exhaustive"]
  }, async () => {
    const pair = ManagedRuntime.make(FailoverPostgres.layer)
    const { url, failOver } = await pair.runPromise(FailoverPostgres)
    const { recoveryMillis, linesPerSecond, duplicates, rejections, ...report } = await runDatabaseAway({
      programs,
      folder: join(fixture, `run ${++runs}`),
      postgresUrl: url,
      dispatcher: "external",
      awayMillis: 1_500,
      changes: 60,
      whileAway: (run) => pair.runPromise(failOver(Effect.promise(run)))
    })
    // The result of an attempt is lost when the primary crashes before it is stored: such a delivery comes twice.
    assert.deepStrictEqual(report, { missing: 0, invented: 0, unequal: 0, deliveries: 120, forgotten: 0, ended: 0 })
    assert.deepStrictEqual(rejections, [unavailable])
    assert.isAtMost(recoveryMillis, 30_000)
    await pair.dispose()
  })

  it("tell of nothing that was not committed, and are readable when they come", {
    timeout,
    tags: ["exhaustive"]
  }, async () => {
    const load = { changes: 60, rolledBack: 200, refused: 50 }
    const report = await runInvented({ ...(await on("PostgreSQL")), ...load })
    assert.deepStrictEqual(report, { ...asExpected, deliveries: 60, rolledBack: 200, refused: 50, unreadable: 0 })
  })

  it("come once, whatever is edited meanwhile", { timeout: 2 * timeout, tags: ["exhaustive"] }, async () => {
    const { before, after, seconds, pending, ...report } = await runEdits({
      ...(await on("PostgreSQL")),
      changes: 120,
      edits: 100
    })
    assert.deepStrictEqual(report, { ...asExpected, edits: 100 })
    assert.isAtLeast(pending, 600)
  })

  it("stop within a second when their configuration is deleted", { timeout, tags: ["exhaustive"] }, async () => {
    const { pending, lastAfterMillis } = await runDeletion({ ...(await on("SQLite")), changes: 400 })
    assert.isAtLeast(pending, 200)
    assert.isBelow(lastAfterMillis, 1_000)
  })

  it("that are being sent are finished when the dispatcher is stopped, and no other is begun", {
    timeout
  }, async () => {
    const { received, delivered, exitCode, leased } = await runStop({ ...(await on("SQLite")), changes: 300 })
    assert.deepStrictEqual({ exitCode, leased }, { exitCode: 0, leased: 0 })
    assert.strictEqual(delivered, received)
    assert.isBelow(received, 300)
  })

  it("of a dispatcher that stands still are not taken by another one", { timeout, tags: ["exhaustive"] }, async () => {
    const { held, afterMillis, ...report } = await runStalled({
      ...(await on("PostgreSQL")),
      changes: 200,
      stalledMillis: 1_000
    })
    assert.deepStrictEqual(report, asExpected)
    assert.isAbove(held, 0)
  })
})
