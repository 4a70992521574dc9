import { accessSync, constants, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import type { SettingValues } from "../platform/settings/settings.ts"
import { CommandFailure } from "./command-failure.ts"
import { explainFileError } from "./explain-file-error.ts"

/** Makes the data directory and the folder of the SQLite file, for this user only, and checks that they can be written. */
export const prepareFolders = ({ dataDir, database }: SettingValues): void => {
  prepareFolder(dataDir, "DRAGOMAN_DATA_DIR")
  if (database.engine === "sqlite") prepareFolder(dirname(database.filename), "DRAGOMAN_DATABASE_URL")
}

const prepareFolder = (folder: string, variable: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new CommandFailure({
      sentence: `The folder of ${variable} cannot be used: ${explainFileError(error, folder)}`
    })
  }
}
