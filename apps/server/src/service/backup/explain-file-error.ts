import { dirname } from "node:path"

/** Explains a failed file operation. `path`: the file or folder that was to be written. */
export const explainFileError = (error: unknown, path: string): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  switch (code) {
    case "EACCES":
    case "EPERM":
      return `${path} may not be written by this user.`
    case "EROFS":
      return `${path} is on a file system that can only be read.`
    case "ENOENT":
      return `the folder ${dirname(path)} does not exist.`
    case "ENOTDIR":
      return `a part of the path ${path} is a file, not a folder.`
    case "EEXIST":
      return `${path} exists already; remove it if nothing else is writing it.`
    case "ENOSPC":
      return `no space is left for ${path}.`
    default:
      return `${path}: ${error instanceof Error ? error.message : String(error)}`
  }
}
