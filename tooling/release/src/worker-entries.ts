import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { repository } from "./repository.ts"

export interface WorkerEntry {
  /** `import-worker` */
  readonly name: string
  readonly source: string
}

/** The entries of the server's worker threads: every `composition/<name>-worker.ts`. */
export const workerEntries = (): ReadonlyArray<WorkerEntry> => {
  const folder = join(repository, "apps", "server", "src", "composition")
  return readdirSync(folder)
    .filter((file) => file.endsWith("-worker.ts"))
    .sort()
    .map((file) => ({ name: basename(file, ".ts"), source: join(folder, file) }))
}
