import type { SettingsRead } from "@dragoman/settings"
import { directDatabase } from "../platform/database/database-connections.ts"

/** Reads the settings of a command that works with the database itself: behind a pooler its locks would not last. */
export const readCommandSettings = async (
  flags: Readonly<Record<string, string | null>>,
  environment?: Readonly<Record<string, string | undefined>>
): Promise<SettingsRead<"server">> => {
  const read = await readServerSettings(flags, environment)
  if ("problems" in read) return read
  return { ...read, settings: { ...read.settings, database: directDatabase(read.settings) } }
}

/** Reads the settings of a server: its flags, the variables of the process, and the files that both name. */
export const readServerSettings = async (
  flags: Readonly<Record<string, string | null>>,
  environment: Readonly<Record<string, string | undefined>> = process.env
): Promise<SettingsRead<"server">> => {
  const { loadSettings } = await import("@dragoman/settings")
  return loadSettings("server", { flags, environment, isTerminal: process.stdout.isTTY === true })
}
