import { assert, describe, it } from "vitest"
import { readTolgeeArguments } from "./tolgee-arguments.ts"

const files: Readonly<Record<string, string>> = {
  "/token": "tgpat_file\n",
  "/empty": "\n",
  "/db": "postgres://u:secret@db/tolgee"
}

const read = (words: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  readTolgeeArguments(words, { environment, readFile: (path) => files[path] ?? null })

const optionsOf = (...parameters: Parameters<typeof read>) => {
  const result = read(...parameters)
  if (!("options" in result)) throw new Error(JSON.stringify(result))
  return result
}

describe("dragoman migrate-from-tolgee", () => {
  it("takes its words from flags, files and variables, and passes on settings", () => {
    const { options, flags, json } = optionsOf(
      ["--url", "https://tolgee.example.com/", "--token-file", "/token", "--data-dir", "/data", "--json"],
      { DRAGOMAN_TOLGEE_DATABASE_URL_FILE: "/db" }
    )
    assert.deepStrictEqual(options, {
      url: "https://tolgee.example.com",
      token: "tgpat_file",
      databaseUrl: "postgres://u:secret@db/tolgee",
      dryRun: false,
      withHistory: true
    })
    assert.deepStrictEqual(flags, { "data-dir": "/data" })
    assert.isTrue(json)
    const given = optionsOf(["--dry-run", "--without-history", "--token", "jwt"], {
      DRAGOMAN_TOLGEE_URL: "http://tolgee:8080/path",
      DRAGOMAN_TOLGEE_TOKEN: "other"
    })
    assert.include(given.options, { url: "http://tolgee:8080/path", token: "jwt", dryRun: true, withHistory: false })
  })

  it.each([
    [[], /Which server/],
    [["--url", "tolgee.example.com"], /not the address/],
    [["--url", "http://t"], /Which token/],
    [["--url", "http://t", "--token-file", "/empty"], /cannot be read, or is empty/],
    [["--url", "http://t", "--token", "x", "--token-file", "/token"], /not both/],
    [
      ["--url", "http://t", "--token", "x", "--tolgee-database-url", "jdbc:postgresql://secret"],
      /not the address of a PostgreSQL/
    ],
    [["--url", "http://t", "--token", "x", "word"], /no option/],
    [["--nothing"], /Unknown option/]
  ])("says what is wrong with %j", (words, expected) => {
    const result = read(words)
    assert.match("problem" in result ? result.problem : "", expected)
    assert.notInclude(JSON.stringify(result), "secret")
  })
})
