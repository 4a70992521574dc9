import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundleEntries } from "./bundle-entry.ts"
import { releaseDist, repository } from "./repository.ts"

/** Starts the bundle: npm links this file as the command. */
const program = `#!/usr/bin/env node
import "./dist/main.js"
`

/**
 * `@dragoman/cli` as it is published: one bundle without dependencies, in parts that each command loads when it needs them. `notices`:
 * the file with the licenses of what is bundled. Returns the folder of the package.
 */
export const buildCli = async (
  folder: string = join(releaseDist, "cli"),
  notices: string | null = null
): Promise<string> => {
  const source = join(repository, "packages", "cli")
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await bundleEntries({ main: join(source, "src", "main.ts") }, join(folder, "dist"))
  writeFileSync(join(folder, "dragoman.js"), program, { mode: 0o755 })
  const { name, version, description, license } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"))
  const manifest = {
    name,
    version,
    description,
    license,
    type: "module",
    bin: { dragoman: "dragoman.js" },
    files: ["dragoman.js", "dist", ...(notices === null ? [] : ["NOTICES.txt"])],
    // `globSync` of node:fs.
    engines: { node: ">=22" }
  }
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(repository, "LICENSE"), join(folder, "LICENSE"))
  copyFileSync(join(source, "README.md"), join(folder, "README.md"))
  if (notices !== null) copyFileSync(notices, join(folder, "NOTICES.txt"))
  return folder
}
