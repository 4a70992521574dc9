import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { EngineName } from "../testing/running-servers.ts"
import type { Credentials } from "./harbour.ts"

/** Where the databases of released programs are. */
export const storedFolder = fileURLToPath(new URL("./released", import.meta.url))

export interface StoredDatabase {
  readonly schemaVersion: number
  readonly engine: EngineName
  readonly credentials: Credentials
  /** Argument of `loadDatabase`. */
  readonly text: string
}

/** The first line has the credentials, the others are those of `storeDatabase`. */
export const writeStored = (credentials: Credentials, text: string): string => `${JSON.stringify(credentials)}\n${text}`

export const storedFile = (schemaVersion: number, engine: EngineName): string =>
  `schema-${schemaVersion}.${engine.toLowerCase()}.jsonl`

/** All of them, oldest first. */
export const readStored = (): ReadonlyArray<StoredDatabase> =>
  readdirSync(storedFolder)
    .flatMap((file): ReadonlyArray<StoredDatabase> => {
      const [, version, engine] = /^schema-(\d+)\.(sqlite|postgresql)\.jsonl$/.exec(file) ?? []
      if (version === undefined) return []
      const content = readFileSync(`${storedFolder}/${file}`, "utf8")
      const end = content.indexOf("\n")
      return [
        {
          schemaVersion: Number(version),
          engine: engine === "sqlite" ? "SQLite" : "PostgreSQL",
          credentials: JSON.parse(content.slice(0, end)),
          text: content.slice(end + 1)
        }
      ]
    })
    .toSorted((one, other) => one.schemaVersion - other.schemaVersion)

/**
 * The same database as if it had been stored at `now` (milliseconds), so that what a server deletes after some time, as
 * an import, is as young as it was. Times of rows that were made up (`fillTables`) are of 2023 and stay.
 */
export const moveToTime = (text: string, now: number): string => {
  const times = /("\w+_at":)(\d{13})/g
  const madeUpUntil = Date.UTC(2024)
  const created = [...text.matchAll(/"created_at":(\d{13})/g)].map(([, millis]) => Number(millis))
  const shift = now - Math.max(...created)
  return text.replace(times, (match, column: string, millis: string) =>
    Number(millis) < madeUpUntil ? match : `${column}${Number(millis) + shift}`
  )
}
