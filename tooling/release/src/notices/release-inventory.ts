import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { builderNode } from "../build-executable.ts"
import { linuxNode } from "../linux-node.ts"
import { repository } from "../repository.ts"
import { partId, type ReleasePart } from "../sbom/write-sbom.ts"
import { type BundledPackage, packageId, packageOf, packagesOf } from "./bundled-package.ts"
import { debianInventory, type Inventory } from "./debian-libraries.ts"
import { licenseTexts, readText, textsFolder } from "./license-text.ts"

/** Parts of libvips in files of their own, which no product has. */
const codecsLeftOut = new Set(["aom", "heif", "jxl", "resvg"])

/**
 * All that a release contains of others: the packages of the modules that were bundled, what the server takes as files, Node, and the
 * libraries of Debian in the images. `modules`: by program. Fails when a text or a digest is missing.
 */
export const releaseInventory = (modules: Readonly<Record<string, ReadonlyArray<string>>>): Inventory => {
  const server = join("apps", "server")
  const codec = packageOf("wasm-vips", server)
  const viewer = packageOf("swagger-ui-dist", server)
  const programsById = new Map<string, { readonly bundled: BundledPackage; readonly programs: Array<string> }>()
  for (const [program, ids] of Object.entries(modules)) {
    for (const bundled of [...packagesOf(ids), ...(program === "server" ? [codec, viewer] : [])]) {
      const known = programsById.get(packageId(bundled)) ?? { bundled, programs: [] }
      known.programs.push(program)
      programsById.set(packageId(bundled), known)
    }
  }
  const found = [...programsById.values()].sort((one, other) =>
    packageId(one.bundled) < packageId(other.bundled) ? -1 : 1
  )
  const integrities = readIntegrities()
  const node = nodePart()
  const debian = debianInventory()
  return {
    parts: [
      node,
      ...found.map(({ bundled, programs }) => ({
        name: bundled.name,
        version: bundled.version,
        license: bundled.name === codec.name ? null : bundled.license,
        integrity: integrityOf(bundled, integrities),
        url: bundled.repositoryUrl,
        programs,
        dependencies: dependenciesOf(bundled, found),
        inside: librariesIn(bundled)
      })),
      ...debian.parts
    ],
    notices: [
      {
        name: partId(node),
        license: "MIT, with parts under other licenses",
        programs: ["server", "dispatcher"],
        texts: [nodeLicense()]
      },
      ...found.map(({ bundled, programs }) => ({
        name: packageId(bundled),
        license:
          bundled.name === codec.name
            ? "MIT, with libraries under the LGPL 3.0 and other licenses"
            : (bundled.license ?? ""),
        programs,
        texts: textsOf(bundled)
      })),
      ...debian.notices
    ]
  }
}

const textsOf = (bundled: BundledPackage): ReadonlyArray<string> => {
  const more = bundled.name === "swagger-ui-dist" ? ["swagger-ui-bundle.js.LICENSE.txt"] : []
  const texts = licenseTexts(bundled, { more })
  if (bundled.name !== "wasm-vips") return texts
  return [...texts, ...["LGPL-3.0.txt", "GPL-3.0.txt"].map((name) => readText(join(textsFolder, name)))]
}

/** Versions of libraries that were compiled into a package. */
const librariesIn = ({ name, folder }: BundledPackage): ReleasePart["inside"] => {
  if (name === "wasm-vips") {
    const versions: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(folder, "versions.json"), "utf8"))
    return Object.entries(versions)
      .filter(([library]) => !codecsLeftOut.has(library))
      .map(([library, version]) => ({ name: library, version }))
  }
  if (name !== "better-sqlite3") return []
  const [, version] = /SQLITE_VERSION\s+"([^"]+)"/.exec(sqliteHeader(folder)) ?? []
  if (version === undefined) throw new Error("better-sqlite3 does not say which SQLite it has.")
  return [{ name: "sqlite", version }]
}

const sqliteHeader = (folder: string): string => readFileSync(join(folder, "deps", "sqlite3", "sqlite3.h"), "utf8")

/** Returns dependencies in the versions that are bundled: a package that a bundle has twice counts as both. */
const dependenciesOf = (
  { dependencies }: BundledPackage,
  found: ReadonlyArray<{ readonly bundled: BundledPackage }>
): ReadonlyArray<string> =>
  found.filter(({ bundled }) => dependencies.includes(bundled.name)).map(({ bundled }) => packageId(bundled))

const readIntegrities = (): Readonly<Record<string, string | undefined>> => {
  const lock = parse(readFileSync(join(repository, "pnpm-lock.yaml"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly resolution: { readonly integrity?: string } }>>
  }
  return Object.fromEntries(Object.entries(lock.packages).map(([id, { resolution }]) => [id, resolution.integrity]))
}

const integrityOf = (bundled: BundledPackage, integrities: Readonly<Record<string, string | undefined>>): string => {
  const integrity = integrities[packageId(bundled)]
  if (integrity === undefined) throw new Error(`${packageId(bundled)} is bundled, but not in pnpm-lock.yaml.`)
  return integrity
}

/** Names under which Node tells versions that are no libraries. */
const notLibraries = new Set(["node", "modules", "napi", "unicode", "cldr", "tz"])

const nodePart = (): ReleasePart => {
  const printed = execFileSync(builderNode(), ["-p", "JSON.stringify(process.versions)"], { encoding: "utf8" })
  const versions: Readonly<Record<string, string>> = JSON.parse(printed)
  return {
    name: "node",
    version: versions["node"] ?? "",
    license: null,
    integrity: null,
    url: "https://github.com/nodejs/node",
    programs: ["server", "dispatcher"],
    dependencies: [],
    inside: Object.entries(versions)
      .filter(([name, version]) => version !== "" && !notLibraries.has(name))
      .map(([name, version]) => ({ name, version }))
  }
}

const nodeLicense = (): string => linuxNode("amd64").license.toString("utf8").trimEnd()
