import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { releaseDist, repository } from "./repository.ts"

const source = join(repository, "packages", "domain")

/**
 * `@dragoman/domain` as it is published: JavaScript and declarations, entry by entry as in the repository, without any
 * dependency, and without what only tests import. Returns the folder of the package.
 */
export const buildDomain = (folder: string = join(releaseDist, "domain")): string => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const manifest = readManifest()
  const entries = Object.entries(manifest.exports).filter(([name]) => !name.endsWith("/testing"))
  compile(
    entries.map(([, file]) => join(source, file)),
    folder
  )
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify(
      {
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        license: manifest.license,
        type: "module",
        sideEffects: false,
        files: ["dist"],
        exports: Object.fromEntries(entries.map(([name, file]) => [name, publishedEntry(file)]))
      },
      null,
      2
    )}\n`
  )
  copyFileSync(join(repository, "LICENSE"), join(folder, "LICENSE"))
  copyFileSync(join(source, "README.md"), join(folder, "README.md"))
  return folder
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly exports: Readonly<Record<string, string>>
}

const readManifest = (): Manifest => JSON.parse(readFileSync(join(source, "package.json"), "utf8"))

/** `./src/permission.ts` → its JavaScript and its declarations. */
const publishedEntry = (file: string) => {
  const name = file.replace(/^\.\/src\//, "").replace(/\.ts$/, "")
  return { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
}

/** The strictness is that of the repository; only here is something emitted, without the types of Node. */
const compile = (entries: ReadonlyArray<string>, folder: string): void => {
  const description = join(folder, "tsconfig.json")
  writeFileSync(
    description,
    JSON.stringify({
      extends: join(repository, "tooling", "typescript", "tsconfig.base.json"),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        allowImportingTsExtensions: false,
        // Its types only: `URL`, `TextEncoder` and `atob` are in browsers and in Node alike.
        lib: ["ES2024", "DOM"],
        types: [],
        rootDir: join(source, "src"),
        outDir: join(folder, "dist")
      },
      files: entries
    })
  )
  execFileSync(process.execPath, [compilerFile(), "-p", description], { stdio: "inherit" })
  rmSync(description)
}

export const compilerFile = (): string =>
  join(createRequire(join(repository, "package.json")).resolve("typescript/package.json"), "..", "bin", "tsc")
