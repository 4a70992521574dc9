import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { type CopyProgress, copyBetween, type DatabaseAddress } from "@dragoman/store"
import { Cause, Effect, Exit } from "effect"
import { nativeBinding } from "../../platform/database/layer-engine.ts"
import { describeDatabase } from "../../platform/settings/describe-settings.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { explainCopyFailure } from "../../service/backup/explain-copy.ts"
import { CommandFailure, explainFileError, explainStartFailure } from "../command-failure.ts"

/** Copies a database to another one. `ends`: settings with the database of each. */
export const runCopy = async (
  ends: { readonly from: SettingValues; readonly to: SettingValues },
  onProgress: (progress: CopyProgress) => void
) => {
  const [from, to] = [ends.from.database, ends.to.database]
  checkFiles(from, to)
  const copying = Effect.suspend(() =>
    copyBetween({ from, to, nativeBinding: nativeBinding(), isLive: true, now: Date.now(), onProgress })
  )
  const exit = await Effect.runPromiseExit(copying)
  if (Exit.isFailure(exit)) throw copyFailure(exit.cause, describeDatabase(from), [ends.to, ends.from])
  const { schemaVersion, isResumed, tables, tablesLeftOut } = exit.value
  const rowCount = Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
  const leftOut = tablesLeftOut.length === 0 ? "" : ` Tables of others were left out: ${tablesLeftOut.join(", ")}.`
  return {
    sentence: `Copied ${rowCount} rows to ${describeDatabase(to)}, and compared them.${leftOut} Start the server with DRAGOMAN_DATABASE_URL set to it, and with the same DRAGOMAN_ENCRYPTION_KEY.`,
    facts: {
      from: describeDatabase(from),
      to: describeDatabase(to),
      schemaVersion,
      isResumed,
      rowCount,
      tables,
      tablesLeftOut
    }
  }
}

const checkFiles = (from: DatabaseAddress, to: DatabaseAddress): void => {
  if (describeDatabase(from) === describeDatabase(to)) {
    throw new CommandFailure({ sentence: "--from and --to name the same database: name an empty one with --to." })
  }
  if (from.engine === "sqlite" && !existsSync(from.filename)) {
    throw new CommandFailure({ sentence: `There is no database ${from.filename}: check --from.` })
  }
  if (to.engine === "postgres") return
  if (existsSync(to.filename)) {
    throw new CommandFailure({ sentence: `${to.filename} exists already: name a new file with --to.` })
  }
  try {
    mkdirSync(dirname(to.filename), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new CommandFailure({ sentence: `The copy cannot be written: ${explainFileError(error, to.filename)}` })
  }
}

/**
 * Explains a failure in a sentence where a person can do something. `settings`: those of the ends that may be
 * unavailable.
 */
export const copyFailure = (
  cause: Cause.Cause<unknown>,
  source: string,
  settings: readonly [target: SettingValues, ...others: ReadonlyArray<SettingValues>]
): unknown => {
  for (const reason of cause.reasons) {
    const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : null
    const sentence = explainCopyFailure(error, { source, target: settings[0].database })
    if (sentence !== null) return new CommandFailure({ sentence })
  }
  for (const one of settings) {
    const sentence = explainStartFailure(cause, one)
    if (sentence !== null) return new CommandFailure({ sentence })
  }
  return Cause.squash(cause)
}
