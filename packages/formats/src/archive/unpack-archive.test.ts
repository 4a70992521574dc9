import { strToU8, type Zippable, zipSync } from "fflate"
import { assert, describe, it } from "vitest"
import { seededRandom } from "../testing/seeded-random.ts"
import { entryPath } from "./entry-path.ts"
import { isArchivePath, unpackArchive } from "./unpack-archive.ts"

const limits = { uncompressedBytesMax: 1_000_000 }

describe("unpackArchive", () => {
  it("gives the files in alphabetical order, without directories, hidden and empty files", () => {
    const bytes = zipSync({
      "b/en.json": strToU8("{}"),
      "a.json": strToU8("[]"),
      "empty.json": new Uint8Array(0),
      "__MACOSX/._a.json": strToU8("x"),
      ".hidden": strToU8("x"),
      "b/.DS_Store": strToU8("x"),
      dir: {}
    })
    assert.deepStrictEqual(pathsOf(unpackArchive(bytes, limits)), ["a.json", "b/en.json"])
  })

  it("gives the bytes of stored and of deflated files", () => {
    const text = "some text ".repeat(50_000)
    const bytes = zipSync({ "a.json": [strToU8(text), { level: 9 }], "b.json": [strToU8(text), { level: 0 }] })
    const unpacked = unpackArchive(bytes, { uncompressedBytesMax: 2_000_000 })
    assert.strictEqual(unpacked.kind, "unpacked")
    const files = unpacked.kind === "unpacked" ? unpacked.files : []
    assert.deepStrictEqual(
      files.map((file) => new TextDecoder().decode(file.bytes) === text),
      [true, true]
    )
  })

  it("opens nested archives and reports those that are broken", () => {
    const inner = zipSync({ "in.json": strToU8("{}") })
    const bytes = zipSync({ "z.json": strToU8("{}"), "m.zip": inner, "broken.zip": strToU8("no zip") })
    const unpacked = unpackArchive(bytes, limits)
    assert.deepStrictEqual(pathsOf(unpacked), ["in.json", "z.json"])
    assert.deepStrictEqual(unpacked.kind === "unpacked" ? unpacked.failures.map((failure) => failure.path) : null, [
      "broken.zip"
    ])
  })

  it("does not follow archives nested too deeply", () => {
    let bytes = zipSync({ "a.json": strToU8("{}") })
    for (let depth = 0; depth < 6; depth++) bytes = zipSync({ "n.zip": bytes })
    const unpacked = unpackArchive(bytes, limits)
    assert.deepStrictEqual(pathsOf(unpacked), [])
    assert.strictEqual(unpacked.kind === "unpacked" ? unpacked.failures.length : 0, 1)
  })

  it.each([
    ["a bomb", zipSync({ "a.json": new Uint8Array(20_000_000) }), "larger than the server accepts"],
    [
      "a bomb in an archive",
      zipSync({ "n.zip": zipSync({ "a.json": new Uint8Array(20_000_000) }) }),
      "larger than the server accepts"
    ],
    ["too many files", zipSync(manyFiles(10_001)), "too many files"],
    ["no archive", strToU8("{}"), "not a zip archive"],
    ["an empty file", new Uint8Array(0), "not a zip archive"],
    ["a truncated archive", zipSync({ "a.json": strToU8("text ".repeat(1_000)) }).subarray(0, 45), "broken"]
  ])("%s is a failure", (_, bytes, message) => {
    const unpacked = unpackArchive(bytes, limits)
    assert.strictEqual(unpacked.kind === "failure" && unpacked.message.includes(message), true)
  })

  it("an empty archive has no files", () => {
    assert.deepStrictEqual(pathsOf(unpackArchive(zipSync({}), limits)), [])
  })

  it("survives truncations and changed bytes", () => {
    const bytes = zipSync({ "a/b.json": strToU8("text ".repeat(100)), "c.zip": zipSync({ d: strToU8("d") }) })
    const random = seededRandom(5)
    for (let round = 0; round < 1_000; round++) {
      const changed = bytes.slice(0, Math.floor(random() * bytes.length) + 1)
      for (let change = 0; change < 3; change++)
        changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256)
      assert.include(["unpacked", "failure"], unpackArchive(changed, limits).kind)
    }
  })
})

describe("entryPath", () => {
  it.each([
    ["/en.json", "en.json"],
    ["../../a/../en.json", "en.json"],
    ["a//./b/en.json", "a/b/en.json"],
    ["a\\en.json", "a/en.json"],
    ["../../etc/passwd", "etc/passwd"],
    ["a/", null],
    ["..", null],
    ["__MACOSX/a", null],
    [".git/config", null],
    ["\u00c5\u00be.json", "ž.json"],
    ["é.json", "é.json"]
  ])("%s is imported as %s", (name, path) => {
    assert.strictEqual(entryPath(name), path)
  })
})

describe("isArchivePath", () => {
  it.each([
    ["a.zip", true],
    ["A.ZIP", true],
    ["zip.json", false]
  ])("%s: %s", (path, expected) => {
    assert.strictEqual(isArchivePath(path), expected)
  })
})

const pathsOf = (unpacked: ReturnType<typeof unpackArchive>): ReadonlyArray<string> | null =>
  unpacked.kind === "unpacked" ? unpacked.files.map((file) => file.path) : null

function manyFiles(count: number): Zippable {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.json`, strToU8("1")]))
}
