import { gzipSync } from "node:zlib"
import type { FileTree } from "../file-tree.ts"
import { tarOf } from "../tar-writer.ts"

/** Where gzip notes the system that made the file. */
const systemOffset = 9
const unixSystem = 3

/** A tree as `.tar.gz`. The same tree and time give the same bytes with the same Node. */
export const compressedTar = (tree: FileTree, seconds: number): Buffer => {
  const compressed = gzipSync(tarOf(tree, { seconds }))
  compressed[systemOffset] = unixSystem
  return compressed
}
