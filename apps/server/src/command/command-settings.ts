import type { SettingsRead } from "@dragoman/settings"

/** The settings of a command: its flags, the variables of the process, and the files that both name. */
export const readCommandSettings = async (
  flags: Readonly<Record<string, string | null>>
): Promise<SettingsRead<"server">> => {
  const { loadSettings } = await import("@dragoman/settings")
  return loadSettings("server", { flags, environment: process.env, isTerminal: process.stdout.isTTY === true })
}
