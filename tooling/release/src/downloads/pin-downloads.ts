import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Architecture, architectures } from "../architecture.ts"
import { repository } from "../repository.ts"
import {
  type Download,
  downloadFromDebian,
  makeDownloadFolder,
  nodePackageName,
  packFromNpm,
  sha256Of
} from "./downloads.ts"

/**
 * Pins what there is now: Node in the version of `package.json`, and the newest packages of Debian 12, from which the machine has to
 * take its packages. Prints nothing; the change is for a person to read and commit.
 */
const packages = ["base-files", "gcc-12-base", "libatomic1", "libc6", "libgcc-s1", "libstdc++6"]

const { optionalDependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"))

const inFolder = <A>(use: (folder: string) => A): A => {
  const folder = makeDownloadFolder()
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const pinNode = (architecture: Architecture): Download =>
  inFolder((folder) => {
    const download = { name: nodePackageName(architecture), version: optionalDependencies.node }
    packFromNpm(download, folder)
    return { ...download, sha256: sha256Of(join(folder, readdirSync(folder)[0] ?? "")) }
  })

/** Files are called `libc6_2.36-9+deb12u14_amd64.deb`; `%3a` is a colon. */
const pinDebian = (architecture: Architecture): ReadonlyArray<Download> =>
  inFolder((folder) => {
    downloadFromDebian(
      architecture,
      packages.map((name) => ({ name, version: "" })),
      folder
    )
    return readdirSync(folder)
      .sort()
      .map((file) => {
        const [name = "", version = ""] = file.split("_")
        return { name, version: decodeURIComponent(version), sha256: sha256Of(join(folder, file)) }
      })
  })

const pinned = {
  node: Object.fromEntries(architectures.map((architecture) => [architecture, pinNode(architecture)])),
  debian: Object.fromEntries(architectures.map((architecture) => [architecture, pinDebian(architecture)]))
}
writeFileSync(join(import.meta.dirname, "pinned-downloads.json"), `${JSON.stringify(pinned, null, 2)}\n`)
