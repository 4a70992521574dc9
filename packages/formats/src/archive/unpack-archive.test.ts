import { strToU8, type Zippable, zipSync } from "fflate"
import { assert, describe, it } from "vitest"
import { seededRandom } from "../testing/seeded-random.ts"
import { placeOfEntry } from "./entry-path.ts"
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
    ["a truncated archive", zipSync({ "a.json": strToU8("text ".repeat(1_000)) }).subarray(0, 45), "broken"],
    ["an archive with something behind its end", new Uint8Array([...twoFiles(), 0]), "broken"]
  ])("%s is a failure", (_, bytes, message) => {
    const unpacked = unpackArchive(bytes, limits)
    assert.strictEqual(unpacked.kind === "failure" && unpacked.message.includes(message), true)
  })

  it("an archive that was cut off anywhere is a failure", () => {
    const bytes = twoFiles()
    for (let length = 0; length < bytes.length; length++) {
      assert.strictEqual(unpackArchive(bytes.subarray(0, length), limits).kind, "failure", `${length} bytes`)
    }
  })

  it("a changed bit gives the same files or a failure, never other files", () => {
    const bytes = twoFiles()
    const intact = unpackArchive(bytes, limits)
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = bytes.slice()
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const unpacked = unpackArchive(changed, limits)
      if (unpacked.kind === "unpacked") assert.deepStrictEqual(unpacked, intact, `bit ${bit}`)
    }
  })

  it.each([
    ["one entry less than there are", (view: DataView, end: number) => setCounts(view, end, 1)],
    ["one entry more", (view: DataView, end: number) => setCounts(view, end, 3)],
    ["another disk", (view: DataView, end: number) => view.setUint16(end + 4, 1, true)],
    ["a directory that begins elsewhere", (view: DataView, end: number) => view.setUint32(end + 16, 30, true)],
    [
      "two entries with the same bytes",
      (view: DataView, end: number) => {
        const directory = view.getUint32(end + 16, true)
        const second = directory + 46 + view.getUint16(directory + 28, true)
        view.setUint32(second + 42, view.getUint32(directory + 42, true), true)
      }
    ]
  ])("an end that declares %s is a failure", (_, change) => {
    const bytes = twoFiles()
    change(new DataView(bytes.buffer), bytes.length - 22)
    assert.strictEqual(unpackArchive(bytes, limits).kind, "failure")
  })

  it("reads Zip64: sizes and places in the extra field, and the longer end record", () => {
    assert.deepStrictEqual(pathsOf(unpackArchive(asZip64(twoFiles()), limits)), ["de.json", "en.json"])
    const cut = asZip64(twoFiles())
    new DataView(cut.buffer).setBigUint64(cut.length - 22 - 20 - 56 + 32, 3n, true)
    assert.strictEqual(unpackArchive(cut, limits).kind, "failure")
  })

  it("names the files it leaves out, if they may have translations", () => {
    const unpacked = unpackArchive(
      zipSync({
        "en.json": strToU8("{}"),
        "./en.json": strToU8("[]"),
        "empty.yaml": new Uint8Array(0),
        "empty.txt": new Uint8Array(0),
        "__MACOSX/._en.json": strToU8("x"),
        "__tests__/en.json": strToU8("{}"),
        ".git/config": strToU8("x"),
        ".old/en.zip": strToU8("x"),
        "in.zip": zipSync({ ".po": strToU8("x") })
      }),
      limits
    )
    assert.deepStrictEqual(pathsOf(unpacked), ["en.json"])
    assert.deepStrictEqual(unpacked.kind === "unpacked" ? unpacked.leftOut.map(({ path }) => path).sort() : null, [
      ".old/en.zip",
      ".po",
      "__tests__/en.json",
      "empty.yaml",
      "en.json"
    ])
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

describe("placeOfEntry", () => {
  it.each([
    ["/en.json", "en.json"],
    ["../../a/../en.json", "en.json"],
    ["a//./b/en.json", "a/b/en.json"],
    ["a\\en.json", "a/en.json"],
    ["../../etc/passwd", "etc/passwd"],
    ["a/", null],
    ["..", null],
    ["__MACOSX/a", null],
    ["a/._en.json", null],
    [".git/config", "hidden .git/config"],
    ["__tests__/en.json", "hidden __tests__/en.json"],
    ["\u00c5\u00be.json", "ž.json"],
    ["é.json", "é.json"]
  ])("%s is imported as %s", (name, path) => {
    const place = placeOfEntry(name)
    const shown = place.kind === "noFile" ? null : place.kind === "hidden" ? `hidden ${place.path}` : place.path
    assert.strictEqual(shown, path)
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

/** One file deflated, one stored. */
function twoFiles(): Uint8Array<ArrayBuffer> {
  const deflated = strToU8('{"a":"text"}'.repeat(20))
  return zipSync({ "en.json": [deflated, { level: 9 }], "de.json": [strToU8('{"a":"z64"}'), { level: 0 }] })
}

const setCounts = (view: DataView, end: number, count: number): void => {
  view.setUint16(end + 8, count, true)
  view.setUint16(end + 10, count, true)
}

/** The same archive with every number where Zip64 has it. */
function asZip64(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const end = bytes.length - 22
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  const directory: Array<number> = []
  let at = start
  for (let index = 0; index < count; index++) {
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const header = new DataView(bytes.slice(at, nameEnd).buffer)
    const extra = new DataView(new ArrayBuffer(4 + 24))
    extra.setUint16(0, 1, true)
    extra.setUint16(2, 24, true)
    for (const [place, value] of [
      [24, 0],
      [20, 1],
      [42, 2]
    ].map(([from = 0, to = 0]) => [to, header.getUint32(from, true)])) {
      extra.setBigUint64(4 + 8 * (place ?? 0), BigInt(value ?? 0), true)
    }
    for (const place of [20, 24, 42]) header.setUint32(place, 0xffffffff, true)
    header.setUint16(30, 28, true)
    directory.push(...new Uint8Array(header.buffer), ...new Uint8Array(extra.buffer))
    at = nameEnd
  }
  const end64 = new DataView(new ArrayBuffer(56 + 20 + 22))
  end64.setUint32(0, 0x06064b50, true)
  end64.setBigUint64(4, 44n, true)
  end64.setBigUint64(24, BigInt(count), true)
  end64.setBigUint64(32, BigInt(count), true)
  end64.setBigUint64(40, BigInt(directory.length), true)
  end64.setBigUint64(48, BigInt(start), true)
  end64.setUint32(56, 0x07064b50, true)
  end64.setBigUint64(64, BigInt(start + directory.length), true)
  end64.setUint32(72, 1, true)
  end64.setUint32(76, 0x06054b50, true)
  setCounts(end64, 76, 0xffff)
  end64.setUint32(76 + 12, 0xffffffff, true)
  end64.setUint32(76 + 16, 0xffffffff, true)
  return new Uint8Array([...bytes.slice(0, start), ...directory, ...new Uint8Array(end64.buffer)])
}
