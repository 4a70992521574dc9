import { completeTree, type FileTree, type FileTreeEntry } from "./file-tree.ts"

const blockSize = 512
const typeFlags = { file: "0", link: "2", folder: "5" } as const

/**
 * A tree as a tar archive in the format of POSIX (ustar). The same tree and time give the same bytes. `prefix` stands before
 * each path: packages of Debian have `./`.
 */
export const tarOf = (tree: FileTree, { seconds, prefix = "" }: { seconds: number; prefix?: string }): Buffer => {
  const root: FileTree = prefix === "" ? [] : [{ kind: "folder", path: "", mode: 0o755, owner: 0 }]
  const parts = [...root, ...completeTree(tree)].flatMap((entry) => {
    const header = headerOf(entry, seconds, prefix)
    return entry.kind === "file" ? [header, entry.content, padding(entry.content.length)] : [header]
  })
  // Two empty blocks are the end.
  return Buffer.concat([...parts, Buffer.alloc(2 * blockSize)])
}

const padding = (size: number): Buffer => Buffer.alloc((blockSize - (size % blockSize)) % blockSize)

const headerOf = (entry: FileTreeEntry, seconds: number, prefix: string): Buffer => {
  const header = Buffer.alloc(blockSize)
  const path = `${prefix}${entry.path}${entry.kind === "folder" && entry.path !== "" ? "/" : ""}`
  const [folder, name] = splitPath(path)
  header.write(name, 0)
  writeOctal(header, 100, 8, entry.mode)
  writeOctal(header, 108, 8, entry.owner)
  writeOctal(header, 116, 8, entry.owner)
  writeOctal(header, 124, 12, entry.kind === "file" ? entry.content.length : 0)
  writeOctal(header, 136, 12, seconds)
  header.write(typeFlags[entry.kind], 156)
  if (entry.kind === "link") header.write(fitting(entry.target, 100, path), 157)
  header.write("ustar\u000000", 257)
  header.write(folder, 345)
  // The sum of all bytes, with spaces in the place of the sum.
  header.write(" ".repeat(8), 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148)
  return header
}

/** A long path stands in two fields, divided at a slash. */
const splitPath = (path: string): readonly [folder: string, name: string] => {
  if (Buffer.byteLength(path) <= 100) return ["", path]
  const slash = path.indexOf("/", path.length - 101)
  return [fitting(path.slice(0, slash), 155, path), fitting(path.slice(slash + 1), 100, path)]
}

const fitting = (text: string, size: number, path: string): string => {
  if (Buffer.byteLength(text) > size || text === "") throw new Error(`${path} is too long for an archive.`)
  return text
}

const writeOctal = (header: Buffer, offset: number, size: number, value: number): void => {
  header.write(value.toString(8).padStart(size - 1, "0"), offset)
}
