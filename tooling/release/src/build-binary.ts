import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { buildWeb } from "./build-web.ts"
import { bundleEntry } from "./bundle-entry.ts"
import { addonFile, filesBesideServer, releaseDist, repository } from "./repository.ts"
import { workerEntries } from "./worker-entries.ts"

const binaryFile = (folder: string): string => join(folder, process.platform === "win32" ? "dragoman.exe" : "dragoman")

/**
 * The server as one executable for this machine: Node, the bundle, and as assets the addon, the image codec,
 * the API viewer, the web console and the workers. Returns its path.
 */
export const buildBinary = async (folder: string = releaseDist): Promise<string> => {
  const node = nodeToShip()
  const parts = join(folder, "parts")
  mkdirSync(parts, { recursive: true })
  const main = join(parts, "main.mjs")
  await bundleEntry({ source: join(repository, "apps", "server", "src", "main.ts"), output: main, format: "esm" })
  // A worker inside the executable is started from text, which Node takes as CommonJS.
  const workers = workerEntries().map(({ name, source }) => ({ asset: `${name}.cjs`, source }))
  await Promise.all(
    workers.map(({ asset, source }) => bundleEntry({ source, output: join(parts, asset), format: "cjs" }))
  )
  const webFiles = await buildWeb()
  const output = binaryFile(folder)
  const description = join(parts, "sea.json")
  writeFileSync(
    description,
    JSON.stringify({
      main,
      mainFormat: "module",
      output,
      disableExperimentalSEAWarning: true,
      assets: {
        "better_sqlite3.node": addonFile(),
        ...Object.fromEntries([...filesBesideServer(), ...webFiles].map((file) => [basename(file), file])),
        ...Object.fromEntries(workers.map(({ asset }) => [asset, join(parts, asset)]))
      }
    })
  )
  execFileSync(node, [`--build-sea=${description}`], { stdio: ["ignore", "ignore", "inherit"] })
  rmSync(parts, { recursive: true })
  return output
}

/** Node of the registry, which needs no library of the machine; where there is none, the one that runs this. */
const nodeToShip = (): string => {
  const fromRegistry = join(
    repository,
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node"
  )
  return existsSync(fromRegistry) ? fromRegistry : process.execPath
}
