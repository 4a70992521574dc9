import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { repository } from "../repository.ts"
import { differingFiles } from "./checksums.ts"
import { type Commit, git } from "./commit.ts"

/** Files that are fetched once: Node for other architectures. */
const downloads = join("node_modules", ".cache", "dragoman-release")

/** Builds a release once more, in a clone in another folder, and returns the names of files that came out differently. */
export const differencesWhenBuiltAgain = (released: string, commit: Commit): ReadonlyArray<string> => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-again-"))
  const clone = join(folder, "clone")
  try {
    git(repository, "clone", "--quiet", ".", clone)
    if (commit.isDirty) copyChanges(clone)
    if (existsSync(join(repository, downloads))) {
      cpSync(join(repository, downloads), join(clone, downloads), { recursive: true })
    }
    const words = ["tooling/run.mjs", "release", ...(commit.isDirty ? ["--allow-dirty"] : [])]
    execFileSync(process.execPath, words, { cwd: clone, stdio: ["ignore", "ignore", "inherit"] })
    return differingFiles(released, join(clone, relative(repository, released)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const copyChanges = (clone: string): void => {
  const names = (...words: ReadonlyArray<string>) =>
    git(repository, "ls-files", "-z", ...words)
      .split("\u0000")
      .filter((name) => name !== "")
  for (const name of names("--modified", "--others", "--exclude-standard")) {
    if (existsSync(join(repository, name))) cpSync(join(repository, name), join(clone, name))
  }
  for (const name of names("--deleted")) rmSync(join(clone, name), { force: true })
}
