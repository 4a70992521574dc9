import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { repository } from "../repository.ts"
import { packageOf, packagesOf } from "./bundled-package.ts"
import { licenseTexts } from "./license-text.ts"
import { writeNotices } from "./write-notices.ts"

describe("what a release says about software of others", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman notices "))
  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  /** A package in a `node_modules`, with the path of one of its modules. */
  const makePackage = (manifest: Readonly<Record<string, unknown>>, files: Readonly<Record<string, string>> = {}) => {
    const folder = join(fixture, "node_modules", String(manifest["name"]))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.0.0", ...manifest }))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return join(folder, "dist", "index.js")
  }

  const textsOf = (module: string, texts = join(fixture, "texts")) =>
    packagesOf([module]).flatMap((bundled) => licenseTexts(bundled, { texts }))

  it("names the packages of modules once, also those of the bundler itself, and none for the repository's own", () => {
    const module = makePackage({ name: "@scope/one", license: "MIT" })
    const own = join(repository, "apps", "server", "src", "main.ts")
    const found = packagesOf([module, `${module}?inline`, own, "\u0000rolldown/runtime.js"])
    assert.deepStrictEqual(
      found.map(({ name }) => name),
      ["@scope/one", "rolldown"]
    )
    assert.throws(() => packagesOf(["/elsewhere/index.js"]), /belongs to no package/)
    assert.strictEqual(packageOf("yaml", "tooling/release").license, "ISC")
  })

  it("has the license and the notice of a package, and the text that is kept for one without", () => {
    const both = makePackage({ name: "both", license: "MIT" }, { "NOTICE.txt": "notice\n", LICENSE: "\nmit\r\n" })
    assert.deepStrictEqual(textsOf(both), ["mit", "notice"])
    const bare = makePackage({ name: "@scope/bare", license: "ISC" }, { "README.md": "" })
    assert.throws(() => textsOf(bare), /@scope\/bare@1\.0\.0 brings no text of its license/)
    mkdirSync(join(fixture, "texts"))
    writeFileSync(join(fixture, "texts", "@scope+bare.txt"), "isc")
    assert.deepStrictEqual(textsOf(bare), ["isc"])
  })

  it("refuses a license that nobody has allowed", () => {
    const files = { LICENSE: "text" }
    assert.throws(() => textsOf(makePackage({ name: "copyleft", license: "AGPL-3.0" }, files)), /AGPL-3\.0/)
    assert.throws(() => textsOf(makePackage({ name: "silent" }, files)), /of no name/)
  })

  it("lists every part, and has each text once", () => {
    const notice = (name: string, text: string) => ({ name, license: "MIT", programs: ["server"], texts: [text] })
    const written = writeNotices("1.0.0", "Preface.", [
      notice("a@1", "same"),
      notice("b@1", "same"),
      notice("c@1", "own")
    ])
    for (const name of ["a@1", "b@1", "c@1"]) assert.include(written, `- ${name}: MIT (server)\n`)
    assert.strictEqual(written.split("\nsame\n").length, 2)
    assert.match(written, /a@1, b@1\n=+\n\nsame\n\n=+\nc@1\n=+\n\nown\n$/)
  })
})
