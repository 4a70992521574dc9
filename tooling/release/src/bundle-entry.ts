import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { rolldown } from "rolldown"
import { toAscii } from "./to-ascii.ts"

export interface BundleEntry {
  readonly source: string
  readonly output: string
  readonly format: "esm" | "cjs"
}

/** One file with all that an entry imports. The addon of `better-sqlite3` is not in it: `layer-engine.ts` finds that. */
export const bundleEntry = async ({ source, output, format }: BundleEntry): Promise<void> => {
  const bundle = await rolldown({
    input: source,
    platform: "node",
    // Optional packages that better faces of our dependencies look for; without them they do what we need.
    external: ["pg-native", "bufferutil", "utf-8-validate"],
    logLevel: "warn"
  })
  try {
    const { output: chunks } = await bundle.generate({ format, minify: true, codeSplitting: false })
    mkdirSync(dirname(output), { recursive: true })
    writeFileSync(output, toAscii(chunks[0].code))
  } finally {
    await bundle.close()
  }
}
