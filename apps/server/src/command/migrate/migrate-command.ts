import { existsSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import {
  currentVersion,
  dropSchemaCopy,
  listSchemaCopies,
  lockForServer,
  migrate,
  migrations,
  putBackSchemaCopy,
  readAppliedMigrations,
  readUndo,
  type SchemaCopy,
  schemaVersion,
  undoMigrations,
  worksWith
} from "@dragoman/store"
import { Cause, Clock, Effect, Exit, Logger } from "effect"
import type { SqlClient } from "effect/sql"
import { layerEngineOf, nativeBinding } from "../../platform/database/layer-engine.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { checkDatabaseFile } from "../backup.ts"
import { checkNoServers } from "../check-no-servers.ts"
import { CommandFailure, explainStartFailure } from "../command-failure.ts"
import { copyBeforeMigration } from "../copy-before-migration.ts"
import type { MigrateAction } from "./migrate-arguments.ts"
import { explainMigrationFailure, type MigrationStatus, printStatus } from "./migrate-report.ts"
import { listSqliteCopies, putBackSqliteCopy } from "./sqlite-copies.ts"

/** The output of a command: `sentence` for people, `facts` as JSON. */
interface MigrateReport {
  readonly sentence: string
  readonly facts: object
}

/** Sessions of the command have a name of their own, so that it can count those of servers. */
const sessionName = "dragoman migrate"

/** Runs a command about the schema on the database of the settings. */
export const runMigrateCommand = async (settings: SettingValues, action: MigrateAction): Promise<MigrateReport> => {
  const { database } = settings
  if (database.engine === "sqlite" && action.action !== "rollback" && !existsSync(database.filename)) {
    throw new CommandFailure({ sentence: `There is no database ${database.filename}: check DRAGOMAN_DATA_DIR.` })
  }
  const exit = await Effect.runPromiseExit(
    run(settings, action).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.withTracerEnabled(false))
  )
  if (Exit.isSuccess(exit)) return exit.value
  const sentence = explainMigrationFailure(exit.cause) ?? explainStartFailure(exit.cause, settings)
  if (sentence === null) throw Cause.squash(exit.cause)
  throw new CommandFailure({ sentence })
}

const run = (settings: SettingValues, action: MigrateAction) => {
  const inDatabase = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(effect, layerEngineOf(settings.database, { applicationName: sessionName }))
  switch (action.action) {
    case "status":
      return inDatabase(status(settings))
    case "up":
      return Effect.andThen(lockSqlite(settings), inDatabase(up(settings)))
    case "down":
      return Effect.andThen(lockSqlite(settings), inDatabase(down(settings, action)))
    case "forget":
      return settings.database.engine === "postgres"
        ? inDatabase(forgetPostgres(action.copy))
        : Effect.sync(() => forgetSqlite(settings, action.copy))
    case "rollback":
      return settings.database.engine === "postgres"
        ? inDatabase(rollbackPostgres(action.copy))
        : Effect.andThen(lockSqlite(settings), rollbackSqlite(settings.database.filename, action.copy))
  }
}

/** Locks the file: no server runs on it until the command has ended. */
const lockSqlite = ({ database }: SettingValues) =>
  database.engine === "sqlite"
    ? lockForServer({ filename: database.filename, nativeBinding: nativeBinding() })
    : Effect.void

const status = Effect.fnUntraced(function* ({ database }: SettingValues) {
  const applied = yield* readAppliedMigrations
  const databaseVersion = applied.at(-1)?.version ?? 0
  const pending = migrations.filter(({ version }) => version > databaseVersion)
  const report: MigrationStatus = {
    programVersion: schemaVersion,
    databaseVersion,
    works: databaseVersion >= schemaVersion && worksWith(applied, schemaVersion),
    canRoll: pending.every(({ version, oldestProgram = version }) => oldestProgram <= databaseVersion),
    pending: pending.map(({ version, name }) => ({ version, name })),
    applied: applied.map(({ version, name, appliedAt, undo, loses }) => {
      const known = migrations.find((migration) => migration.version === version)
      return {
        version,
        name,
        appliedAt,
        canBeUndone: known === undefined ? undo !== null : known.undo !== null,
        loses: known === undefined ? loses : (known.undo?.loses ?? null)
      }
    }),
    copies: yield* listCopies(database)
  }
  return { sentence: printStatus(report), facts: report }
})

const listCopies = (database: SettingValues["database"]) =>
  database.engine === "postgres"
    ? Effect.orDie(listSchemaCopies)
    : Effect.sync(() => listSqliteCopies(database.filename))

const up = Effect.fnUntraced(function* (settings: SettingValues) {
  const now = yield* Clock.currentTimeMillis
  let copy: string | null = null
  const { from, to } = yield* migrate({
    now,
    beforeFirst: (version) =>
      Effect.map(copyBeforeMigration(settings, version, now), (made) => {
        copy = made
      })
  })
  const facts = { from, to, copy }
  if (from === to) return { sentence: `The database has schema ${to} already.`, facts }
  return { sentence: `The database went from schema ${from} to ${to}.${sayCopy(copy)}`, facts }
})

const sayCopy = (copy: string | null): string =>
  copy === null ? "" : ` Before, it was copied to ${copy}; \`dragoman rollback\` puts that back.`

const down = Effect.fnUntraced(function* (
  settings: SettingValues,
  { to, acceptLoss }: Extract<MigrateAction, { readonly action: "down" }>
) {
  yield* checkNoServers
  const from = yield* currentVersion
  const plan = yield* readUndo(to)
  const losses = plan.steps.flatMap(({ loses }) => (loses === null ? [] : [loses]))
  if (losses.length > 0 && !acceptLoss) {
    return yield* new CommandFailure({
      sentence: `Going from schema ${from} to ${plan.to} loses: ${losses.join("; ")}. Add --accept-loss to go on. Nothing was changed.`
    })
  }
  const now = yield* Clock.currentTimeMillis
  const copy = yield* copyBeforeMigration(settings, from, now)
  yield* undoMigrations(plan.to)
  const undone = plan.steps.map(({ version, name }) => ({ version, name }))
  return {
    sentence: `The database went back from schema ${from} to ${plan.to}.${sayCopy(copy)} Start the program of that version.`,
    facts: { from, to: plan.to, undone, losses, copy }
  }
})

const forgetSqlite = ({ database }: SettingValues, name: string): MigrateReport => {
  const filename = database.engine === "sqlite" ? database.filename : ""
  const copy = chooseCopy(listSqliteCopies(filename), name)
  rmSync(join(dirname(filename), copy.name))
  return forgotten(copy)
}

const forgetPostgres = Effect.fnUntraced(function* (name: string) {
  const copy = chooseCopy(yield* listSchemaCopies, name)
  yield* dropSchemaCopy(name)
  return forgotten(copy)
}, Effect.orDie)

const forgotten = (copy: SchemaCopy): MigrateReport => ({
  sentence: `The copy ${copy.name} is deleted.`,
  facts: { deleted: copy }
})

/** `name`: null for the newest one that was made before a change. */
const chooseCopy = (copies: ReadonlyArray<SchemaCopy>, name: string | null): SchemaCopy => {
  const copy =
    name === null ? copies.findLast(({ reason }) => reason === "beforeChange") : copies.find((one) => one.name === name)
  if (copy !== undefined) return copy
  throw new CommandFailure({
    sentence:
      name === null
        ? "There is no copy from before a change of the schema: restore a backup, or undo migrations with `dragoman migrate down`."
        : `${name} is not a copy of this database: \`dragoman migrate status\` lists them.`
  })
}

const rollbackPostgres = Effect.fnUntraced(
  function* (name: string | null) {
    yield* checkNoServers
    const chosen = chooseCopy(yield* listSchemaCopies, name)
    const from = yield* currentVersion
    const { schemaVersion: to, putAside } = yield* putBackSchemaCopy(chosen.name, yield* Clock.currentTimeMillis)
    return rolledBack(chosen, from, to, putAside)
  },
  Effect.catchTag("SqlError", Effect.die)
)

const rollbackSqlite = Effect.fnUntraced(function* (filename: string, name: string | null) {
  const copy = chooseCopy(listSqliteCopies(filename), name)
  const checked = checkDatabaseFile(join(dirname(filename), copy.name))
  if ("problem" in checked) return yield* new CommandFailure({ sentence: `The copy ${copy.name} ${checked.problem}.` })
  if (checked.schemaVersion > schemaVersion) {
    return yield* new CommandFailure({
      sentence: `${copy.name} has schema ${checked.schemaVersion}, this program knows ${schemaVersion}: use the newer program.`
    })
  }
  const present = existsSync(filename) ? checkDatabaseFile(filename) : { schemaVersion: 0 }
  if ("problem" in present) {
    return yield* new CommandFailure({
      sentence: `The database ${filename} ${present.problem}: move it away, and restore the copy with \`dragoman restore\`.`
    })
  }
  const now = yield* Clock.currentTimeMillis
  const putAside = putBackSqliteCopy(filename, copy, present.schemaVersion, now)
  return rolledBack(copy, present.schemaVersion, checked.schemaVersion, putAside)
})

const rolledBack = (copy: SchemaCopy, from: number, to: number, putAside: string | null): MigrateReport => ({
  sentence: [
    `The database is as it was at ${new Date(copy.madeAt).toISOString()}, with schema ${to}.`,
    putAside === null ? "" : ` What it was until now (schema ${from}) is in ${putAside}.`,
    " Start the program of that schema."
  ].join(""),
  facts: { from, to, copy: copy.name, madeAt: copy.madeAt, putAside }
})
