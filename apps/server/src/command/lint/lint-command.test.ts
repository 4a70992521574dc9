import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const main = join(import.meta.dirname, "..", "..", "main.ts")
const golden = (name: string) => join(import.meta.dirname, "golden", name)
const fixture = mkdtempSync(join(tmpdir(), "dragoman lint "))
afterAll(() => rmSync(fixture, { recursive: true, force: true }))

/** Runs the program as its user does. */
const lint = (...words: ReadonlyArray<string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "lint", ...words], {
    cwd: fixture,
    env: {},
    encoding: "utf8"
  })
  return { status, stdout, stderr }
}

const write = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(fixture, path)), { recursive: true })
  writeFileSync(join(fixture, path), content)
}

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
})

describe("dragoman lint", () => {
  it.each(["text", "json", "sarif", "github"])("prints findings of files, archives and workbooks as %s", (format) => {
    const { status, stdout, stderr } = lint("--format", format, "./i18n/")
    assert.strictEqual(stderr, "")
    assert.strictEqual(stdout, readFileSync(golden(`expected.${format}`), "utf8"))
    assert.strictEqual(status, 1)
  })

  it.each([
    ["0 for files without problems", ["clean"], 0, "0 errors, 0 warnings in 1 file"],
    ["0 for warnings", ["warned/en.json"], 0, "0 errors, 1 warning in 1 file"],
    ["1 for warnings that count as errors", ["--warnings-as-errors", "warned"], 1, "1 warning"],
    ["1 for errors", ["i18n/broken.yaml", "clean"], 1, "in 2 files"],
    ["1 for a file that is not of the requested format", ["--file-format", "PO_C", "clean"], 1, "cannot_parse_file"],
    ["0 for a file that is named twice and has no problems", ["clean/en.json", "./clean/en.json"], 0, "in 1 file"],
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
    ["a folder without translation files", ["empty"], "empty has no translation files."]
  ])("ends with 2 and a sentence for %s", (_, words, sentence) => {
    const { status, stdout, stderr } = lint(...words)
    assert.strictEqual(stdout, "")
    assert.include(stderr, sentence)
    assert.notInclude(stderr, "    at ")
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

  it("writes SARIF with the properties, types and references that version 2.1.0 requires", () => {
    assertSarif(JSON.parse(lint("--format", "sarif", "i18n", "warned", "clean").stdout))
  })

  it("loads neither database nor server", () => {
    const preload = join(fixture, "loaded.mjs")
    writeFileSync(
      preload,
      `import { registerHooks } from "node:module"
      registerHooks({ load: (url, context, next) => (process.stderr.write(url + "\\n"), next(url, context)) })`
    )
    const { stderr } = spawnSync(process.execPath, ["--import", preload, main, "lint", "clean"], {
      cwd: fixture,
      env: {},
      encoding: "utf8"
    })
    assert.include(stderr, "lint-files.ts")
    assert.notMatch(stderr, /\/effect\/|better-sqlite3|packages\/(store|api|settings|delivery)\//)
  })
})

/** The parts of the schema of SARIF 2.1.0 that the log uses; each object has no property that the schema does not know. */
const assertSarif = (log: unknown): void => {
  const object = (value: unknown, required: ReadonlyArray<string>, optional: ReadonlyArray<string> = []) => {
    assert.isObject(value)
    const fields = value as Record<string, unknown>
    for (const name of required) assert.property(fields, name)
    for (const name of Object.keys(fields)) assert.include([...required, ...optional], name)
    return fields
  }
  const list = (value: unknown): ReadonlyArray<unknown> => {
    assert.isArray(value)
    return value as ReadonlyArray<unknown>
  }
  const text = (value: unknown) => assert.isString(object(value, ["text"])["text"])
  const positive = (value: unknown) => assert.isTrue(Number.isInteger(value) && Number(value) >= 1)

  const { version, runs } = object(log, ["version", "runs"], ["$schema"])
  assert.strictEqual(version, "2.1.0")
  for (const one of list(runs)) {
    const run = object(one, ["tool"], ["results", "columnKind"])
    assert.include(["utf16CodeUnits", "unicodeCodePoints"], run["columnKind"])
    const driver = object(object(run["tool"], ["driver"])["driver"], ["name"], ["version", "rules"])
    const rules = list(driver["rules"]).map((rule) => object(rule, ["id"])["id"])
    assert.strictEqual(new Set(rules).size, rules.length)
    for (const found of list(run["results"])) {
      const result = object(found, ["message"], ["ruleId", "ruleIndex", "level", "locations"])
      text(result["message"])
      assert.include(["none", "note", "warning", "error"], result["level"])
      assert.strictEqual(rules[Number(result["ruleIndex"])], result["ruleId"])
      for (const place of list(result["locations"])) {
        const { physicalLocation, logicalLocations = [] } = object(place, ["physicalLocation"], ["logicalLocations"])
        const physical = object(physicalLocation, ["artifactLocation"], ["region", "contextRegion"])
        const { uri } = object(physical["artifactLocation"], ["uri"])
        assert.match(String(uri), /^(?:[\w.~!*'()/-]|%[\dA-F]{2})+$/)
        for (const logical of list(logicalLocations)) {
          assert.isString(object(logical, ["fullyQualifiedName"])["fullyQualifiedName"])
        }
        if (physical["region"] === undefined) continue
        const region = object(physical["region"], ["startLine", "startColumn"])
        positive(region["startLine"])
        positive(region["startColumn"])
        const context = object(physical["contextRegion"], ["startLine", "snippet"])
        assert.strictEqual(context["startLine"], region["startLine"])
        text(context["snippet"])
      }
    }
  }
}
