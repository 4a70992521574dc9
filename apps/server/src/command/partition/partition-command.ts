import {
  type ContentForm,
  checkVersion,
  convertContent,
  joinPartitions,
  type PartitionFamilyName,
  PartitionsAsWanted,
  partitionFamilies,
  partitionTables,
  readContentForm,
  readPartitions,
  schemaVersion
} from "@dragoman/store"
import { Cause, Effect, Exit, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { layerEngineOf } from "../../platform/database/layer-engine.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { checkNoServers } from "../check-no-servers.ts"
import { CommandFailure, explainStartFailure } from "../command-failure.ts"
import type { PartitionAction } from "./partition-arguments.ts"
import { printCopiedRows } from "./print-copied-rows.ts"

/** The output of a command: `sentence` for people, `facts` as JSON. */
interface PartitionReport {
  readonly sentence: string
  readonly facts: object
}

/** Sessions of the command have a name of their own, so that it can count those of servers. */
const sessionName = "dragoman partition"

/** Runs a command about partitions on the database of the settings. */
export const runPartitionCommand = async (
  settings: SettingValues,
  action: PartitionAction
): Promise<PartitionReport> => {
  if (settings.database.engine === "sqlite") {
    throw new CommandFailure({
      sentence:
        "The database is a SQLite file, whose tables have no partitions: `dragoman copy` moves it to PostgreSQL."
    })
  }
  const exit = await Effect.runPromiseExit(
    run(action).pipe(
      Effect.provide(layerEngineOf(settings.database, { applicationName: sessionName })),
      Effect.provide(Logger.layer([])),
      Effect.withTracerEnabled(false)
    )
  )
  if (Exit.isSuccess(exit)) return exit.value
  const sentence = explainStartFailure(exit.cause, settings)
  if (sentence === null) throw Cause.squash(exit.cause)
  throw new CommandFailure({ sentence })
}

const run = Effect.fnUntraced(function* (action: PartitionAction) {
  if ((yield* checkVersion(schemaVersion)) < schemaVersion) {
    return yield* new CommandFailure({
      sentence:
        "The database has an older schema than this program: start the server of the same version first, or run `dragoman migrate up`."
    })
  }
  switch (action.action) {
    case "status":
      return yield* status
    case "divide":
      return yield* action.name === "content" ? convert("partitioned") : divide(action.name)
    case "join":
      return yield* action.name === "content" ? convert("plain") : join(action.name)
  }
})

const status = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const names = Object.keys(partitionFamilies) as ReadonlyArray<PartitionFamilyName>
  const families = yield* Effect.forEach(names, (name) =>
    Effect.map(readPartitions(sql, partitionFamilies[name]), (ranges) => ({ name, ranges }))
  )
  const content = yield* readContentForm
  const lines = families.flatMap(({ name, ranges }) => [
    ranges.length === 0 ? `${name}: plain tables` : `${name}: ${ranges.length} ranges`,
    ...ranges.map(({ from, until, bytes }) => `  ids ${from} to ${until - 1}: ${Math.ceil(bytes / 1024 ** 2)} MiB`)
  ])
  const report: PartitionReport = {
    sentence: [`content: ${formWords[content]}`, ...lines].join("\n"),
    facts: { content, ...Object.fromEntries(families.map(({ name, ranges }) => [name, ranges])) }
  }
  return report
})

const divide = Effect.fnUntraced(function* (name: PartitionFamilyName) {
  const ranges = yield* partitionTables(partitionFamilies[name]).pipe(
    Effect.catchIf(isAsWanted, () => alreadyFailure(`${name} are partitioned already`))
  )
  const report: PartitionReport = {
    sentence: `The tables of ${name} are partitioned. Servers make new partitions hourly, before they are needed.`,
    facts: { name, ranges }
  }
  return report
})

const join = Effect.fnUntraced(function* (name: PartitionFamilyName) {
  yield* checkNoServers
  yield* joinPartitions(partitionFamilies[name]).pipe(
    Effect.catchIf(isAsWanted, () => alreadyFailure(`${name} are plain tables`))
  )
  const report: PartitionReport = {
    sentence: `The tables of ${name} are plain again. Servers may start.`,
    facts: { name, ranges: [] }
  }
  return report
})

const formWords: Readonly<Record<ContentForm, string>> = { plain: "plain tables", partitioned: "partitions by project" }

/** Gives the tables of keys and translations the form, while servers read and write. */
const convert = Effect.fnUntraced(function* (form: ContentForm) {
  const { isChanged, isCancelled, copiedRows } = yield* convertContent(form, printCopiedRows()).pipe(
    Effect.catchTags({
      ConversionUnfit: () =>
        contentFailure("The database has another schema than this program: use the program of its servers."),
      ConversionEnded: () =>
        contentFailure(
          "A migration or another command ended the conversion: nothing was changed. Run the command again."
        ),
      OldTransactionOpen: () =>
        contentFailure(
          "A transaction has been open for ten minutes, since before all rows were copied: end it (pg_stat_activity shows it), and run the command again, which continues."
        )
    })
  )
  if (!isChanged && !isCancelled) return yield* alreadyFailure(`content are ${formWords[form]} already`)
  const report: PartitionReport = {
    sentence: isChanged
      ? `Keys and translations lie in ${formWords[form]} now (${copiedRows} rows were copied).`
      : `The unfinished conversion is ended: keys and translations lie in ${formWords[form]}, as before.`,
    facts: { name: "content", form, copiedRows }
  }
  return report
})

const contentFailure = (sentence: string) => Effect.fail(new CommandFailure({ sentence }))

const isAsWanted = (error: unknown): error is PartitionsAsWanted => error instanceof PartitionsAsWanted

const alreadyFailure = (fact: string) =>
  Effect.fail(new CommandFailure({ sentence: `The tables of ${fact}: nothing was changed.` }))
