import { Api } from "@dragoman/api"
import type { Plugin } from "vite"

const moduleName = "virtual:api-paths"
const resolvedName = `\0${moduleName}`

/** The contract and its libraries: the browser needs their types and the table of paths, never their code. */
const typesOnly = /^(effect|@dragoman\/api)(\/|$)/

/** Method and path of every endpoint, by group and name. */
const pathsOf = (): Record<string, Record<string, readonly [method: string, path: string]>> =>
  Object.fromEntries(
    Object.values(Api.groups).map((group) => [
      group.identifier,
      Object.fromEntries(
        Object.values(group.endpoints).map((endpoint) => [
          endpoint.identifier,
          [endpoint.method, endpoint.path] as const
        ])
      )
    ])
  )

/** `import paths from "virtual:api-paths"`: written from the contract with each build. Fails when code of the contract is imported. */
export const apiPathsPlugin = (): Plugin => ({
  name: "dragoman-api-paths",
  enforce: "pre",
  resolveId(id, importer) {
    if (id === moduleName) return resolvedName
    if (typesOnly.test(id)) this.error(`${importer ?? "A module"} imports ${id}: only "import type" may name it here.`)
    return null
  },
  load(id) {
    return id === resolvedName ? `export default ${JSON.stringify(pathsOf())}` : null
  }
})
