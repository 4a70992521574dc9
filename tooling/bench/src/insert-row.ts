import type BetterSqlite3 from "better-sqlite3"

/** Inserts single rows, columns as in the database; returns the id. */
export const makeInsert =
  (database: BetterSqlite3.Database) =>
  (table: string, row: Readonly<Record<string, string | number | null>>): number => {
    const columns = Object.keys(row)
    const statement = database.prepare(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`
    )
    return Number(statement.run(...Object.values(row)).lastInsertRowid)
  }
