import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Architecture, architectureNames, architectures } from "../architecture.ts"
import { buildCli } from "../build-cli.ts"
import { buildExecutable } from "../build-executable.ts"
import { buildDomain, buildFormats, buildTestServer } from "../build-package.ts"
import { buildDebianPackages } from "../debian/build-debian-packages.ts"
import { treeFile } from "../file-tree.ts"
import { buildImages } from "../image/build-images.ts"
import { linuxNode } from "../linux-node.ts"
import type { ProgramParts } from "../program-parts.ts"
import { linuxAddonFile, repository } from "../repository.ts"
import { compressedTar } from "./compressed-tar.ts"
import { packPackage } from "./pack-package.ts"

export interface Making {
  /** Where products go. */
  readonly folder: string
  /** Folder for files that are no product; it is removed afterwards. */
  readonly workshop: string
  readonly version: string
  readonly seconds: number
  /** The file with the licenses of what is bundled. */
  readonly notices: string
  /** Programs by the names of their executables. */
  readonly programs: Readonly<Record<string, ProgramParts>>
}

interface Product {
  readonly name: string
  readonly make: (making: Making) => unknown
}

/** The products in the folder of a release, beside the files about it. */
export const products: ReadonlyArray<Product> = [
  { name: "executables", make: (making) => makeExecutables(making) },
  { name: "container images", make: ({ folder, notices }) => buildImages(folder, { notices }) },
  { name: "Debian packages", make: ({ folder, notices }) => buildDebianPackages(folder, { notices }) },
  { name: "npm packages", make: (making) => makePackages(making) }
]

/** One archive for each program and architecture: an archive keeps the right to execute, and has the licenses with it. */
const makeExecutables = (making: Making): void => {
  for (const architecture of architectures) {
    const node = join(making.workshop, `node-${architecture}`)
    writeFileSync(node, linuxNode(architecture).program, { mode: 0o755 })
    for (const [program, parts] of Object.entries(making.programs)) {
      makeExecutable(making, { program, parts, architecture, node })
    }
  }
}

interface Wanted {
  readonly program: string
  readonly parts: ProgramParts
  readonly architecture: Architecture
  readonly node: string
}

const makeExecutable = ({ folder, workshop, version, seconds, notices }: Making, wanted: Wanted): void => {
  const { program, parts, architecture, node } = wanted
  const addon = linuxAddonFile(architectureNames[architecture].node)
  const output = buildExecutable({ parts, addon, node, output: join(workshop, `${program}-${architecture}`) })
  const name = `${program}-${version}-linux-${architecture}`
  const tree = [
    treeFile(`${name}/${program}`, readFileSync(output), 0o755),
    treeFile(`${name}/LICENSE`, readFileSync(join(repository, "LICENSE"))),
    treeFile(`${name}/NOTICES.txt`, readFileSync(notices))
  ]
  writeFileSync(join(folder, `${name}.tar.gz`), compressedTar(tree, seconds))
}

const makePackages = async ({ folder, workshop, seconds, notices }: Making): Promise<void> => {
  const built = join(workshop, "packages")
  mkdirSync(built)
  const sources = [
    buildDomain(join(built, "domain")),
    buildFormats(join(built, "formats")),
    buildTestServer(join(built, "test-server")),
    await buildCli(join(built, "cli"), notices)
  ]
  for (const source of sources) packPackage({ source, folder, seconds })
}
