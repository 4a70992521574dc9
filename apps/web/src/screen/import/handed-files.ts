import type { NamedFile } from "./dropped-files.ts"

/** Files that were chosen before their project existed, by project. Gone when the page is left. */
const handed = new Map<number, ReadonlyArray<NamedFile>>()

/** The import of the project takes these files as soon as it is opened. */
export const handFiles = (projectId: number, files: ReadonlyArray<NamedFile>): void => {
  handed.set(projectId, files)
}

/** Once; then there are none. */
export const takeHandedFiles = (projectId: number): ReadonlyArray<NamedFile> => {
  const files = handed.get(projectId) ?? []
  handed.delete(projectId)
  return files
}
