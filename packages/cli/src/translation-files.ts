import { readdirSync, realpathSync, statSync } from "node:fs"
import { dirname, isAbsolute, relative, resolve, sep } from "node:path"
import { isArchivePath, isSupportedPath } from "@dragoman/formats"

/**
 * Lists the translation files and archives of a path that was given to a command, with slashes and without `./`; for a
 * folder the files in it. Links that lead out of the folder are problems: a repository may contain them, and the
 * content is printed or sent.
 */
export const translationFilesAt = (given: string, problems: Array<string>): ReadonlyArray<string> => {
  const path = given.replaceAll(sep, "/").replace(/^(?:\.\/+)+(?=.)/, "")
  const found = orProblem(path, problems, () => statSync(path))
  if (found === null) return []
  // Pipes have no path that a link could lead to.
  if ((found.isFile() || found.isDirectory()) && leadsOut(path, rootOf(path), problems)) return []
  if (!found.isDirectory()) return [path]
  const problemCount = problems.length
  const root = path.replace(/(?<=.)\/+$/, "")
  const files = filesBelow(root, root, problems)
  if (files.length === 0 && problems.length === problemCount) problems.push(`${path} has no translation files.`)
  return files
}

/**
 * Lists a folder in the order of names, without hidden files and installed packages; links to folders are not followed.
 */
const filesBelow = (folder: string, root: string, problems: Array<string>): ReadonlyArray<string> => {
  const entries = orProblem(folder, problems, () => readdirSync(folder, { withFileTypes: true })) ?? []
  const prefix = folder === "." ? "" : folder === "/" ? "/" : `${folder}/`
  return entries
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${prefix}${entry.name}`
      if (entry.isDirectory()) return filesBelow(path, root, problems)
      const isCandidate = isSupportedPath(entry.name) || isArchivePath(entry.name)
      if (!isCandidate) return []
      const isRead = entry.isFile() || (entry.isSymbolicLink() && isLinkToFile(path) && !leadsOut(path, root, problems))
      return isRead ? [path] : []
    })
}

/**
 * Finds the folder that links of a given path may not leave: the working directory; outside of it, the folder that has
 * the last name.
 */
const rootOf = (path: string): string => (isBelow(resolve(path), process.cwd()) ? "." : dirname(resolve(path)))

const leadsOut = (path: string, folder: string, problems: Array<string>): boolean => {
  const target = orProblem(path, problems, () => realpathSync.native(path))
  if (target === null) return true
  if (isBelow(target, realpathSync.native(folder))) return false
  problems.push(
    `${path} is not read: a link leads out of ${folder === "." ? "the working directory" : folder}. Name ${target} if it is meant.`
  )
  return true
}

/** Whether an absolute path is below a folder; a folder is below itself. */
const isBelow = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

const isLinkToFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Returns the result; null: it failed, and a sentence about the path is among the problems. */
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
