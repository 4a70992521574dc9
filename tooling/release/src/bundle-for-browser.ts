import { join } from "node:path"
import { rolldown } from "rolldown"

/** Makes one script for browsers of a module and all that it imports. `folder`: where the module would be. */
export const bundleForBrowser = async (module: string, folder: string): Promise<string> => {
  const entry = join(folder, "bundled-module.js")
  const bundle = await rolldown({
    input: entry,
    platform: "browser",
    logLevel: "warn",
    plugins: [
      {
        name: "module-in-memory",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? module : null)
      }
    ]
  })
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false })
    return output[0].code
  } finally {
    await bundle.close()
  }
}
