import type { SettingsRead } from "@dragoman/settings"

/** Reads the settings of a command: its flags, the variables of the process, and the files that both name. */
export const readCommandSettings = async (
  flags: Readonly<Record<string, string | null>>,
  environment: Readonly<Record<string, string | undefined>> = process.env
): Promise<SettingsRead<"server">> => {
  const { loadSettings } = await import("@dragoman/settings")
  return loadSettings("server", { flags, environment, isTerminal: process.stdout.isTTY === true })
}
