import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { migrate, schemaVersion } from "@dragoman/store"
import { Effect } from "effect"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { testSettings } from "../testing/test-server.ts"
import { backup, checkDatabaseFile } from "./backup.ts"
import { CommandFailure } from "./command-failure.ts"
import { restore } from "./restore.ts"
import { verifyBackup } from "./verify-backup.ts"

let folder = ""
const inFolder = (name: string) => join(folder, name)
const sqlite = (name: string): SettingValues => ({
  ...testSettings(folder),
  database: { engine: "sqlite", filename: inFolder(name) }
})

let schemaFolder = ""

beforeAll(async () => {
  schemaFolder = mkdtempSync(join(tmpdir(), "dragoman schema "))
  const database = { engine: "sqlite", filename: join(schemaFolder, "schema.sqlite") } as const
  const migrating = migrate({ now: 1, beforeFirst: () => Effect.void })
  await Effect.runPromise(Effect.orDie(Effect.provide(migrating, layerEngineOf(database))))
})
afterAll(() => rmSync(schemaFolder, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dragoman backup "))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A database as a running server has it open: WAL, with rows that are in the log only. */
const openDatabase = (name: string, rows: number, version = schemaVersion): DatabaseSync => {
  copyFileSync(join(schemaFolder, "schema.sqlite"), inFolder(name))
  const database = new DatabaseSync(inFolder(name))
  database.exec(`
    PRAGMA journal_mode = WAL;
    UPDATE schema_migration SET version = ${version} WHERE version = ${schemaVersion};
  `)
  const insert = database.prepare("INSERT INTO server_value VALUES (?, 'text')")
  for (let row = 0; row < rows; row++) insert.run(`name ${row}`)
  return database
}

const failureOf = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run()
  } catch (error) {
    if (error instanceof CommandFailure) return error.sentence
    throw error
  }
  return "nothing failed"
}

describe("backup", () => {
  it("has every committed row while the database is open and written", async () => {
    const database = openDatabase("live.sqlite", 100)
    const { facts } = await backup(sqlite("live.sqlite"), inFolder("copy.sqlite"))
    database.exec("DELETE FROM server_value")
    assert.strictEqual(facts.rowsByTable["server_value"], 100)
    assert.deepInclude(checkDatabaseFile(inFolder("copy.sqlite")), { rowsByTable: facts.rowsByTable })
    database.close()
  })

  it("leaves out what is not committed, and does not wait for it", async () => {
    const database = openDatabase("live.sqlite", 1)
    database.exec("BEGIN IMMEDIATE; INSERT INTO server_value VALUES ('open', 'x')")
    const { facts } = await backup(sqlite("live.sqlite"), inFolder("copy.sqlite"))
    assert.strictEqual(facts.rowsByTable["server_value"], 1)
    database.close()
  })

  it("can be read by its user only", async () => {
    openDatabase("live.sqlite", 1).close()
    await backup(sqlite("live.sqlite"), inFolder("copy.sqlite"))
    assert.strictEqual(statSync(inFolder("copy.sqlite")).mode & 0o777, 0o600)
  })

  it("rejects a file that exists, and leaves it as it is", async () => {
    openDatabase("live.sqlite", 1).close()
    writeFileSync(inFolder("copy.sqlite"), "mine")
    assert.match(await failureOf(() => backup(sqlite("live.sqlite"), inFolder("copy.sqlite"))), /exists already/)
    assert.strictEqual(readFileSync(inFolder("copy.sqlite"), "utf8"), "mine")
  })

  it.each([
    ["no database", "missing.sqlite", "copy.sqlite", /There is no database/],
    ["no folder for the file", "live.sqlite", "nowhere/copy.sqlite", /does not exist/],
    ["a file that is no database", "notes.txt", "copy.sqlite", /The backup failed/]
  ])("says what is wrong with %s, and leaves nothing behind", async (_, source, target, sentence) => {
    openDatabase("live.sqlite", 1).close()
    writeFileSync(inFolder("notes.txt"), "These are notes, long enough to be taken for the header of a database file.")
    const before = readdirSync(folder)
    assert.match(await failureOf(() => backup(sqlite(source), inFolder(target))), sentence)
    assert.deepStrictEqual(readdirSync(folder), before)
  })

  it("is verified from end to end, and says what is wrong", async () => {
    openDatabase("live.sqlite", 3).close()
    await backup(sqlite("live.sqlite"), inFolder("copy.sqlite"))
    const { facts, sentence } = await verifyBackup(sqlite("live.sqlite"), inFolder("copy.sqlite"))
    assert.deepInclude(facts, { hasManifest: true, engine: "sqlite", schemaVersion })
    const rowCount = Object.values(facts.rowsByTable).reduce((sum, rows) => sum + rows, 0)
    assert.include(sentence, `is whole: ${rowCount} rows`)
    halve("copy.sqlite")
    assert.match(await failureOf(() => verifyBackup(sqlite("x"), inFolder("copy.sqlite"))), /damaged|cannot be read/)
    assert.match(await failureOf(() => verifyBackup(sqlite("x"), inFolder("none"))), /There is no file/)
  })
})

describe("restore", () => {
  it("gives the rows of the backup, and leaves the backup as it was", async () => {
    openDatabase("live.sqlite", 7).close()
    const made = await backup(sqlite("live.sqlite"), inFolder("copy.sqlite"))
    const bytes = readFileSync(inFolder("copy.sqlite"))
    const restored = await restore(sqlite("new/live.sqlite"), inFolder("copy.sqlite"))
    assert.deepStrictEqual(restored.facts.rowsByTable, made.facts.rowsByTable)
    assert.deepStrictEqual(readFileSync(inFolder("copy.sqlite")), bytes)
    assert.strictEqual(statSync(inFolder("new/live.sqlite")).mode & 0o777, 0o600)
    assert.deepStrictEqual(readdirSync(inFolder("new")), ["live.sqlite"])
  })

  it("never replaces a database", async () => {
    openDatabase("live.sqlite", 7).close()
    openDatabase("other.sqlite", 1).close()
    const bytes = readFileSync(inFolder("live.sqlite"))
    assert.match(
      await failureOf(() => restore(sqlite("live.sqlite"), inFolder("other.sqlite"))),
      /There is a database already/
    )
    assert.deepStrictEqual(readFileSync(inFolder("live.sqlite")), bytes)
  })

  it.each([
    ["is not there", () => {}, /There is no file/],
    ["is no database", () => writeFileSync(inFolder("copy.sqlite"), "x".repeat(5000)), /cannot be read as a database/],
    ["is another program's", () => new DatabaseSync(inFolder("copy.sqlite")).exec("CREATE TABLE a (b)"), /not one of/],
    ["is cut off", () => cutOff("copy.sqlite"), /damaged|cannot be read/],
    ["was written by a newer program", () => openDatabase("copy.sqlite", 1, schemaVersion + 1).close(), /newer/],
    ["belongs to a running server", () => void openDatabase("copy.sqlite", 1), /dragoman backup/]
  ])("rejects a backup that %s, and creates no database", async (_, prepare, sentence) => {
    prepare()
    assert.match(await failureOf(() => restore(sqlite("new.sqlite"), inFolder("copy.sqlite"))), sentence)
    assert.isFalse(existsSync(inFolder("new.sqlite")))
    assert.isFalse(existsSync(inFolder("new.sqlite.unfinished")))
  })
})

const cutOff = (name: string): void => {
  openDatabase(name, 2000).close()
  halve(name)
}

const halve = (name: string): void => {
  const bytes = readFileSync(inFolder(name))
  writeFileSync(inFolder(name), bytes.subarray(0, Math.floor(bytes.length / 2)))
}
