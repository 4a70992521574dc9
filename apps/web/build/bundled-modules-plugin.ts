import type { Plugin } from "vite"

/** The file that lists the modules of the build; beside Vite's manifest, where the server does not serve it. */
const modulesFile = ".vite/modules.json"

/** Lists the modules that are in the console, and the styles: a release names the licences of their packages. */
export const bundledModulesPlugin = (): Plugin => ({
  name: "dragoman-bundled-modules",
  apply: "build",
  generateBundle(_, bundle) {
    const modules = new Set<string>()
    for (const output of Object.values(bundle)) {
      if (output.type !== "chunk") continue
      // The styles of a chunk are in a file of their own, and have no length here.
      for (const [id, { renderedLength }] of Object.entries(output.modules)) {
        if (renderedLength > 0 || /\.css(?:\?|$)/.test(id)) modules.add(id)
      }
    }
    this.emitFile({ type: "asset", fileName: modulesFile, source: JSON.stringify([...modules].sort()) })
  }
})
