import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

interface Owned {
  /** Path without a slash at the beginning or the end: `usr/bin/dragoman`. */
  readonly path: string
  readonly mode: number
  /** User and group; 0 is root. */
  readonly owner: number
}

export type FileTreeEntry =
  | (Owned & { readonly kind: "folder" })
  | (Owned & { readonly kind: "file"; readonly content: Buffer })
  | (Owned & { readonly kind: "link"; readonly target: string })

/** Contents of an archive, in any order; folders that only hold others need not be named. */
export type FileTree = ReadonlyArray<FileTreeEntry>

export const treeFolder = (path: string, mode = 0o755, owner = 0): FileTreeEntry => ({
  kind: "folder",
  path,
  mode,
  owner
})

export const treeFile = (path: string, content: Buffer | string, mode = 0o644): FileTreeEntry => ({
  kind: "file",
  path,
  mode,
  owner: 0,
  content: Buffer.from(content)
})

/** A symbolic link. */
export const treeLink = (path: string, target: string): FileTreeEntry => ({
  kind: "link",
  path,
  mode: 0o777,
  owner: 0,
  target
})

/** The regular files of a folder and of the folders in it, readable for all, below `path`. */
export const treeOfFolder = (folder: string, path: string): FileTree =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry): FileTree => {
    const [from, to] = [join(folder, entry.name), `${path}/${entry.name}`]
    if (entry.isDirectory()) return treeOfFolder(from, to)
    return entry.isFile() ? [treeFile(to, readFileSync(from))] : []
  })

/** Sorted, with every folder above an entry, and before it. Fails when two entries have one path. */
export const completeTree = (tree: FileTree): FileTree => {
  const byPath = new Map<string, FileTreeEntry>()
  for (const entry of tree) {
    if (byPath.has(entry.path)) throw new Error(`Two entries of a tree are called ${entry.path}.`)
    byPath.set(entry.path, entry)
  }
  for (const { path } of tree) {
    const names = path.split("/")
    for (let depth = 1; depth < names.length; depth++) {
      const above = names.slice(0, depth).join("/")
      if (!byPath.has(above)) byPath.set(above, treeFolder(above))
    }
  }
  return [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}
