import { assert, describe, it } from "vitest"
import { problemOf, type ReleasePart, writeSbom } from "./write-sbom.ts"

const part = (name: string, more: Partial<ReleasePart> = {}): ReleasePart => ({
  name,
  version: "1.2.3",
  license: "MIT",
  integrity: `sha512-${Buffer.alloc(64, 1).toString("base64")}`,
  url: "git+https://host.example/some.git",
  programs: ["server"],
  dependencies: [],
  inside: [],
  ...more
})

const parts = [
  part("wasm", { license: null, inside: [{ name: "vips", version: "8.18.7" }] }),
  part("@scope/tool", { dependencies: ["other@1.2.3", "not-bundled@1.0.0"] }),
  part("other"),
  part("libstdc++6", {
    version: "12.2.0-14+deb12u1",
    license: "GPL-3.0-or-later WITH GCC-exception-3.1",
    integrity: `sha256-${Buffer.alloc(32, 2).toString("base64")}`,
    debianArchitecture: "arm64"
  }),
  part("node", { version: "26.10.0", integrity: null, url: null })
]

describe("the list of parts", () => {
  it("fits the schema of CycloneDX 1.6, with licenses, digests, programs and what depends on what", async () => {
    const text = writeSbom({ version: "1.0.0", seconds: 1_795_000_000, parts })
    assert.isNull(await problemOf(text))
    const bom = JSON.parse(text)
    assert.strictEqual(bom.specVersion, "1.6")
    assert.strictEqual(bom.metadata.timestamp, "2026-11-18T11:06:40.000Z")
    assert.deepInclude(bom.dependencies, { ref: "@scope/tool@1.2.3", dependsOn: ["other@1.2.3"] })
    const tool = bom.components.find(({ name }: { name: string }) => name === "tool")
    assert.strictEqual(tool.purl, "pkg:npm/%40scope/tool@1.2.3")
    assert.deepStrictEqual(tool.hashes, [{ alg: "SHA-512", content: "01".repeat(64) }])
    assert.deepStrictEqual(tool.licenses, [{ license: { id: "MIT" } }])
    const library = bom.components.find(({ name }: { name: string }) => name === "libstdc++6")
    assert.strictEqual(library.purl, "pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=arm64&distro=debian-12")
    assert.deepStrictEqual(library.hashes, [{ alg: "SHA-256", content: "02".repeat(32) }])
    assert.deepStrictEqual(library.licenses, [{ expression: "GPL-3.0-or-later WITH GCC-exception-3.1" }])
    const wasm = bom.components.find(({ name }: { name: string }) => name === "wasm")
    assert.deepInclude(wasm.components[0], { name: "vips", version: "8.18.7" })
  })

  it("is the same text for the same parts, and another one for others", () => {
    const write = (some: ReadonlyArray<ReleasePart>) => writeSbom({ version: "1.0.0", seconds: 0, parts: some })
    assert.strictEqual(write(parts), write(parts))
    assert.notStrictEqual(write(parts), write(parts.slice(1)))
  })

  it("that does not fit the schema is seen", async () => {
    assert.isNotNull(await problemOf('{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"name":"untyped"}]}'))
  })
})
