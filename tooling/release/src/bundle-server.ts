import { copyFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { buildWeb } from "./build-web.ts"
import { bundleEntry } from "./bundle-entry.ts"
import { addonFile, filesBesideServer, repository, serverDist } from "./repository.ts"
import { workerEntries } from "./worker-entries.ts"

/**
 * Compiling the program is a sixth of a start: what Node has compiled is kept beside it. Threads take the folder from the
 * environment. A folder that cannot be written is no reason not to start.
 */
const launcher = `import { enableCompileCache } from "node:module"
import { join } from "node:path"
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "compile-cache")
enableCompileCache(process.env.NODE_COMPILE_CACHE)
await import("./server.js")
`

/**
 * `main.js`, the program that it starts, one `<name>.js` per worker, the addon, the image codec, the API viewer and the web console beside them. The folder
 * runs anywhere, without `node_modules`. Returns `main.js`.
 */
export const bundleServer = async (folder: string = serverDist): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  copyFileSync(addonFile(), join(folder, "better_sqlite3.node"))
  for (const file of [...filesBesideServer(), ...(await buildWeb())]) copyFileSync(file, join(folder, basename(file)))
  await Promise.all([
    bundleEntry({
      source: join(repository, "apps", "server", "src", "main.ts"),
      output: join(folder, "server.js"),
      format: "esm"
    }),
    ...workerEntries().map(({ name, source }) =>
      bundleEntry({ source, output: join(folder, `${name}.js`), format: "esm" })
    )
  ])
  // Last, and in one step: `npm start` takes the time of this file as the time of the bundle.
  const unfinished = join(folder, "main.unfinished.js")
  writeFileSync(unfinished, launcher)
  const main = join(folder, "main.js")
  renameSync(unfinished, main)
  return main
}
