import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isReady, startProgram } from "@dragoman/release/running-program"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { openPostgres } from "./testing/postgres.ts"
import { serverBundle } from "./testing/server-bundle.ts"

describe("a server whose database is unavailable", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman away "))
  const postgres = openPostgres()
  let main = ""

  beforeAll(async () => {
    main = await serverBundle(join(fixture, "dist"))
  })

  afterAll(async () => {
    await postgres.close()
    rmSync(fixture, { recursive: true, force: true })
  })

  it("stops with 0 on SIGTERM", async () => {
    const server = startProgram(process.execPath, [main, "serve", "--port", "0", "--data-dir", join(fixture, "data")], {
      folder: fixture,
      env: { DRAGOMAN_DATABASE_URL: await postgres.newDatabase(), DRAGOMAN_LOG_FORMAT: "json" }
    })
    await server.line(isReady)
    const exitCode = await postgres.whileAway(() => {
      server.signal("SIGTERM")
      return server.ended
    })
    assert.strictEqual(exitCode, 0)
  })
})
