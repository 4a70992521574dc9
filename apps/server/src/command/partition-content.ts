import { type ContentForm, type ConversionReport, convertContent } from "@dragoman/store"
import { Cause, Effect, Exit } from "effect"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { CommandFailure, explainStartFailure } from "./command-failure.ts"

/** Rows of one table between two lines about the progress. */
const rowsPerLine = 100_000

/** Sessions of the command have a name of their own, so that it is not taken for a server. */
const sessionName = "dragoman partition"

const needsPostgres = "Partitions need PostgreSQL: set DRAGOMAN_DATABASE_URL. Nothing was changed."

/**
 * Puts keys and translations into partitions by project, or back into one table each, while servers read and write. Safe to interrupt
 * and to repeat.
 */
export const partitionContent = async (settings: SettingValues, form: ContentForm) => {
  if (settings.database.engine === "sqlite") throw new CommandFailure({ sentence: needsPostgres })
  const exit = await Effect.runPromiseExit(
    convertContent(form, printRows()).pipe(
      Effect.provide(layerEngineOf(settings.database, { applicationName: sessionName })),
      Effect.withTracerEnabled(false)
    )
  )
  if (Exit.isSuccess(exit)) return { sentence: sentenceOf(exit.value), facts: exit.value }
  const sentence = explainConversion(exit.cause) ?? explainStartFailure(exit.cause, settings)
  if (sentence === null) throw Cause.squash(exit.cause)
  throw new CommandFailure({ sentence })
}

const printRows = () => {
  let next = 0
  return (table: string, rows: number): void => {
    if (rows < next) next = 0
    if (process.stderr.isTTY !== true || rows < next) return
    next = rows + rowsPerLine
    process.stderr.write(`copying ${table}: ${rows} rows\n`)
  }
}

const sentenceOf = ({ form, isChanged, isCancelled, copiedRows }: ConversionReport): string => {
  const place = form === "partitioned" ? "in partitions by project" : "in one table each"
  if (isChanged) return `Keys and translations lie ${place} now (${copiedRows} rows were copied).`
  return isCancelled
    ? `The unfinished conversion is ended: keys and translations lie ${place}, as before.`
    : `Keys and translations lie ${place} already.`
}

const explainConversion = (cause: Cause.Cause<unknown>): string | null => {
  const [error] = cause.reasons.flatMap((reason) => (reason._tag === "Fail" ? [reason.error] : []))
  switch ((error as { readonly _tag?: string } | undefined)?._tag) {
    case "ConversionUnfit":
      return "The database has another schema than this program: use the program of its servers, or run `dragoman migrate up`. Nothing was changed."
    case "ConversionEnded":
      return "The conversion was ended meanwhile, by a migration or another command: keys and translations lie as before. Run the command again."
    case "OldTransactionOpen":
      return "A transaction is open since before all rows were copied, for ten minutes: end it (pg_stat_activity shows it), and run the command again, which continues."
    default:
      return null
  }
}
