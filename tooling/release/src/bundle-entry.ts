import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { toAscii } from "./to-ascii.ts"

export interface BundleEntry {
  readonly source: string
  readonly output: string
  readonly format: "esm" | "cjs"
}

/** Of the environment: the commit that a program names as its own. Only a release sets it. */
export const commitVariable = "DRAGOMAN_RELEASE_COMMIT"

const httpId = "virtual:node-http"

/**
 * Takes `node:http` without an `import`, which reads every export of a module of Node at once: for some of this one Node
 * compiles all of its `fetch` (ADR 61).
 */
const lazyHttp: Plugin = {
  name: "lazy-http",
  resolveId: { filter: { id: /^(node:)?http$/ }, handler: () => httpId },
  load: {
    filter: { id: /^virtual:node-http$/ },
    handler: () => `module.exports = process.getBuiltinModule("node:http")`
  }
}

/**
 * One file with all that an entry imports. The addon of `better-sqlite3` is not in it: `layer-engine.ts` finds that. Returns the
 * modules that are in it, by their paths.
 */
export const bundleEntry = async ({ source, output, format }: BundleEntry): Promise<ReadonlyArray<string>> => {
  const commit = process.env[commitVariable]
  const bundle = await rolldown({
    input: source,
    platform: "node",
    plugins: [lazyHttp],
    // Optional packages that better faces of our dependencies look for; without them they do what we need.
    external: ["pg-native", "bufferutil", "utf-8-validate"],
    logLevel: "warn",
    // CommonJS has no `import.meta.resolve`, with which only sources find a file, and no `import.meta.env`, which may be missing.
    checks: { emptyImportMeta: false },
    ...(commit === undefined ? {} : { transform: { define: { dragomanCommit: JSON.stringify(commit) } } })
  })
  try {
    const { output: chunks } = await bundle.generate({ format, minify: true, codeSplitting: false })
    mkdirSync(dirname(output), { recursive: true })
    const [{ code, modules }] = chunks
    writeFileSync(output, toAscii(code))
    // Of some modules nothing is left.
    return Object.keys(modules).filter((id) => id !== httpId && (modules[id]?.renderedLength ?? 0) > 0)
  } finally {
    await bundle.close()
  }
}
