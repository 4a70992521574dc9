import { rolldown } from "rolldown"

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
    await bundle.write({ file: output, format, minify: true, codeSplitting: false })
  } finally {
    await bundle.close()
  }
}
