/** Variables that commands read and that are no settings: an environment that has them too is right for every program. */
export const commandVariables = {
  apiUrl: "DRAGOMAN_API_URL",
  apiKey: "DRAGOMAN_API_KEY",
  projectId: "DRAGOMAN_PROJECT_ID",
  tolgeeUrl: "DRAGOMAN_TOLGEE_URL",
  tolgeeToken: "DRAGOMAN_TOLGEE_TOKEN",
  tolgeeDatabaseUrl: "DRAGOMAN_TOLGEE_DATABASE_URL"
} as const

/** Variables that may also name a file with their value, by `_FILE` at the end. */
const { tolgeeToken, tolgeeDatabaseUrl } = commandVariables

export const commandVariableNames: ReadonlyArray<string> = [
  ...Object.values(commandVariables),
  ...[tolgeeToken, tolgeeDatabaseUrl].map((name) => `${name}_FILE`)
]
