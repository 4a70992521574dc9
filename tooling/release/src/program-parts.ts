import { mkdirSync } from "node:fs"
import { basename, join } from "node:path"
import { buildWeb } from "./build-web.ts"
import { bundleEntry } from "./bundle-entry.ts"
import { filesBesideServer, repository } from "./repository.ts"
import { workerEntries } from "./worker-entries.ts"

/** A program as it goes into an executable, without the addon of `better-sqlite3`, which differs by machine. */
export interface ProgramParts {
  readonly main: string
  /** Files by the names under which the program asks for them. */
  readonly assets: Readonly<Record<string, string>>
  /** Bundled modules, by path. */
  readonly modules: ReadonlyArray<string>
}

/** The server: its bundle, and as assets the image codec, the API viewer, the web console and the workers. */
export const serverParts = async (folder: string): Promise<ProgramParts> => {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, "main.mjs")
  // A worker inside the executable is started from text, which Node takes as CommonJS.
  const workers = workerEntries().map(({ name, source }) => ({ asset: `${name}.cjs`, source }))
  const modules = await bundleEntry({
    source: join(repository, "apps", "server", "src", "main.ts"),
    output: main,
    format: "esm"
  })
  // One after the other: together they need gigabytes.
  const modulesOfWorkers: Array<ReadonlyArray<string>> = []
  for (const { asset, source } of workers) {
    modulesOfWorkers.push(await bundleEntry({ source, output: join(folder, asset), format: "cjs" }))
  }
  const files = [...filesBesideServer(), ...(await buildWeb())]
  return {
    main,
    assets: {
      ...Object.fromEntries(files.map((file) => [basename(file), file])),
      ...Object.fromEntries(workers.map(({ asset }) => [asset, join(folder, asset)]))
    },
    modules: [...modules, ...modulesOfWorkers.flat()]
  }
}

/** The webhook dispatcher. */
export const dispatcherParts = async (folder: string): Promise<ProgramParts> => {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, "main.mjs")
  const source = join(repository, "apps", "webhook-dispatcher", "src", "main.ts")
  return { main, assets: {}, modules: await bundleEntry({ source, output: main, format: "esm" }) }
}
