import { cpSync, mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { bundleEntry } from "./bundle-entry.ts"
import { addonFile, releaseDist, repository } from "./repository.ts"

/**
 * The webhook dispatcher as a folder for every platform: `node dist/main.mjs` runs it. Returns the folder. `better-sqlite3`
 * looks for its addon in `prebuilds`, beside the folder of the JavaScript.
 */
export const buildDispatcher = async (folder: string = join(releaseDist, "webhook-dispatcher")): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  cpSync(dirname(addonFile()), join(folder, "prebuilds"), { recursive: true })
  const source = join(repository, "apps", "webhook-dispatcher", "src", "main.ts")
  await bundleEntry({ source, output: join(folder, "dist", "main.mjs"), format: "esm" })
  return folder
}
