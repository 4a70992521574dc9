import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { repository } from "./repository.ts"

export interface WorkerEntry {
  /** `import-worker` */
  readonly name: string
  readonly source: string
}

/** The entries of the server's worker threads: every `<concept>/<name>-worker.ts`. */
export const workerEntries = (): ReadonlyArray<WorkerEntry> => {
  const sources = join(repository, "apps", "server", "src")
  return readdirSync(sources, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((folder) =>
      readdirSync(join(sources, folder.name))
        .filter((file) => file.endsWith("-worker.ts") && file !== "start-worker.ts")
        .map((file) => ({ name: basename(file, ".ts"), source: join(sources, folder.name, file) }))
    )
    .sort((left, right) => (left.name < right.name ? -1 : 1))
}
