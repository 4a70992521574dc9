import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { FilesNotUnpacked, unpackFiles } from "./unpack-files.ts"

const fixture = mkdtempSync(join(tmpdir(), "dragoman unpack "))
afterAll(() => rmSync(fixture, { recursive: true, force: true }))

const files = [{ name: "addon.node", bytes: Buffer.from("program") }]

const place = (name: string): string => {
  const folder = join(fixture, name)
  mkdirSync(folder)
  return folder
}

const path = (folder: string): string => folder

describe("files of the single executable", () => {
  it("are unpacked once, for this user alone, whoever unpacked them before", () => {
    const one = place("once")
    const folder = unpackFiles(files, path, [one])
    const { ino } = statSync(join(folder, "addon.node"))
    assert.strictEqual(statSync(folder).mode & 0o777, 0o700)
    assert.strictEqual(unpackFiles(files, path, [one]), folder)
    assert.strictEqual(statSync(join(folder, "addon.node")).ino, ino)
    assert.strictEqual(readdirSync(one).length, 1)
    writeFileSync(join(folder, "addon.node"), "half of pro")
    unpackFiles(files, path, [one])
    assert.strictEqual(readFileSync(join(folder, "addon.node"), "utf8"), "program")
    assert.notStrictEqual(unpackFiles([{ name: "addon.node", bytes: Buffer.from("next") }], path, [one]), folder)
  })

  it("are used in the next place where one takes no programs, or no files", () => {
    const [noexec, good] = [place("noexec"), place("good")]
    writeFileSync(join(fixture, "file"), "")
    const load = (folder: string) => {
      if (folder.startsWith(noexec)) throw new Error("failed to map segment from shared object")
      return folder
    }
    assert.isTrue(unpackFiles(files, load, [join(fixture, "file"), noexec, good]).startsWith(good))
  })

  it.runIf(process.platform !== "win32")("are not taken from a folder that others could have made", () => {
    const [shared, linked, good] = [place("shared"), place("linked"), place("own")]
    chmodSync(unpackFiles(files, path, [shared]), 0o755)
    const name = readdirSync(shared)[0] ?? ""
    symlinkSync(place("elsewhere"), join(linked, name))
    assert.isTrue(unpackFiles(files, path, [shared, linked, good]).startsWith(good))
  })

  it("that can be used nowhere are a sentence with the reason of each place", () => {
    const load = () => {
      throw new Error("failed to map segment from shared object\n    at somewhere")
    }
    const missing = join(place("readable"), "file")
    writeFileSync(missing, "")
    try {
      unpackFiles(files, load, [missing, place("mapped")])
      assert.fail("They were used.")
    } catch (error) {
      assert.instanceOf(error, FilesNotUnpacked)
      const { sentence } = error as FilesNotUnpacked
      assert.match(sentence, /file \(ENOTDIR.*; .*mapped \(failed to map segment from shared object\)\. Set TMPDIR/)
    }
  })
})
