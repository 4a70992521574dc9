export const configFlag = "config"

export const configVariable = "DRAGOMAN_CONFIG_FILE"

/** The file that the flag or, without one, the variable names; null: none. A variable without text is not set. */
export const configPath = (
  flags: Readonly<Record<string, string | null>>,
  environment: Readonly<Record<string, string | undefined>>
): { readonly path: string; readonly name: string } | { readonly problem: string } | null => {
  const flag = flags[configFlag]
  if (flag === null || flag === "") return { problem: `--${configFlag} needs a file.` }
  if (flag !== undefined) return { path: flag, name: `--${configFlag}` }
  const path = environment[configVariable]
  return path ? { path, name: configVariable } : null
}
