import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const repository = fileURLToPath(new URL("../../..", import.meta.url))

/** Where `npm start` runs the server from. */
export const serverDist = join(repository, "apps", "server", "dist")

/** Where the release is put together. */
export const releaseDist = join(repository, "dist")

const isMusl = (): boolean =>
  process.platform === "linux" &&
  !("glibcVersionRuntime" in ((process.report.getReport() as { readonly header: object }).header ?? {}))

/** The image codec: its threads load it as a file, and its WebAssembly with it. */
const codecFiles = (): ReadonlyArray<string> => {
  const fromServer = createRequire(join(repository, "apps", "server", "package.json"))
  const folder = dirname(fromServer.resolve("wasm-vips"))
  return [join(folder, "vips-node.mjs"), join(folder, "vips.wasm")]
}

/** The viewer of the API's documentation, which browsers load from the server. */
const viewerFiles = (): ReadonlyArray<string> => {
  const fromServer = createRequire(join(repository, "apps", "server", "package.json"))
  const folder = dirname(fromServer.resolve("swagger-ui-dist/package.json"))
  return [join(folder, "swagger-ui-bundle.js"), join(folder, "swagger-ui.css")]
}

/** Files that the server reads as they are: beside the bundle, and assets of the single executable. */
export const filesBesideServer = (): ReadonlyArray<string> => [...codecFiles(), ...viewerFiles()]

/** The addon of `better-sqlite3` for this machine. The package brings one for every platform. */
export const addonFile = (): string => addonFor(isMusl() ? "linuxmusl" : process.platform, process.arch)

/** The addon for another Linux, with glibc. */
export const linuxAddonFile = (processor: string): string => addonFor("linux", processor)

const addonFor = (platform: string, processor: string): string => {
  const fromStore = createRequire(join(repository, "packages", "store", "package.json"))
  const folder = join(fromStore.resolve("better-sqlite3/package.json"), "..", "prebuilds")
  const file = join(folder, `${platform}-${processor}.node`)
  if (!existsSync(file)) throw new Error(`better-sqlite3 has no addon for ${platform}-${processor}.`)
  return file
}

/** The version of what is released together. */
export const productVersion = (): string =>
  JSON.parse(readFileSync(join(repository, "apps", "server", "package.json"), "utf8")).version
