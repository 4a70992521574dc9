import { copyFileSync, mkdirSync, renameSync } from "node:fs"
import { basename, join } from "node:path"
import { bundleEntry } from "./bundle-entry.ts"
import { addonFile, codecFiles, repository, serverDist } from "./repository.ts"
import { workerEntries } from "./worker-entries.ts"

/**
 * `main.js`, one `<name>.js` per worker, the addon and the image codec beside them. The folder runs anywhere, without `node_modules`. Returns
 * `main.js`.
 */
export const bundleServer = async (folder: string = serverDist): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  copyFileSync(addonFile(), join(folder, "better_sqlite3.node"))
  for (const file of codecFiles()) copyFileSync(file, join(folder, basename(file)))
  await Promise.all(
    workerEntries().map(({ name, source }) =>
      bundleEntry({ source, output: join(folder, `${name}.js`), format: "esm" })
    )
  )
  // Last, and in one step: `npm start` takes the time of this file as the time of the bundle.
  const unfinished = join(folder, "main.unfinished.js")
  await bundleEntry({ source: join(repository, "apps", "server", "src", "main.ts"), output: unfinished, format: "esm" })
  const main = join(folder, "main.js")
  renameSync(unfinished, main)
  return main
}
