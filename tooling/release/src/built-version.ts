import { spawnSync } from "node:child_process"
import { commitVariable } from "./commit-variable.ts"
import { productVersion, repository } from "./repository.ts"

/** Facts about the sources; null: they are in no clone. */
export interface SourceState {
  /** 12 characters of the commit. */
  readonly commit: string
  /** Seconds since 1970. */
  readonly seconds: number
  /** There are changes that no commit has. */
  readonly isDirty: boolean
  readonly tags: ReadonlyArray<string>
}

/**
 * The version that what is built here calls itself. A release, its tag and its source archive have the version of the packages. Any
 * other build comes after that release and before the next one: `1.0.1-dev.20261126203000+0123456789ab`.
 */
export const builtVersion = (): string =>
  process.env[commitVariable] === undefined ? versionOf(productVersion(), readSources()) : productVersion()

export const versionOf = (released: string, sources: SourceState | null): string => {
  if (sources === null) return released
  const { commit, seconds, isDirty, tags } = sources
  if (!isDirty && tags.includes(`v${released}`)) return released
  const [major = "0", minor = "0", patch = "0"] = released.split(".")
  const time = new Date(seconds * 1_000).toISOString().replace(/\D/g, "").slice(0, 14)
  return `${major}.${minor}.${Number(patch) + 1}-dev.${time}+${commit}${isDirty ? ".dirty" : ""}`
}

/** Debian orders what is behind `~` before the version without it. */
export const debianVersion = (version: string): string => version.replace("-dev.", "~dev")

/** Tags of images have no `+`. */
export const imageTag = (version: string): string => version.replace("+", "-")

const readSources = (): SourceState | null => {
  const [hash, seconds] = git("log", "-1", "--format=%H %ct")?.split(" ") ?? []
  // A source archive that was unpacked inside of another clone.
  if (hash === undefined || git("rev-parse", "--show-prefix") !== "") return null
  return {
    commit: hash.slice(0, 12),
    seconds: Number(seconds),
    isDirty: git("status", "--porcelain", "--untracked-files=no") !== "",
    tags: git("tag", "--points-at", "HEAD")?.split("\n") ?? []
  }
}

/** Returns what git prints; null: there is no git, or no clone. */
const git = (...words: ReadonlyArray<string>): string | null => {
  const { status, stdout } = spawnSync("git", words, { cwd: repository, encoding: "utf8" })
  return status === 0 ? stdout.trim() : null
}
