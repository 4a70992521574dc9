import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { type ContentSeed, type ContentSize, seedContent } from "./content-seed.ts"
import { startDragoman } from "./processes.ts"

/** A data folder of the product with projects in it. */
export interface ContentDatabase {
  readonly dataDir: string
  readonly databaseFile: string
  readonly seed: ContentSeed
}

/** The product makes the database; the rows come after it has stopped. `env`: for its first start. */
export const makeContentDatabase = async (
  dataDir: string,
  sizes: ReadonlyArray<ContentSize>,
  env: Readonly<Record<string, string>> = {}
): Promise<ContentDatabase> => {
  mkdirSync(dataDir, { recursive: true })
  await (await startDragoman(dataDir, env)).stop()
  const databaseFile = join(dataDir, "dragoman.sqlite")
  return { dataDir, databaseFile, seed: seedContent(databaseFile, sizes) }
}
