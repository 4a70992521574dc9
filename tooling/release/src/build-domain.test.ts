import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import { buildDomain, compilerFile } from "./build-domain.ts"

/** What an application pays to know what its user may do. */
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
    const folder = buildDomain(join(fixture, "built"))
    const packed = join(fixture, "packed")
    mkdirSync(packed)
    mkdirSync(installed, { recursive: true })
    execFileSync("npm", ["pack", "--offline", "--silent", "--pack-destination", packed], { cwd: folder })
    const [archive = ""] = readdirSync(packed)
    execFileSync("tar", ["-xzf", join(packed, archive), "-C", installed, "--strip-components=1"])
  })

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  it("passes a strict compiler that knows neither Node nor the DOM", () => {
    writeFileSync(join(fixture, "package.json"), '{ "type": "module" }')
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
    const compile = () => execFileSync(process.execPath, [compilerFile(), "-p", fixture], { encoding: "utf8" })
    assert.doesNotThrow(compile)
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
    const { outputFiles } = await build({
      entryPoints: [join(installed, "dist", "permission.js")],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false
    })
    const [file] = outputFiles
    assert.isBelow(gzipSync(file?.contents ?? "", { level: 9 }).length, permissionBytesMax)
  })
})
