import { copyFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { buildWeb } from "./build-web.ts"
import { bundleEntries } from "./bundle-entry.ts"
import { addonFile, filesBesideServer, repository, serverDist } from "./repository.ts"
import { workerEntries } from "./worker-entries.ts"

/** Keeps compiled code in the folder, if it can be written: the next start takes half the processor time. Threads take it from the environment. */
const main = `import { enableCompileCache } from "node:module"
import { join } from "node:path"

process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "compile-cache")
enableCompileCache(process.env.NODE_COMPILE_CACHE)
await import("./server.js")
`

/** Makes the program and its workers alone. `replaced`: code in place of modules, by their paths. */
export const bundleProgram = async (folder: string, replaced: Readonly<Record<string, string>> = {}): Promise<void> => {
  const workers = workerEntries().map(({ name, source }) => [name, source] as const)
  const sources = { server: join(repository, "apps", "server", "src", "main.ts"), ...Object.fromEntries(workers) }
  await bundleEntries(sources, folder, replaced)
}

/**
 * `main.js`, the program that it starts, one `<name>.js` per worker, what they share, the addon, the image codec, the API viewer and the web
 * console beside them. The folder runs anywhere, without `node_modules`. Returns `main.js`.
 */
export const bundleServer = async (folder: string = serverDist): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  // Builds the console first: vite runs in a process of its own, and this one keeps the memory of its bundles.
  const web = await buildWeb()
  await bundleProgram(folder)
  copyFileSync(addonFile(), join(folder, "better_sqlite3.node"))
  for (const file of [...filesBesideServer(), ...web]) copyFileSync(file, join(folder, basename(file)))
  // Last, and in one step: `npm start` takes the time of this file as the time of the bundle.
  const unfinished = join(folder, "main.unfinished")
  writeFileSync(unfinished, main)
  const file = join(folder, "main.js")
  renameSync(unfinished, file)
  return file
}
