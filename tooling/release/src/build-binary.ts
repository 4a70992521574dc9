import { execFileSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundleEntry } from "./bundle-entry.ts"
import { addonFile, releaseDist, repository } from "./repository.ts"
import { workerEntries } from "./worker-entries.ts"

/** The first major version of Node with `--build-sea`. */
const nodeMajorMin = 26

export const binaryFile = (folder: string = releaseDist): string =>
  join(folder, process.platform === "win32" ? "dragoman.exe" : "dragoman")

/**
 * The server as one executable for this machine: Node, the bundle, and as assets the addon and the workers. Returns its
 * path. `node`: the Node to put inside.
 */
export const buildBinary = async (folder: string = releaseDist, node: string = process.execPath): Promise<string> => {
  const version = execFileSync(node, ["--version"], { encoding: "utf8" })
  if (Number(version.slice(1).split(".")[0]) < nodeMajorMin) {
    throw new Error(`The single executable needs Node ${nodeMajorMin}; this is ${version.trim()}.`)
  }
  const parts = join(folder, "parts")
  mkdirSync(parts, { recursive: true })
  const main = join(parts, "main.mjs")
  await bundleEntry({ source: join(repository, "apps", "server", "src", "main.ts"), output: main, format: "esm" })
  // A worker inside the executable is started from text, which Node takes as CommonJS.
  const workers = workerEntries().map(({ name, source }) => ({ asset: `${name}.cjs`, source }))
  await Promise.all(
    workers.map(({ asset, source }) => bundleEntry({ source, output: join(parts, asset), format: "cjs" }))
  )
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
        ...Object.fromEntries(workers.map(({ asset }) => [asset, join(parts, asset)]))
      }
    })
  )
  execFileSync(node, [`--build-sea=${description}`], { stdio: ["ignore", "ignore", "inherit"] })
  rmSync(parts, { recursive: true })
  return output
}
