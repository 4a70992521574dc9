import BetterSqlite3 from "better-sqlite3"
import type { SqliteOptions } from "./sqlite.ts"

/** Others may read and write until it is their turn. */
const lockMillis = 30_000

/**
 * Writes the file of a SQLite database anew and empties its write-ahead log, so that nothing of deleted or overwritten
 * values is left in them. Takes the time and the disk space of a copy, and throws when it has not both.
 */
export const compactSqlite = ({ filename, nativeBinding }: SqliteOptions): void => {
  const database = new BetterSqlite3(filename, {
    timeout: lockMillis,
    ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as unknown as string })
  })
  try {
    database.exec("VACUUM")
    const [checkpoint] = database.pragma("wal_checkpoint(TRUNCATE)") as ReadonlyArray<{ readonly busy: number }>
    if (checkpoint?.busy === 1) throw new Error("the write-ahead log is in use")
  } finally {
    database.close()
  }
}
