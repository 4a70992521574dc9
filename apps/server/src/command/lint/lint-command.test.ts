import { spawnSync } from "node:child_process"
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { importIssueTypes } from "@dragoman/domain/import"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { serverMain } from "../../testing/shared-bundle.ts"
import { assertSarif } from "./testing/assert-sarif.ts"

/** The sources, which say what they load. */
const sources = join(import.meta.dirname, "..", "..", "main.ts")
const golden = (name: string) => join(import.meta.dirname, "golden", name)
const fixture = mkdtempSync(join(tmpdir(), "dragoman lint "))
afterAll(() => rmSync(fixture, { recursive: true, force: true }))

/** Runs the program as its user does. */
const lint = (...words: ReadonlyArray<string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [serverMain, "lint", ...words], {
    cwd: fixture,
    env: {},
    encoding: "utf8"
  })
  return { status, stdout, stderr }
}

/** The version of the program that runs: that of a bundle names its commit. */
const programVersion = spawnSync(process.execPath, [serverMain, "--version"], { encoding: "utf8" }).stdout.trim()

const write = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(fixture, path)), { recursive: true })
  writeFileSync(join(fixture, path), content)
}

/** The files of all formats, in each of which something is unusual. */
const goldenFolders = (): ReadonlyArray<string> =>
  globSync("*/golden", { cwd: formatsFolder }).map((folder) => join(formatsFolder, folder))

const formatsFolder = dirname(fileURLToPath(import.meta.resolve("@dragoman/formats")))

beforeAll(() => {
  write("clean/en.json", '{"title": "Harbour"}')
  write("warned/en.json", '{"title": ""}')
  write("empty/notes.txt", "no translations")
  write("i18n/broken.yaml", "title: [1, 2\n")
  write("i18n/en, 100%.json", '{\n\t"title": "",\r\n\t"键.名": "1", "键": { "名": "2" }\n}\n')
  write("i18n/sub/de.properties", Buffer.from("gr\u00fc\u00dfe=\nleer\\n\\u001b[31m=\n", "latin1"))
  write("i18n/node_modules/en.json", "broken")
  write("i18n/.hidden/en.json", "broken")
  copyFileSync(golden("archive.zip"), join(fixture, "i18n/archive.zip"))
  copyFileSync(golden("all.xlsx"), join(fixture, "i18n/all.xlsx"))
  symlinkSync(join(fixture, "i18n"), join(fixture, "i18n/loop"))
  write("linked/texts/en.json", '{"title": "Harbour"}')
  symlinkSync("en.json", join(fixture, "linked/texts/de.json"))
  symlinkSync("texts", join(fixture, "linked/same"))
  symlinkSync("/", join(fixture, "linked/root"))
  write(
    "shop/en.json",
    '{\n"save": "Save",\n"hi": "Hi {name}!",\n"boats": "{n, plural, one {# boat} other {# boats}}",\n"new": "New"\n}'
  )
  write(
    "shop/cs.json",
    '{\n"save": "Uložit",\n"hi": "Ahoj {jméno}!",\n"boats": "{n, plural, one {# loď} other {# lodí}}",\n"old": "Starý"\n}'
  )
  mkdirSync(join(fixture, "outward"))
  writeFileSync(join(fixture, ".netrc"), "machine ci.internal password S3CR3T")
  symlinkSync(join(fixture, ".netrc"), join(fixture, "outward/en.json"))
  symlinkSync("/etc/passwd", join(fixture, "linked/passwd.json"))
})

describe("dragoman lint", () => {
  it.each(["text", "json", "sarif", "github"])("prints findings of files, archives and workbooks as %s", (format) => {
    const { status, stdout, stderr } = lint("--format", format, "./i18n/")
    assert.strictEqual(stderr, "")
    assert.strictEqual(stdout, readFileSync(golden(`expected.${format}`), "utf8").replace("VERSION", programVersion))
    assert.strictEqual(status, 1)
  })

  it.each([
    ["0 for files without problems", ["clean"], 0, "0 errors, 0 warnings in 1 file"],
    ["0 for warnings", ["warned/en.json"], 0, "0 errors, 1 warning in 1 file"],
    ["1 for warnings that count as errors", ["--warnings-as-errors", "warned"], 1, "1 warning"],
    ["1 for errors", ["i18n/broken.yaml", "clean"], 1, "in 2 files"],
    ["1 for a file that is not of the requested format", ["--file-format", "PO_C", "clean"], 1, "cannot_parse_file"],
    ["0 for a file that is named twice and has no problems", ["clean/en.json", "./clean/en.json"], 0, "in 1 file"],
    ["0 for a folder that is a link below the working directory", ["linked/same/en.json"], 0, "in 1 file"],
    ["0 when it explains itself", ["--help"], 0, "--warnings-as-errors"]
  ])("ends with %s", (_, words, expected, part) => {
    const { status, stdout, stderr } = lint(...words)
    assert.strictEqual(stderr, "")
    assert.include(stdout, part)
    assert.strictEqual(status, expected)
  })

  it.each([
    ["no file", [], "dragoman lint FILE"],
    ["an unknown option", ["--port", "1", "clean"], "'--port'"],
    ["an unknown output format", ["--format", "xml", "clean"], "text, json, sarif, github"],
    ["an unknown import format", ["--file-format", "JSON_KLINGON", "clean"], "JSON_ICU"],
    ["a file that does not exist", ["missing.json"], "missing.json cannot be read: it does not exist."],
    ["a folder without translation files", ["empty"], "empty has no translation files."],
    [
      "a base file that does not exist",
      ["--base", "missing.json", "clean"],
      "missing.json cannot be read: it does not exist."
    ],
    [
      "a base file without texts",
      ["--base", "i18n/broken.yaml", "clean"],
      "i18n/broken.yaml cannot be the base file: "
    ],
    ["an unknown check", ["--base", "clean/en.json", "--checks", "TASTE", "clean"], "INCONSISTENT_PLACEHOLDERS"],
    ["checks of texts without a base file", ["--checks", "all", "clean"], "--checks needs --base FILE."],
    [
      "a source folder that does not exist",
      ["--sources", "missing", "clean"],
      "missing cannot be read: it does not exist."
    ],
    ["a pattern of sources without files", ["--sources", "clean/*.ts", "clean"], "clean/*.ts has no source files."],
    ["a baseline that is none", ["--baseline", "clean/en.json", "clean"], "clean/en.json is no baseline"],
    ["a baseline to write without a name", ["--update-baseline", "clean"], "--update-baseline needs --baseline FILE."],
    ["a link out of the folder", ["outward"], "outward/en.json is not read: a link leads out of outward."],
    [
      "a folder that is a link out of the working directory",
      ["linked/root"],
      "leads out of the working directory. Name / "
    ],
    ["a file that is such a link", ["linked/passwd.json"], "Name /etc/passwd if it is meant."],
    ["a folder with such a link above", ["linked/root/etc"], "leads out of the working directory."]
  ])("ends with 2 and a sentence for %s", (_, words, sentence) => {
    const { status, stdout, stderr } = lint(...words)
    assert.strictEqual(stdout, "")
    assert.include(stderr, sentence)
    assert.notInclude(stderr, "    at ")
    assert.strictEqual(status, 2)
  })

  it("compares texts with those of a base file: placeholders, plural forms, keys", () => {
    const { status, stdout, stderr } = lint("--format", "json", "--base", "shop/en.json", "shop")
    assert.strictEqual(stderr, "")
    assert.deepStrictEqual(
      (JSON.parse(stdout).findings as ReadonlyArray<Readonly<Record<string, unknown>>>).map(
        ({ path, severity, code, line, keyName }) => [path, severity, code, line, keyName]
      ),
      [
        ["shop/cs.json", "warning", "KEY_MISSING", null, "new"],
        ["shop/cs.json", "error", "INCONSISTENT_PLACEHOLDERS", 3, "hi"],
        ["shop/cs.json", "warning", "MISSING_PLURAL_CATEGORIES", 4, "boats"],
        ["shop/cs.json", "warning", "KEY_UNKNOWN", 5, "old"]
      ]
    )
    assert.strictEqual(status, 1)
    const only = lint("--base", "shop/en.json", "--checks", "PUNCTUATION_MISMATCH", "shop/cs.json")
    assert.notInclude(only.stdout, "INCONSISTENT_PLACEHOLDERS")
  })

  it("warns of keys that no source file names, once: in the base file", () => {
    write("app/main.ts", 't("save"); t("hi", { name })')
    write("app/de.json", '{ "new": "Neu" }')
    write("app/node_modules/main.ts", 't("new")')
    write("app/image.png", Buffer.from([0, ...Buffer.from("new")]))
    const unusedWith = (...words: ReadonlyArray<string>) => {
      const { stdout, stderr } = lint("--format", "json", ...words)
      assert.strictEqual(stderr, "")
      return (JSON.parse(stdout).findings as ReadonlyArray<Readonly<Record<string, unknown>>>)
        .filter(({ code }) => code === "KEY_UNUSED")
        .map(({ path, severity, line, keyName }) => [path, severity, line, keyName])
    }
    const boats = ["shop/en.json", "warning", 4, "boats"]
    assert.deepStrictEqual(unusedWith("--base", "shop/en.json", "--sources", "app", "shop"), [boats])
    assert.deepStrictEqual(unusedWith("--sources", "app", "shop/en.json", "app/de.json"), [
      boats,
      ["shop/en.json", "warning", 5, "new"],
      ["app/de.json", "warning", 1, "new"]
    ])
    assert.deepStrictEqual(unusedWith("--sources", "app/*.ts", "--sources", "app/de.json", "shop/en.json"), [boats])
  })

  it("leaves out what a baseline lists, wherever it stands by now, and tells what is new", () => {
    const words = ["--base", "shop/en.json", "--baseline", "known.json", "shop"]
    assert.strictEqual(lint("--update-baseline", ...words).status, 0)
    const quiet = lint(...words)
    assert.deepStrictEqual([quiet.status, quiet.stdout], [0, "0 errors, 0 warnings in 2 files\n"])
    const before = readFileSync(join(fixture, "shop/cs.json"), "utf8")
    write("shop/cs.json", before.replace('{\n"save": "Uložit"', '{\n\n"save": "uložit"'))
    const loud = lint(...words)
    write("shop/cs.json", before)
    assert.include(loud.stdout, "shop/cs.json:3:1: warning: The base text begins with a capital letter.")
    assert.include(loud.stdout, "0 errors, 1 warning in 2 files")
  })

  it("reads links that stay below the folder, and leaves others out of its report", () => {
    const { status, stdout, stderr } = lint("linked")
    assert.include(stdout, "in 2 files")
    assert.notInclude(stdout, "passwd")
    assert.match(stderr, /^linked\/passwd\.json is not read: .*\n$/)
    assert.strictEqual(status, 2)
  })

  it("prints what it found, and ends with 2, when one of several files cannot be read", () => {
    const { status, stdout, stderr } = lint("missing.json", "warned")
    assert.include(stdout, "0 errors, 1 warning in 1 file")
    assert.include(stderr, "missing.json")
    assert.strictEqual(status, 2)
  })

  it("writes a SARIF log without findings for files without problems", () => {
    const log = JSON.parse(lint("--format", "sarif", "clean").stdout)
    assert.deepStrictEqual(log.runs[0].results, [])
  })

  it("writes SARIF as the schema of version 2.1.0 has it, whatever the problem is", () => {
    write("long/en.json", JSON.stringify({ title: "x".repeat(10_001) }))
    const { stdout, stderr } = lint("--format", "sarif", ...goldenFolders(), "i18n", "warned", "clean", "long")
    assert.strictEqual(stderr, "")
    const log = JSON.parse(stdout)
    assertSarif(log)
    // Two of the issues depend on a project.
    const ofProjects = ["TRANSLATION_DEFINED_IN_ANOTHER_FILE", "TRANSLATION_NOT_VALID_ICU"]
    const reported = importIssueTypes.filter((type) => !ofProjects.includes(type))
    const codes = new Set(log.runs[0].results.map(({ ruleId }: { readonly ruleId: string }) => ruleId))
    assert.deepStrictEqual([...codes].sort(), ["cannot_parse_file", "warning", ...reported].sort())
  })

  it("loads neither database nor server", () => {
    const preload = join(fixture, "loaded.mjs")
    writeFileSync(
      preload,
      `import { registerHooks } from "node:module"
      registerHooks({ load: (url, context, next) => (process.stderr.write(url + "\\n"), next(url, context)) })`
    )
    const { stderr } = spawnSync(process.execPath, ["--import", preload, sources, "lint", "clean"], {
      cwd: fixture,
      env: {},
      encoding: "utf8"
    })
    assert.include(stderr, "lint-files.ts")
    assert.notMatch(stderr, /\/effect\/|better-sqlite3|packages\/(store|api|settings|delivery)\//)
  })
})
