import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Plugin } from "vite"

/** Limits in kilobytes (1,000 bytes) after gzip 9. A build above one of them fails. */
const sizeBudgets = {
  /** The scripts that the login, or the list of projects, needs before it shows. */
  initialScript: 172,
  /** The scripts that any other chunk, loaded on demand, adds to that. */
  addedScript: 60,
  /** The editor with chips, loaded when the page is idle. */
  editorScript: 95,
  /** All screens and dialogs together; each is loaded only when it is needed. */
  allScripts: 745,
  styles: 22,
  /** The texts of one language; Arabic is the largest. */
  texts: 46
} as const

/** Screens whose scripts count as initial. */
const initialScreens = /(login|project-list)-screen\.tsx$/

const editorModule = /translation-editor\/code-editor\.tsx$/

/** A chunk of the build, as far as sizes need it. */
interface BuiltChunk {
  readonly fileName: string
  readonly gzipBytes: number
  readonly isEntry: boolean
  /** The module that is loaded on demand by this chunk; null: none. */
  readonly module: string | null
  /** Files that it needs at once. */
  readonly imports: ReadonlyArray<string>
  /** Files that it loads on demand. */
  readonly dynamicImports: ReadonlyArray<string>
}

/** A file of the build that is no script. */
interface BuiltAsset {
  readonly fileName: string
  readonly gzipBytes: number
}

/** A sentence for every budget that is exceeded. */
const exceededBudgets = (
  chunks: ReadonlyArray<BuiltChunk>,
  assets: ReadonlyArray<BuiltAsset>
): ReadonlyArray<string> => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const withImports = (chunk: BuiltChunk, found: Set<BuiltChunk> = new Set()): Set<BuiltChunk> => {
    if (found.has(chunk)) return found
    found.add(chunk)
    for (const name of chunk.imports) {
      const imported = byFile.get(name)
      if (imported !== undefined) withImports(imported, found)
    }
    return found
  }
  const sum = (some: Iterable<BuiltAsset>) => [...some].reduce((total, { gzipBytes }) => total + gzipBytes, 0)
  const entry = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => [...withImports(chunk)]))
  const present = new Map<BuiltChunk, ReadonlySet<BuiltChunk>>()
  /** The files that are present when a chunk is loaded: those that every loader of it has, and those present before them. */
  const presentBefore = (chunk: BuiltChunk): ReadonlySet<BuiltChunk> => {
    const known = present.get(chunk)
    if (known !== undefined) return known
    // Chunks that load each other: less is sure then.
    present.set(chunk, entry)
    const loaders = chunks.filter(({ dynamicImports }) => dynamicImports.includes(chunk.fileName))
    const loaded = loaders.map((loader) => new Set([...withImports(loader), ...presentBefore(loader)]))
    const shared = [...(loaded[0] ?? [])].filter((file) => loaded.every((files) => files.has(file)))
    const found = new Set([...entry, ...shared])
    present.set(chunk, found)
    return found
  }
  const onDemand = chunks.filter(({ isEntry, module }) => !isEntry && module !== null)
  const sizes: ReadonlyArray<readonly [name: string, bytes: number, kilobytesMax: number]> = [
    ...onDemand.map((chunk): readonly [string, number, number] => {
      const needed = withImports(chunk)
      const before = presentBefore(chunk)
      return initialScreens.test(chunk.module ?? "")
        ? [`Script before ${chunk.module}`, sum(new Set([...entry, ...needed])), sizeBudgets.initialScript]
        : [
            `Script added by ${chunk.module}`,
            sum([...needed].filter((other) => !before.has(other))),
            editorModule.test(chunk.module ?? "") ? sizeBudgets.editorScript : sizeBudgets.addedScript
          ]
    }),
    ["All scripts", sum(chunks), sizeBudgets.allScripts],
    ["Styles", sum(assets.filter(({ fileName }) => fileName.endsWith(".css"))), sizeBudgets.styles],
    ...assets
      .filter(({ fileName }) => /^assets\/.*\.json$/.test(fileName))
      .map(({ fileName, gzipBytes }): readonly [string, number, number] => [fileName, gzipBytes, sizeBudgets.texts])
  ]
  return sizes
    .filter(([, bytes, kilobytesMax]) => bytes > kilobytesMax * 1_000)
    .map(
      ([name, bytes, kilobytesMax]) => `${name}: ${(bytes / 1_000).toFixed(1)} kB after gzip, at most ${kilobytesMax}`
    )
}

/** Fails a build that is larger than its budgets. */
export const sizeBudgetPlugin = (): Plugin => ({
  name: "dragoman-size-budget",
  apply: "build",
  enforce: "post",
  // The files on the disk: what the hooks before see is not minified yet.
  writeBundle({ dir = "" }, bundle) {
    const gzipBytes = ({ fileName }: { readonly fileName: string }) =>
      gzipSync(readFileSync(join(dir, fileName)), { level: gzipLevel }).length
    const outputs = Object.values(bundle)
    const chunks = outputs
      .filter((output) => output.type === "chunk")
      .map((chunk) => ({
        fileName: chunk.fileName,
        gzipBytes: gzipBytes(chunk),
        isEntry: chunk.isEntry,
        module: chunk.isDynamicEntry ? chunk.facadeModuleId : null,
        imports: chunk.imports,
        dynamicImports: chunk.dynamicImports
      }))
    const assets = outputs
      .filter((output) => output.type === "asset")
      .map((asset) => ({ fileName: asset.fileName, gzipBytes: gzipBytes(asset) }))
    const exceeded = exceededBudgets(chunks, assets)
    if (exceeded.length > 0) this.error(exceeded.join("\n"))
  }
})

const gzipLevel = 9
