import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

const names = ["chromium", "chromium-browser", "google-chrome"]

/** A Chromium on the PATH; null when there is none. */
export const findBrowser = (): string | null =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable) ?? null

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
