import { createHash, randomBytes } from "node:crypto"
import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { Data } from "effect"

export interface PackedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The files of a program can be used in no folder; `reasons` has one sentence for each that was tried. */
export class FilesNotUnpacked extends Data.TaggedError("FilesNotUnpacked")<{
  readonly reasons: ReadonlyArray<string>
}> {
  get sentence(): string {
    return `The program cannot unpack files that it needs: ${this.reasons.join("; ")}. Set TMPDIR to a folder that this user may write and that is on a file system without noexec.`
  }
}

/**
 * Writes files of the single executable into a folder of this user, and uses them there. A folder that takes no files, or that
 * `use` fails in, as on a file system without programs (noexec), is followed by the next one. The folder is named after the content,
 * so that a program which was killed leaves no further copy, and stays for the next start.
 */
export const unpackFiles = <A>(
  files: ReadonlyArray<PackedFile>,
  use: (folder: string) => A,
  places: ReadonlyArray<string> = placesOf(process.env)
): A => {
  const digest = createHash("sha256")
  for (const { name, bytes } of files) digest.update(`${name} ${bytes.length}\n`).update(bytes)
  const name = `dragoman-${process.getuid?.() ?? "user"}-${digest.digest("hex").slice(0, 16)}`
  const reasons: Array<string> = []
  for (const place of places) {
    try {
      return use(writeFiles(join(place, name), files))
    } catch (error) {
      reasons.push(`${place} (${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)})`)
    }
  }
  throw new FilesNotUnpacked({ reasons })
}

/** systemd names a cache; then the temporary folder, the caches of the user, and the data directory. */
const placesOf = (environment: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> => {
  const [cache] = (environment["CACHE_DIRECTORY"] ?? "").split(":")
  const ofUser = environment["XDG_CACHE_HOME"] || join(homedir(), ".cache")
  return [cache, tmpdir(), ofUser, environment["DRAGOMAN_DATA_DIR"]].filter(
    (place): place is string => place !== undefined && place !== ""
  )
}

const writeFiles = (folder: string, files: ReadonlyArray<PackedFile>): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  checkIsPrivate(folder)
  for (const { name, bytes } of files) {
    const file = join(folder, name)
    if (isSame(file, bytes)) continue
    // Other processes load the file meanwhile.
    const unfinished = `${file}.${randomBytes(6).toString("hex")}`
    writeFileSync(unfinished, bytes, { mode: 0o700 })
    renameSync(unfinished, file)
  }
  return folder
}

/** Others can make a folder of this name in a temporary folder, with a program of theirs in it. */
const checkIsPrivate = (folder: string): void => {
  const { uid, mode } = lstatSync(folder)
  const own = process.getuid?.()
  if (own === undefined) return
  if (!lstatSync(folder).isDirectory() || uid !== own || (mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a folder of this user alone`)
  }
}

const isSame = (file: string, bytes: Uint8Array): boolean => {
  try {
    return readFileSync(file).equals(bytes)
  } catch {
    return false
  }
}
