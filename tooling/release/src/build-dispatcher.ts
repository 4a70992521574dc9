import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { bundleEntry } from "./bundle-entry.ts"
import { addonFile, releaseDist, repository } from "./repository.ts"

/** The webhook dispatcher as a folder of its own: `node main.js` runs it. Returns the folder. */
export const buildDispatcher = async (folder: string = join(releaseDist, "webhook-dispatcher")): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  copyFileSync(addonFile(), join(folder, "better_sqlite3.node"))
  const source = join(repository, "apps", "webhook-dispatcher", "src", "main.ts")
  await bundleEntry({ source, output: join(folder, "main.js"), format: "esm" })
  return folder
}
