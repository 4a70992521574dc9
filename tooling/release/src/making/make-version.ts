import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { readChangesets } from "@changesets/read"
import { changelogEntry } from "../changelog/changelog-entry.ts"
import { addVersion, writeNotes } from "../changelog/write-changelog.ts"
import { productVersion, repository } from "../repository.ts"
import { git } from "./commit.ts"

/** Files that name the program's files or load its image. */
export const filesWithVersion = [
  "docs/deployment.md",
  "docs/operations.md",
  "deploy/compose.yaml",
  "deploy/compose.postgres.yaml"
]

/**
 * Makes the next version of the changesets, and commits it: all packages get it, the changelog says what the changesets said, and these
 * are gone. Returns the version; null: there is no changeset. Needs a clean tree. `now`: the day in the changelog.
 */
export const makeVersion = async (now: Date): Promise<string | null> => {
  const changesets = await readChangesets(repository)
  if (changesets.length === 0) return null
  // Fails for an unknown topic before anything is changed.
  const entries = changesets.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(changelogEntry)
  const before = productVersion()
  execFileSync(process.execPath, [changesetProgram(), "version"], {
    cwd: repository,
    stdio: ["ignore", "ignore", "inherit"]
  })
  const version = productVersion()
  if (version === before) throw new Error("The changesets change no package: nothing is to be released.")
  const date = now.toISOString().slice(0, "2026-11-24".length)
  rewrite("CHANGELOG.md", (text) => addVersion(text, { version, date, notes: writeNotes(entries) }))
  const wholeVersion = new RegExp(`(?<![\\d.])${before.replaceAll(".", "\\.")}(?![\\d.])`, "g")
  for (const name of filesWithVersion) rewrite(name, (text) => text.replace(wholeVersion, version))
  git(repository, "add", "--all")
  git(repository, "commit", "--quiet", "--message", `Dragoman ${version}`)
  return version
}

const rewrite = (name: string, change: (text: string) => string): void => {
  const file = join(repository, name)
  writeFileSync(file, change(readFileSync(file, "utf8")))
}

const changesetProgram = (): string => {
  const manifest = createRequire(join(repository, "package.json")).resolve("@changesets/cli/package.json")
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"))
  const program = join(dirname(manifest), typeof bin === "string" ? bin : bin.changeset)
  if (!existsSync(program)) throw new Error(`${program} is not there.`)
  return program
}
