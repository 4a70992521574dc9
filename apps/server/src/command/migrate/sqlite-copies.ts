import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { SchemaCopy } from "@dragoman/store"

type CopyDescription = Pick<SchemaCopy, "reason" | "schemaVersion" | "madeAt"> & { readonly filename: string }

const words = { beforeChange: "schema", putAside: "put-aside" } as const

/** Names a file beside the database for a new copy. It must not exist, because names are precise to the second. */
export const sqliteCopyFile = ({ filename, reason, schemaVersion, madeAt }: CopyDescription): string => {
  const moment = new Date(madeAt).toISOString().slice(0, 19).replaceAll(":", "-")
  const file = `${filename}.${words[reason]}-${schemaVersion}.${moment}`
  let number = 1
  while (existsSync(suffixed(file, number))) number++
  return suffixed(file, number)
}

const suffixed = (file: string, number: number): string => (number === 1 ? file : `${file}.${number}`)

/** Lists the copies beside the database, oldest first. */
export const listSqliteCopies = (filename: string): ReadonlyArray<SchemaCopy> => {
  const start = `${basename(filename)}.`
  const folder = dirname(filename)
  return (
    readdirSync(folder)
      .filter((name) => name.startsWith(start))
      // Names have the second only.
      .map((name) => ({ name, changedAt: statSync(join(folder, name)).mtimeMs }))
      .toSorted((one, other) => one.changedAt - other.changedAt)
      .flatMap(({ name }): ReadonlyArray<SchemaCopy> => {
        const [, word, version, day, time] =
          /^(schema|put-aside)-(\d+)\.(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)(?:\.\d+)?$/.exec(name.slice(start.length)) ??
          []
        if (word === undefined) return []
        return [
          {
            name,
            reason: word === "schema" ? "beforeChange" : "putAside",
            schemaVersion: Number(version),
            madeAt: Date.parse(`${day}T${time?.replaceAll("-", ":")}Z`),
            bytes: statSync(join(folder, name)).size
          }
        ]
      })
      .toSorted((one, other) => one.madeAt - other.madeAt)
  )
}

/**
 * Replaces the database by the copy, and makes the database a copy whose name is returned; no other program may have it
 * open. null: there was no database. After an interruption it can be repeated.
 */
export const putBackSqliteCopy = (filename: string, copy: SchemaCopy, schemaVersion: number, now: number) => {
  const source = join(dirname(filename), copy.name)
  const aside = sqliteCopyFile({ filename, reason: "putAside", schemaVersion, madeAt: now })
  const isThere = statSync(filename, { throwIfNoEntry: false }) !== undefined
  if (isThere) {
    emptyLog(filename)
    continueIds(source, filename)
    renameSync(filename, aside)
  }
  // SQLite would apply the log of an earlier database to this one.
  for (const suffix of ["-wal", "-shm"]) rmSync(`${filename}${suffix}`, { force: true })
  renameSync(source, filename)
  return isThere ? basename(aside) : null
}

/** Writes all commits into the file itself. */
const emptyLog = (filename: string): void => {
  const database = new DatabaseSync(filename)
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  } finally {
    database.close()
  }
}

/**
 * Keeps the ids that the database has given since from being given again: clients and receivers of webhooks have seen
 * them.
 */
const continueIds = (copy: string, filename: string): void => {
  const database = new DatabaseSync(copy)
  try {
    database.prepare("ATTACH ? AS newer").run(filename)
    database.exec(`BEGIN;
      INSERT INTO sqlite_sequence (name, seq) SELECT name, 0 FROM newer.sqlite_sequence
        WHERE name IN (SELECT name FROM main.sqlite_schema WHERE type = 'table')
          AND name NOT IN (SELECT name FROM main.sqlite_sequence);
      UPDATE main.sqlite_sequence SET seq =
        MAX(seq, COALESCE((SELECT MAX(n.seq) FROM newer.sqlite_sequence n WHERE n.name = sqlite_sequence.name), 0));
      COMMIT`)
  } finally {
    database.close()
  }
}
