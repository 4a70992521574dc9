import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { rolldown } from "rolldown"
import { toAscii } from "./to-ascii.ts"

export interface BundleEntry {
  readonly source: string
  readonly output: string
  readonly format: "esm" | "cjs"
}

/** Of the environment: the commit that a program names as its own. Only a release sets it. */
export const commitVariable = "DRAGOMAN_RELEASE_COMMIT"

/**
 * One file with all that an entry imports. The addon of `better-sqlite3` is not in it: `layer-engine.ts` finds that. Returns the
 * modules that are in it, by their paths.
 */
export const bundleEntry = async ({ source, output, format }: BundleEntry): Promise<ReadonlyArray<string>> => {
  const commit = process.env[commitVariable]
  const bundle = await rolldown({
    input: source,
    platform: "node",
    // Optional packages that better faces of our dependencies look for; without them they do what we need.
    external: ["pg-native", "bufferutil", "utf-8-validate"],
    logLevel: "warn",
    ...(commit === undefined ? {} : { transform: { define: { dragomanCommit: JSON.stringify(commit) } } })
  })
  try {
    const { output: chunks } = await bundle.generate({ format, minify: true, codeSplitting: false })
    mkdirSync(dirname(output), { recursive: true })
    const [{ code, modules }] = chunks
    writeFileSync(output, toAscii(code))
    // Of some modules nothing is left.
    return Object.keys(modules).filter((id) => (modules[id]?.renderedLength ?? 0) > 0)
  } finally {
    await bundle.close()
  }
}
