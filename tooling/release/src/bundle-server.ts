import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { buildWeb } from "./build-web.ts"
import { bundleEntry } from "./bundle-entry.ts"
import { asFunction, launcher } from "./launcher.ts"
import { addonFile, filesBesideServer, repository, serverDist } from "./repository.ts"
import { workerEntries } from "./worker-entries.ts"

/**
 * `main.js`, the program that it starts, one `<name>.js` per worker, the addon, the image codec, the API viewer and the web console beside them. The folder
 * runs anywhere, without `node_modules`. Returns `main.js`.
 */
export const bundleServer = async (folder: string = serverDist): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  copyFileSync(addonFile(), join(folder, "better_sqlite3.node"))
  for (const file of [...filesBesideServer(), ...(await buildWeb())]) copyFileSync(file, join(folder, basename(file)))
  const program = join(folder, "server.cjs")
  await Promise.all([
    bundleEntry({ source: join(repository, "apps", "server", "src", "main.ts"), output: program, format: "cjs" }),
    ...workerEntries().map(({ name, source }) =>
      bundleEntry({ source, output: join(folder, `${name}.js`), format: "esm" })
    )
  ])
  writeFileSync(program, asFunction(readFileSync(program, "latin1")), "latin1")
  // Last, and in one step: `npm start` takes the time of this file as the time of the bundle.
  const unfinished = join(folder, "main.unfinished.js")
  writeFileSync(unfinished, launcher)
  const main = join(folder, "main.js")
  renameSync(unfinished, main)
  return main
}
