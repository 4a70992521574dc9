import { copyFileSync, mkdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { bundleEntry } from "./bundle-entry.ts"
import { addonFile, repository, serverDist } from "./repository.ts"
import { workerEntries } from "./worker-entries.ts"

/** `main.js`, one `<name>.js` per worker and the addon beside them. The folder runs anywhere, without `node_modules`. */
export const bundleServer = async (): Promise<void> => {
  mkdirSync(serverDist, { recursive: true })
  copyFileSync(addonFile(), join(serverDist, "better_sqlite3.node"))
  await Promise.all(
    workerEntries().map(({ name, source }) =>
      bundleEntry({ source, output: join(serverDist, `${name}.js`), format: "esm" })
    )
  )
  // Last, and in one step: `npm start` takes the time of this file as the time of the bundle.
  const unfinished = join(serverDist, "main.unfinished.js")
  await bundleEntry({ source: join(repository, "apps", "server", "src", "main.ts"), output: unfinished, format: "esm" })
  renameSync(unfinished, join(serverDist, "main.js"))
}
