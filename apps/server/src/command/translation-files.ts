import { readdirSync, statSync } from "node:fs"
import { sep } from "node:path"
import { isArchivePath, isSupportedPath } from "@dragoman/formats"

/**
 * The translation files and archives of a path that was given to a command. As they are printed: with slashes and without
 * `./`; for a folder the files in it.
 */
export const translationFilesAt = (given: string, problems: Array<string>): ReadonlyArray<string> => {
  const path = given.replaceAll(sep, "/").replace(/^(?:\.\/+)+(?=.)/, "")
  const isFolder = orProblem(path, problems, () => statSync(path).isDirectory())
  if (isFolder === null) return []
  if (!isFolder) return [path]
  const problemCount = problems.length
  const files = filesBelow(path.replace(/(?<=.)\/+$/, ""), problems)
  if (files.length === 0 && problems.length === problemCount) problems.push(`${path} has no translation files.`)
  return files
}

/** In the order of their names. Neither hidden ones nor those of installed packages; links to folders are not followed. */
const filesBelow = (folder: string, problems: Array<string>): ReadonlyArray<string> => {
  const entries = orProblem(folder, problems, () => readdirSync(folder, { withFileTypes: true })) ?? []
  const prefix = folder === "." ? "" : folder === "/" ? "/" : `${folder}/`
  return entries
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${prefix}${entry.name}`
      if (entry.isDirectory()) return filesBelow(path, problems)
      const isCandidate = isSupportedPath(entry.name) || isArchivePath(entry.name)
      const isFile = entry.isFile() || (entry.isSymbolicLink() && isLinkToFile(path))
      return isCandidate && isFile ? [path] : []
    })
}

const isLinkToFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** The result; null: it failed, and a sentence about the path is among the problems. */
export const orProblem = <A>(path: string, problems: Array<string>, run: () => A): A | null => {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error
    problems.push(`${path} cannot be read${reasons[String(error.code)] ?? ` (${String(error.code)})`}.`)
    return null
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: ": it does not exist",
  ENOTDIR: ": a part of the path is a file, not a folder",
  EACCES: " by this user",
  ERR_FS_FILE_TOO_LARGE: ": it is larger than 2 GB"
}
