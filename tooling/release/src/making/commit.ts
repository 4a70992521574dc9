import { execFileSync } from "node:child_process"

/** The commit that a release is built from. */
export interface Commit {
  /** 12 characters, as people write it; with `-dirty` when there are changes that no commit has. */
  readonly name: string
  /** Seconds since 1970. */
  readonly seconds: number
  readonly isDirty: boolean
}

export const readCommit = (folder: string): Commit => {
  const [hash = "", seconds = ""] = git(folder, "log", "-1", "--format=%H %ct").trim().split(" ")
  const isDirty = git(folder, "status", "--porcelain").trim() !== ""
  return { name: `${hash.slice(0, 12)}${isDirty ? "-dirty" : ""}`, seconds: Number(seconds), isDirty }
}

/** Runs git in a folder; returns what it prints. */
export const git = (folder: string, ...words: ReadonlyArray<string>): string =>
  execFileSync("git", words, { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
