import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { buildDomain, buildFormats, buildTestServer, compilerFile } from "./build-package.ts"
import { bundleForBrowser } from "./bundle-for-browser.ts"
import { packPackage } from "./making/pack-package.ts"
import { repository } from "./repository.ts"

/** Size limit of the code with which an application knows what its user may do. */
const permissionBytesMax = 8 * 1024

const consumer = `
import { computePermission, hasScope, type PermissionFacts, type Scope } from "@dragoman/domain/permission"
import { domainError } from "@dragoman/domain/error"

const facts: PermissionFacts = {
  serverRole: "USER",
  organizationRole: "MEMBER",
  basePermission: { type: "TRANSLATE", scopes: null, viewLanguageIds: null, translateLanguageIds: null, stateChangeLanguageIds: null },
  directPermission: null
}
const scope: Scope = "translations.edit"
export const mayTranslate: boolean = hasScope(computePermission(facts), scope)
export const code: string = domainError("project_not_found").kind
`

describe("the packed domain package in a bare folder", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman domain "))
  const installed = join(fixture, "node_modules", "@dragoman", "domain")

  beforeAll(() => {
    install(buildDomain(join(fixture, "built")), fixture, "domain")
  })

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  it("passes a strict compiler that knows neither Node nor the DOM", () => {
    writeFileSync(join(fixture, "package.json"), '{ "type": "module" }')
    assert.doesNotThrow(() => compileConsumer(fixture, consumer))
  })

  it("runs, and needs no other package", () => {
    const { dependencies, exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
    assert.isUndefined(dependencies)
    const script = Object.keys(exports)
      .map((name) => `await import("@dragoman/domain${name.slice(1)}");`)
      .join("")
    execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: fixture })
  })

  it("has a permission entry of less than 8 kB", async () => {
    const bundle = await bundleForBrowser('export * from "./dist/permission.js"', installed)
    assert.isBelow(gzipSync(bundle, { level: 9 }).length, permissionBytesMax)
  })
})

const formatsConsumer = `
import { type LintFinding, type LintOptions, lintFile } from "@dragoman/formats"

const options: LintOptions = { path: "en.json" }
export const findings: ReadonlyArray<LintFinding> = lintFile(new Uint8Array(0), options)
`

const lintScript = `
import { lintFile } from "@dragoman/formats"

const findings = lintFile(new TextEncoder().encode('{\\n  "title": ""\\n}'), { path: "en.json" })
const table = lintFile(new TextEncoder().encode("key,en\\na,b\\n,text\\n"), { path: "all.csv" })
globalThis.report(JSON.stringify([...findings, ...table].map(({ code, line, column }) => [code, line, column])))
`

describe("the packed formats package", { tags: ["exhaustive"] }, () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman formats "))
  const modules = join(fixture, "node_modules")

  beforeAll(() => {
    install(buildDomain(join(fixture, "built-domain")), fixture, "domain")
    const installed = install(buildFormats(join(fixture, "built")), fixture, "formats")
    const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
    const fromFormats = createRequire(join(repository, "packages", "formats", "package.json"))
    for (const name of Object.keys(dependencies).filter((one) => !one.startsWith("@dragoman/"))) {
      mkdirSync(dirname(join(modules, name)), { recursive: true })
      symlinkSync(packageFolder(fromFormats.resolve(name), name), join(modules, name))
    }
    writeFileSync(join(fixture, "package.json"), '{ "type": "module" }')
  })

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  it("names released versions of all that it imports", () => {
    const { dependencies } = JSON.parse(readFileSync(join(modules, "@dragoman", "formats", "package.json"), "utf8"))
    for (const version of Object.values(dependencies)) assert.match(String(version), /^\d+\.\d+\.\d+$/)
  })

  it("passes a strict compiler that knows neither Node nor the DOM", () => {
    assert.doesNotThrow(() => compileConsumer(fixture, formatsConsumer))
  })

  it("runs in Node as it is", () => {
    const script = `import { lintFile } from "@dragoman/formats"
      process.stdout.write(lintFile(new TextEncoder().encode('{"title":""}'), { path: "en.json" })[0].code)`
    const words = ["--input-type=module", "--eval", script]
    assert.strictEqual(execFileSync(process.execPath, words, { cwd: fixture, encoding: "utf8" }), "VALUE_IS_EMPTY")
  })

  it("checks files in a bundle for browsers, which imports nothing and sees no global of Node", async () => {
    const bundle = await bundleForBrowser(lintScript, fixture)
    assert.notMatch(bundle, /\bfrom\s*["']|\bimport\s*["'(]|\brequire\(["']/)
    writeFileSync(join(fixture, "bundle.js"), bundle)
    // A context of its own has what the language has, and what is handed in: what browsers have too.
    const script = `
      import { readFileSync } from "node:fs"
      import { runInNewContext } from "node:vm"
      const report = (text) => process.stdout.write(text)
      runInNewContext(readFileSync("bundle.js", "utf8"), { TextEncoder, TextDecoder, Uint8Array, report })
    `
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: fixture,
      encoding: "utf8"
    })
    assert.deepStrictEqual(JSON.parse(printed), [
      ["VALUE_IS_EMPTY", 2, 3],
      ["KEY_IS_BLANK", 3, 1]
    ])
  })
})

const testServerConsumer = `
import { startTestServer, type TestServer } from "@dragoman/test-server"

export const server: Promise<TestServer> = startTestServer({ seed: "seed.yaml", program: ["node", "main.js"] })
`

describe("the packed test-server package in a bare folder", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman test server "))

  beforeAll(() => {
    install(buildTestServer(join(fixture, "built")), fixture, "test-server")
    writeFileSync(join(fixture, "package.json"), '{ "type": "module" }')
  })

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  it("passes a strict compiler without the types of Node", () => {
    assert.doesNotThrow(() => compileConsumer(fixture, testServerConsumer))
  })

  it("starts a server, and stops it", () => {
    const main = process.env["TEST_SERVER_BUNDLE"] ?? join(repository, "apps", "server", "src", "main.ts")
    const script = `import { startTestServer } from "@dragoman/test-server"
      const server = await startTestServer({ program: [process.execPath, ${JSON.stringify(main)}] })
      const { status } = await fetch(server.address + "/v2/projects", { headers: { "x-api-key": server.apiKey } })
      await server.stop()
      process.stdout.write(String(status))`
    const words = ["--input-type=module", "--eval", script]
    assert.strictEqual(execFileSync(process.execPath, words, { cwd: fixture, encoding: "utf8" }), "200")
  })
})

/** Packs a built package, and unpacks the archive as npm would; returns its folder. */
const install = (folder: string, fixture: string, name: string): string => {
  const packed = join(fixture, `packed-${name}`)
  const installed = join(fixture, "node_modules", "@dragoman", name)
  mkdirSync(packed)
  mkdirSync(installed, { recursive: true })
  const archive = packPackage({ source: folder, folder: packed, seconds: 1_795_000_000 })
  execFileSync("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"])
  assert.includeMembers(readdirSync(installed), ["LICENSE", "README.md", "dist", "package.json"])
  return installed
}

const packageFolder = (entry: string, name: string): string =>
  entry.slice(0, entry.lastIndexOf(join("node_modules", name)) + join("node_modules", name).length)

const compileConsumer = (fixture: string, consumer: string): void => {
  writeFileSync(join(fixture, "consumer.ts"), consumer)
  writeFileSync(
    join(fixture, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        target: "ES2024",
        lib: ["ES2024"],
        module: "NodeNext",
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        types: [],
        noEmit: true
      },
      files: ["consumer.ts"]
    })
  )
  execFileSync(process.execPath, [compilerFile(), "-p", fixture], { encoding: "utf8", stdio: "pipe" })
}
