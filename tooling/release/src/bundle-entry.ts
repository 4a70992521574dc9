import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type InputOptions, type OutputChunk, rolldown } from "rolldown"
import { builtVersion } from "./built-version.ts"
import { commitVariable } from "./commit-variable.ts"
import { toAscii } from "./to-ascii.ts"

export interface BundleEntry {
  readonly source: string
  readonly output: string
  readonly format: "esm" | "cjs"
}

/** The addon of `better-sqlite3` is in no bundle: `layer-engine.ts` finds it. */
const inputOptions = (input: NonNullable<InputOptions["input"]>, format: BundleEntry["format"]): InputOptions => {
  const commit = process.env[commitVariable]
  const define = {
    dragomanVersion: JSON.stringify(builtVersion()),
    ...(commit === undefined ? {} : { dragomanCommit: JSON.stringify(commit) }),
    // `better-sqlite3` looks beside itself for its addon.
    ...(format === "esm" ? { __dirname: "import.meta.dirname" } : {})
  }
  return {
    input,
    platform: "node",
    // Optional packages that our dependencies look for; without them they do what we need.
    external: ["pg-native", "bufferutil", "utf-8-validate"],
    logLevel: "warn",
    // CommonJS has no `import.meta.resolve`, with which only sources find a file, and no `import.meta.env`, which may be missing.
    checks: { emptyImportMeta: false },
    transform: { define }
  }
}

/** The modules in it, by their paths. Nothing is left of some of them. */
const modulesOf = ({ modules }: OutputChunk): ReadonlyArray<string> =>
  Object.keys(modules).filter((id) => (modules[id]?.renderedLength ?? 0) > 0)

/** Makes one file with all that an entry imports. Returns the modules that are in it, by their paths. */
export const bundleEntry = async ({ source, output, format }: BundleEntry): Promise<ReadonlyArray<string>> => {
  const bundle = await rolldown(inputOptions(source, format))
  try {
    const { output: chunks } = await bundle.generate({ format, minify: true, codeSplitting: false })
    mkdirSync(dirname(output), { recursive: true })
    const [chunk] = chunks
    writeFileSync(output, toAscii(chunk.code))
    return modulesOf(chunk)
  } finally {
    await bundle.close()
  }
}

/**
 * Makes `<name>.js` for each entry, and files that they share, in one build: a build of its own for each would need several times
 * the memory. `sources`: by name. `replaced`: code in place of modules, by their paths. Removes what an earlier build left in the folder.
 */
export const bundleEntries = async (
  sources: Readonly<Record<string, string>>,
  folder: string,
  replaced: Readonly<Record<string, string>> = {}
): Promise<void> => {
  const bundle = await rolldown({
    ...inputOptions({ ...sources }, "esm"),
    // A hook would slow every build.
    plugins:
      Object.keys(replaced).length === 0 ? [] : [{ name: "replaced-modules", load: (id) => replaced[id] ?? null }]
  })
  try {
    const { output } = await bundle.generate({
      format: "esm",
      minify: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js"
    })
    mkdirSync(folder, { recursive: true })
    const chunks = output.filter((file) => file.type === "chunk")
    for (const { fileName, code } of chunks) writeFileSync(join(folder, fileName), toAscii(code))
    const isStale = (file: string) => file.endsWith(".js") && !chunks.some(({ fileName }) => fileName === file)
    for (const file of readdirSync(folder).filter(isStale)) rmSync(join(folder, file))
  } finally {
    await bundle.close()
  }
}
