import { execFileSync } from "node:child_process"
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { arOf } from "./debian/ar-writer.ts"
import { type FileTree, treeFile, treeFolder, treeLink } from "./file-tree.ts"
import { sourceDate } from "./source-date.ts"
import { tarOf } from "./tar-writer.ts"

describe("archives", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman archives "))
  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  const long = `${"folder/".repeat(18)}file`
  const tree: FileTree = [
    treeFile("usr/bin/program", "#!/bin/sh\n", 0o755),
    treeLink("usr/bin/other", "program"),
    treeFile(long, "x".repeat(513)),
    treeFolder("data", 0o700, 10001)
  ]

  it("are unpacked by tar as they were written, with the folders above", () => {
    const [archive, folder] = [join(fixture, "tree.tar"), join(fixture, "unpacked")]
    writeFileSync(archive, tarOf(tree, { seconds: 86_400 }))
    const listed = execFileSync("tar", ["--numeric-owner", "-tvf", archive], { encoding: "utf8", env: { TZ: "UTC" } })
    assert.match(listed, /^drwx------ 10001\/10001 +0 1970-01-02 00:00 data\/$/m)
    assert.match(listed, /^drwxr-xr-x 0\/0 .* usr\/bin\/$/m)
    mkdirSync(folder)
    execFileSync("tar", ["--no-same-owner", "-xf", archive, "-C", folder])
    assert.strictEqual(lstatSync(join(folder, "usr/bin/program")).mode & 0o777, 0o755)
    assert.strictEqual(readlinkSync(join(folder, "usr/bin/other")), "program")
    assert.strictEqual(readFileSync(join(folder, long), "utf8"), "x".repeat(513))
  })

  it("are the same whatever the order of the tree is", () => {
    assert.isTrue(tarOf(tree, { seconds: 1 }).equals(tarOf(tree.toReversed(), { seconds: 1 })))
  })

  it("take neither two entries of one path nor a path that does not fit", () => {
    assert.throws(() => tarOf([treeFile("a", ""), treeLink("a", "b")], { seconds: 0 }), /Two entries .* called a/)
    assert.throws(() => tarOf([treeFile("x".repeat(101), "")], { seconds: 0 }), /too long/)
  })

  it("of ar are listed by ar's own readers", () => {
    const file = join(fixture, "empty.deb")
    const empty = tarOf([], { seconds: 0, prefix: "./" })
    const members = ["debian-binary", "control.tar", "data.tar"]
    writeFileSync(
      file,
      arOf(
        members.map((name, index) => ({ name, content: index === 0 ? Buffer.from("2.0\n") : empty })),
        0
      )
    )
    assert.strictEqual(readFileSync(file).subarray(0, 8).toString(), "!<arch>\n")
    assert.strictEqual(readFileSync(file).length, 8 + 3 * 60 + 4 + 2 * empty.length)
  })

  it("carry the time that SOURCE_DATE_EPOCH names", () => {
    assert.strictEqual(sourceDate({ SOURCE_DATE_EPOCH: "1700000000" }), 1_700_000_000)
    assert.throws(() => sourceDate({ SOURCE_DATE_EPOCH: "yesterday" }), /SOURCE_DATE_EPOCH/)
  })
})
