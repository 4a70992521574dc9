import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Api } from "@dragoman/api"
import type { Plugin } from "vite"

const moduleName = "virtual:api-paths"
const resolvedName = `\0${moduleName}`

/** The contract and its libraries: the browser needs their types and the table of paths, never their code. */
const typesOnly = /^(effect|@dragoman\/api)(\/|$)/

/** Most paths begin with it, and every page loads all paths before it shows: the table has `~` in its place. */
const projectPath = "/v2/projects/:projectId"

/** Method and path of endpoints, such as `GET ~/keys`, by group and name: of those that are called. */
const pathsOf = (isCalled: (group: string, name: string) => boolean): Record<string, Record<string, string>> =>
  Object.fromEntries(
    Object.values(Api.groups).flatMap((group) => {
      const called = Object.values(group.endpoints).filter(({ identifier }) => isCalled(group.identifier, identifier))
      if (called.length === 0) return []
      const paths = called.map(({ identifier, method, path }) => [
        identifier,
        `${method} ${path.replace(projectPath, "~")}`
      ])
      return [[group.identifier, Object.fromEntries(paths)]]
    })
  )

/** Every short string of each source: calls name their endpoints by two of one file, which the types demand. */
const stringsIn = (folder: string): ReadonlyArray<ReadonlySet<string>> =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .map((source) => new Set([...source.matchAll(/"(\w+)"/g)].map(([, text = ""]) => text)))

/**
 * `import paths from "virtual:api-paths"`: written from the contract with each build, of the endpoints that the console calls. Fails when
 * code of the contract is imported.
 */
export const apiPathsPlugin = (sourceFolder: string): Plugin => {
  let isBuild = false
  return {
    name: "dragoman-api-paths",
    enforce: "pre",
    configResolved({ command }) {
      isBuild = command === "build"
    },
    resolveId(id, importer) {
      if (id === moduleName) return resolvedName
      if (typesOnly.test(id))
        this.error(`${importer ?? "A module"} imports ${id}: only "import type" may name it here.`)
      return null
    },
    load(id) {
      if (id !== resolvedName) return null
      // While the console is developed, calls come and go.
      const strings = isBuild ? stringsIn(sourceFolder) : null
      const paths = pathsOf(
        (group, name) => strings === null || strings.some((ofFile) => ofFile.has(group) && ofFile.has(name))
      )
      return `export const projectPath = "${projectPath}"; export default ${JSON.stringify(paths)}`
    }
  }
}
