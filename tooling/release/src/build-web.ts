import { execFileSync } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { packFolder } from "@dragoman/server/pack-folder"
import { repository } from "./repository.ts"

const webFolder = join(repository, "apps", "web")
const packFile = join(webFolder, "dist", "web.pack")
/** The modules that are in it. */
const modulesFile = join(webFolder, "dist", "modules.json")

/** Folders whose code is in the console. */
const sources = [webFolder, ...["api", "domain", "formats"].map((name) => join(repository, "packages", name, "src"))]

/**
 * The web console in one file, `web.pack`, built again when a source has changed. Returns its path in a list; an empty one when
 * the repository has no console: the server then runs without.
 */
export const buildWeb = async (): Promise<ReadonlyArray<string>> => {
  if (!existsSync(join(webFolder, "package.json"))) return []
  const newest = Math.max(statSync(join(repository, "pnpm-lock.yaml")).mtimeMs, ...sources.map(newestFile))
  if (existsSync(packFile) && statSync(packFile).mtimeMs >= newest) return [packFile]
  const startedAt = new Date()
  // Other builds of the repository may run at the same time.
  const folder = mkdtempSync(join(tmpdir(), "dragoman-web-"))
  try {
    runVite(folder)
    mkdirSync(dirname(packFile), { recursive: true })
    copyFileSync(join(folder, ".vite", "modules.json"), modulesFile)
    const unfinished = `${packFile}.${process.pid}`
    writeFileSync(unfinished, await packFolder(folder))
    // A source that changes during the build is newer than the pack.
    utimesSync(unfinished, startedAt, startedAt)
    renameSync(unfinished, packFile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return [packFile]
}

/** The modules that are in the console, by their paths. It has to be built. */
export const webModules = (): ReadonlyArray<string> => JSON.parse(readFileSync(modulesFile, "utf8"))

/** Forgets a console that was built before. */
export const removeWeb = (): void => {
  rmSync(dirname(packFile), { recursive: true, force: true })
}

const runVite = (folder: string): void => {
  const fromWeb = createRequire(join(webFolder, "package.json"))
  const vite = join(dirname(fromWeb.resolve("vite/package.json")), "bin", "vite.js")
  const words = ["build", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"]
  // Vite keeps the NODE_ENV of tests, and with it the development build of React.
  const env = { ...process.env, NODE_ENV: "production" }
  execFileSync(process.execPath, [vite, ...words], { cwd: webFolder, stdio: "inherit", env })
}

/** Time of the newest file, epoch milliseconds. */
const newestFile = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .filter((entry) => !/(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)/.test(relative(folder, entry.parentPath)))
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0)
