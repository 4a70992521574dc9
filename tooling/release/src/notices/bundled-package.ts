import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { repository } from "../repository.ts"

/** A package of the registry of which something is in a product. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** The license that the package states; null: it states none. */
  readonly license: string | null
  readonly folder: string
  /** Names of dependencies, without optional ones. */
  readonly dependencies: ReadonlyArray<string>
  readonly repositoryUrl: string | null
}

/** Modules that a bundler writes itself, by the package that has them. */
const writtenByBundlers: ReadonlyArray<readonly [prefix: string, package_: string, user: string]> = [
  ["\u0000rolldown/", "rolldown", join("tooling", "release")],
  ["\u0000vite/", "vite", join("apps", "web")]
]

/** Modules that the repository itself makes. */
const ownVirtualModule = "\u0000virtual:"

/** The packages of modules, once each, by name and version. Modules of the repository belong to none. */
export const packagesOf = (modules: ReadonlyArray<string>): ReadonlyArray<BundledPackage> => {
  const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== null))
  return sorted([...folders].map(readPackage))
}

/** Returns each package once, in the order of names and versions. */
const sorted = (packages: ReadonlyArray<BundledPackage>): ReadonlyArray<BundledPackage> =>
  [...new Map(packages.map((one) => [packageId(one), one])).values()].sort((one, other) =>
    packageId(one) < packageId(other) ? -1 : 1
  )

export const packageId = ({ name, version }: Pick<BundledPackage, "name" | "version">): string => `${name}@${version}`

/** A package that a workspace of the repository depends on. */
export const packageOf = (name: string, workspace: string): BundledPackage => {
  const manifests = createRequire(join(repository, workspace, "package.json")).resolve.paths(name) ?? []
  const folder = manifests.map((path) => join(path, name)).find((path) => existsSync(join(path, "package.json")))
  if (folder === undefined) throw new Error(`${workspace} has no package ${name}.`)
  return readPackage(folder)
}

const packageFolder = (module: string): string | null => {
  const [path = ""] = module.split("?")
  const written = writtenByBundlers.find(([prefix]) => path.startsWith(prefix))
  if (written !== undefined) return packageOf(written[1], written[2]).folder
  const modules = "node_modules/"
  const start = path.lastIndexOf(modules)
  if (start === -1) {
    if (path.startsWith(repository) || path.startsWith(ownVirtualModule)) return null
    throw new Error(`The module ${JSON.stringify(module)} belongs to no package: bundled-package.ts has to know it.`)
  }
  const [scope = "", name = ""] = path.slice(start + modules.length).split("/")
  return path.slice(0, start + modules.length) + (scope.startsWith("@") ? `${scope}/${name}` : scope)
}

const readPackage = (folder: string): BundledPackage => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const { repository: source } = manifest
  return {
    name: manifest.name,
    version: manifest.version,
    license: typeof manifest.license === "string" ? manifest.license : null,
    folder,
    dependencies: Object.keys(manifest.dependencies ?? {}),
    repositoryUrl: typeof source === "string" ? source : (source?.url ?? null)
  }
}
