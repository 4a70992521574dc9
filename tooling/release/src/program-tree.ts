import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Architecture, architectureNames } from "./architecture.ts"
import { buildDispatcher } from "./build-dispatcher.ts"
import { bundleServer } from "./bundle-server.ts"
import { type FileTree, treeFile, treeOfFolder } from "./file-tree.ts"
import { linuxNode } from "./linux-node.ts"
import { linuxAddonFile, repository } from "./repository.ts"

/** Where the program is, in images and in packages; absolute it begins with a slash. */
const programFolder = "usr/lib/dragoman"

export const serverMain = `/${programFolder}/server/main.js`
export const dispatcherMain = `/${programFolder}/dispatcher/dist/main.mjs`
export const nodeProgram = `/${programFolder}/node`

const documentFolder = "usr/share/doc/dragoman"

let bundled: Promise<FileTree> | null = null

/** Server and dispatcher as bundled JavaScript, which is the same for every architecture, without the addon. Images and packages share it. */
export const bundledPrograms = (): Promise<FileTree> => {
  bundled ??= bundlePrograms()
  return bundled
}

const bundlePrograms = async (): Promise<FileTree> => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-bundle-"))
  try {
    await Promise.all([bundleServer(join(folder, "server")), buildDispatcher(join(folder, "dispatcher"))])
    return [
      ...treeOfFolder(folder, programFolder).filter(({ path }) => !path.endsWith(".node")),
      // Node need not guess.
      treeFile(`${programFolder}/package.json`, '{ "type": "module" }\n')
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Node, in a tree of its own: it changes less often than the program. */
export const nodeTree = (architecture: Architecture): FileTree => {
  const { program, license } = linuxNode(architecture)
  return [treeFile(nodeProgram.slice(1), program, 0o755), treeFile(`${documentFolder}/node-license`, license)]
}

/** The programs with what belongs to one architecture. `notices`: a file with the licenses of what is bundled. */
export const programTree = (
  bundled: FileTree,
  architecture: Architecture,
  { notices }: { readonly notices?: string | undefined }
): FileTree => {
  const addon = readFileSync(linuxAddonFile(architectureNames[architecture].node))
  return [
    ...bundled,
    treeFile(`${programFolder}/server/better_sqlite3.node`, addon),
    treeFile(`${programFolder}/dispatcher/prebuilds/linux-${architectureNames[architecture].node}.node`, addon),
    treeFile(`${documentFolder}/license`, readFileSync(join(repository, "LICENSE"))),
    ...(notices === undefined ? [] : [treeFile(`${documentFolder}/notices`, readFileSync(notices))])
  ]
}
