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
  /** For `loadDatabase`. */
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
