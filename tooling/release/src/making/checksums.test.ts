import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, assert, describe, it } from "vitest"
import { treeFile } from "../file-tree.ts"
import { checksumsFile, differingFiles, writeChecksums } from "./checksums.ts"
import { compressedTar } from "./compressed-tar.ts"

describe("the folder of a release", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman release "))
  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  const folderOf = (name: string, files: Readonly<Record<string, string>>): string => {
    const folder = join(fixture, name)
    mkdirSync(folder)
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
    return folder
  }

  it("has a digest of each file, in the form that sha256sum reads", () => {
    const folder = folderOf("one", { "b.txt": "b", "a.txt": "" })
    writeChecksums(folder)
    writeChecksums(folder)
    assert.strictEqual(
      readFileSync(join(folder, checksumsFile), "utf8"),
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.txt\n" +
        "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b.txt\n"
    )
  })

  it("is compared file by file", () => {
    const first = folderOf("first", { same: "1", other: "2", gone: "3" })
    const second = folderOf("second", { same: "1", other: "4", added: "5" })
    assert.deepStrictEqual(differingFiles(first, second), ["added", "gone", "other"])
    assert.deepStrictEqual(differingFiles(first, first), [])
  })

  it("has archives with the same bytes for the same files and time, whose programs can be executed", () => {
    const tree = [treeFile("some/program", "#!/bin/sh\nprintf ran\n", 0o755), treeFile("some/LICENSE", "text")]
    const archive = compressedTar(tree, 1_795_000_000)
    assert.isTrue(archive.equals(compressedTar(tree.toReversed(), 1_795_000_000)))
    assert.isFalse(gunzipSync(archive).equals(gunzipSync(compressedTar(tree, 1_795_000_001))))
    const folder = folderOf("unpacked", {})
    execFileSync("tar", ["-xz", "-C", folder], { input: archive })
    assert.strictEqual(execFileSync(join(folder, "some", "program"), { encoding: "utf8" }), "ran")
  })
})
