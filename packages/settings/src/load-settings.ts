import { readFileSync } from "node:fs"
import type { ConfigFile } from "./config-file.ts"
import { configPath } from "./config-path.ts"
import type { SettingSources } from "./find-setting-text.ts"
import { readSettings, type SettingsRead } from "./read-settings.ts"
import type { Program } from "./setting.ts"

/** The words and the surroundings of a program. */
export type LoadSources = Omit<SettingSources, "readFile" | "config">

/** The settings of a program, with the files that flags and variables name: `readSettings` says what counts first. */
export const loadSettings = async <P extends Program>(program: P, sources: LoadSources): Promise<SettingsRead<P>> => {
  const config = await loadConfigFile(sources)
  return readSettings(program, { ...sources, readFile, config })
}

/** Reads the configuration file; null: none is named. */
const loadConfigFile = async ({ flags, environment }: LoadSources): Promise<ConfigFile | null> => {
  const named = configPath(flags, environment)
  if (named === null) return null
  if ("problem" in named) return { entries: [], problems: [named.problem] }
  const { path, name } = named
  const text = readFile(path)
  if (text === null) return { entries: [], problems: [`${name}: the file ${path} cannot be read.`] }
  // The parser takes a tenth of a short start, and most servers have no such file.
  const { parseConfigFile } = await import("./config-file.ts")
  return parseConfigFile(path, text)
}

/** Reads a file; null: it cannot be read. */
const readFile = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return null
  }
}
