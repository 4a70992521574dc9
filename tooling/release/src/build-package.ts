import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { releaseDist, repository } from "./repository.ts"

/**
 * `@dragoman/domain` as it is published: JavaScript and declarations, entry by entry as in the repository, without any
 * dependency, and without what only tests import. Returns the folder of the package.
 */
export const buildDomain = (folder: string = join(releaseDist, "domain")): string => buildPackage("domain", folder, {})

/** `@dragoman/formats` in the same form. Its dependencies are those that the repository has, in the same versions. */
export const buildFormats = (folder: string = join(releaseDist, "formats")): string => {
  // The declarations of the domain as published: a compiler that reads its sources would emit them too.
  const domain = mkdtempSync(join(tmpdir(), "dragoman-domain-"))
  try {
    buildDomain(domain)
    return buildPackage("formats", folder, { "@dragoman/domain/*": [join(domain, "dist", "*.d.ts")] })
  } finally {
    rmSync(domain, { recursive: true, force: true })
  }
}

/** `@dragoman/test-server` in the same form. It runs in Node alone. */
export const buildTestServer = (folder: string = join(releaseDist, "test-server")): string =>
  buildPackage("test-server", folder, {}, ["node"])

const buildPackage = (
  name: string,
  folder: string,
  paths: Readonly<Record<string, ReadonlyArray<string>>>,
  types: ReadonlyArray<string> = []
): string => {
  const source = join(repository, "packages", name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const manifest = readManifest(source)
  const entries = Object.entries(manifest.exports).filter(([entry]) => !entry.endsWith("/testing"))
  compile(
    source,
    entries.map(([, file]) => join(source, file)),
    folder,
    { paths, types }
  )
  const { dependencies } = manifest
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
        exports: Object.fromEntries(entries.map(([entry, file]) => [entry, publishedEntry(file)])),
        ...(dependencies === undefined ? {} : { dependencies: publishedDependencies(dependencies) })
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
  readonly dependencies?: Readonly<Record<string, string>>
}

const readManifest = (source: string): Manifest => JSON.parse(readFileSync(join(source, "package.json"), "utf8"))

/** Packages of the repository in the version that it has. */
const publishedDependencies = (dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => {
      if (version !== "workspace:*") return [name, version]
      return [name, readManifest(join(repository, "packages", name.replace("@dragoman/", ""))).version]
    })
  )

/** `./src/permission.ts` → its JavaScript and its declarations. */
const publishedEntry = (file: string) => {
  const name = file.replace(/^\.\/src\//, "").replace(/\.ts$/, "")
  return { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
}

interface CompilerInput {
  readonly paths: Readonly<Record<string, ReadonlyArray<string>>>
  /** Packages with global types. */
  readonly types: ReadonlyArray<string>
}

/** The strictness is that of the repository; only here is something emitted, without the types of Node unless they are named. */
const compile = (
  source: string,
  entries: ReadonlyArray<string>,
  folder: string,
  { paths, types }: CompilerInput
): void => {
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
        types,
        typeRoots: [join(repository, "node_modules", "@types")],
        paths,
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
