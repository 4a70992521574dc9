import { unpackArchive } from "@dragoman/formats"
import { assert, describe, it } from "vitest"
import { centralHeader, endRecords, makeArchiveWriter } from "./archive-writer.ts"

const archiveOf = async (files: Readonly<Record<string, string>>): Promise<Buffer> => {
  const chunks: Array<Uint8Array> = []
  const writer = makeArchiveWriter(async (bytes) => {
    chunks.push(bytes)
  })
  for (const [path, content] of Object.entries(files)) await writer.add(path, Buffer.from(content))
  const length = await writer.end()
  const archive = Buffer.concat(chunks)
  assert.strictEqual(archive.byteLength, length)
  return archive
}

describe("archive", () => {
  it("gives back what was added, whatever the paths and contents are", async () => {
    const files = { "b/ä 😀.json": "{}", "a.txt": "a\n".repeat(100_000), "c/x/y.po": "ÿ" }
    const unpacked = unpackArchive(await archiveOf(files), { uncompressedBytesMax: 1_000_000 })
    assert.strictEqual(unpacked.kind, "unpacked")
    const found = unpacked.kind === "unpacked" ? unpacked.files : []
    assert.deepStrictEqual(
      Object.fromEntries(found.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)])),
      files
    )
  })

  it("has its directory in the order of paths, and no time of its own", async () => {
    const files = { b: "1", a: "2", B: "3" }
    const archive = await archiveOf(files)
    assert.strictEqual(Buffer.compare(archive, await archiveOf(files)), 0)
    const directory = archive.subarray(archive.indexOf("PK\x01\x02")).toString("latin1")
    assert.deepStrictEqual(
      directory
        .split("PK\x01\x02")
        .slice(1)
        .map((header) => header[42]),
      ["B", "a", "b"]
    )
  })

  it("gives back files that came in chunks, between whole ones", async () => {
    const chunks: Array<Uint8Array> = []
    const writer = makeArchiveWriter(async (bytes) => {
      chunks.push(bytes)
    })
    await writer.add("a", Buffer.from("1"))
    const file = await writer.open("b")
    for (let count = 0; count < 100; count++) await file.write(Buffer.from(`${count} `.repeat(5_000)))
    await file.end()
    await (await writer.open("empty")).end()
    await writer.add("c", Buffer.from("3"))
    await writer.end()
    const unpacked = unpackArchive(Buffer.concat(chunks), { uncompressedBytesMax: 10_000_000 })
    const found = unpacked.kind === "unpacked" ? unpacked.files : []
    const content = Array.from({ length: 100 }, (_, count) => `${count} `.repeat(5_000)).join("")
    assert.deepStrictEqual(
      found.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]),
      [
        ["a", "1"],
        ["b", content],
        ["c", "3"]
      ]
    )
  })

  it("that cannot be written fails for the file in chunks, and for its end", async () => {
    const writer = makeArchiveWriter(async (bytes) => {
      if (bytes.byteLength > 1_000) throw new Error("disk full")
    })
    const file = await writer.open("a")
    const noise = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index) % 251))
    const failed = await Promise.allSettled([file.write(noise), file.end()])
    assert.strictEqual(failed[1]?.status, "rejected")
  })

  it("without files is an empty archive", async () => {
    assert.strictEqual((await archiveOf({})).byteLength, 22)
  })

  it("gets larger records where numbers do not fit, and only there", () => {
    const entry = { path: Buffer.from("a"), checksum: 0, size: 0, compressedSize: 0, flags: 0 }
    assert.strictEqual(centralHeader({ ...entry, offset: 0xfffffffe }).byteLength, 47)
    const far = Buffer.from(centralHeader({ ...entry, offset: 2 ** 32 + 5 }))
    assert.strictEqual(far.readUInt32LE(42), 0xffffffff)
    assert.strictEqual(far.readBigUInt64LE(51), 2n ** 32n + 5n)
    assert.strictEqual(endRecords(65_534, 10, 20).byteLength, 22)
    const many = Buffer.from(endRecords(70_000, 10, 20))
    assert.strictEqual(many.byteLength, 56 + 20 + 22)
    assert.deepStrictEqual([many.readBigUInt64LE(24), many.readBigUInt64LE(32)], [70_000n, 70_000n])
    assert.deepStrictEqual([many.readBigUInt64LE(40), many.readBigUInt64LE(48)], [20n, 10n])
    assert.strictEqual(many.readBigUInt64LE(56 + 8), 30n, "where the larger record stands")
    assert.strictEqual(many.readUInt16LE(56 + 20 + 10), 0xffff)
  })
})
