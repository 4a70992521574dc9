import { assert, describe, it } from "vitest"
import { findBannedWords } from "./check-language.ts"
import { findRejectedOpenings } from "./comment-openings.ts"

const source = "apps/server/src/some.ts"

describe("the check of words", () => {
  it.each([
    ["a log text", source, 'Effect.logError("The server\n refuses")', [`${source}:1: "refuses": write reject, error`]],
    ["the name of repeated work", source, '\nsurviving(\n  "Telling failed")', [3]],
    ["a description", source, 'described("Lists the answers.")', [1]],
    ["a description of a field", "packages/api/src/key/key-model.ts", 'name: field(Text, "The answer of a key.")', [1]],
    ["a sentence of an error", "packages/domain/src/error/error-code.ts", '{\n  a: "Nobody may."\n}', [2]],
    ["a line of the docs", "README.md", "Fine.\nEverybody is told.", [2, 2]],
    ["a comment", source, "\n/**\n * Nobody may.\n */\nconst a = 1 // for somebody", [2, 5]],
    ["a text of the console", "apps/web/src/base/texts/en.json", '{\n  "a": "Whoever opens it"\n}', [2]],
    ["a banned phrase", "README.md", "Jobs are gone on with.", [1]]
  ] as const)("finds a banned word in %s, with its line", (_, file, content, expected) => {
    const found = findBannedWords(file, content)
    assert.deepStrictEqual(
      found.map((each, index) => (typeof expected[index] === "string" ? each : Number(each.split(":")[1]))),
      [...expected]
    )
  })

  it.each([
    ["names in backticks", "README.md", "The field `answer` and `X-Dragoman-Notices`."],
    ["wire names", "README.md", "X-Dragoman-Notices"],
    ["blocks of code", "README.md", "```\nanswer\n```"],
    ["targets of links", "README.md", "[here](answers.md)"],
    ["values in a text", source, ["Effect.logError(`Failed: $", "{answer}`)"].join("")],
    ["words that only texts avoid in comments", source, "// The server refuses."],
    ["keys of the console's texts", "apps/web/src/base/texts/en.json", '{ "member.nobody": "No members" }'],
    ["other code", source, "const answer = demand()"],
    ["parts of words", "README.md", "The hearth of an unnoticed Teller."]
  ])("leaves out %s", (_, file, content) => {
    assert.deepStrictEqual(findBannedWords(file, content), [])
  })
})

describe("the check of how comments begin", () => {
  it.each([
    ["a line", "\n// What it does.", [2]],
    ["a docstring", "/** Of the server. */", [1]],
    ["a docstring of several lines", "/**\n * As a user does it.\n */", [1]],
    ["a comment behind code", ["const a = 1 /", "/ Who calls.\n"].join(""), [1]],
    ["a comment of JSX", ["  {/", "* Whose name is shown. */}"].join(""), [1]]
  ] as const)("finds %s", (_, content, lines) => {
    const found = findRejectedOpenings(source, content)
    assert.deepStrictEqual(
      found.map((each) => Number(each.split(":")[1])),
      [...lines]
    )
  })

  it.each([
    [
      "the second line of a comment",
      "// Returns the user\n// As soon as there is one.\n/**\n * Returns it.\n * As a text.\n */"
    ],
    ["a word that only begins so", "// Office hours.\n// Whatever."],
    ["text that is no comment", 'const a = "What is it?"\nconst b = "https://Of.example"']
  ])("leaves out %s", (_, content) => {
    assert.deepStrictEqual(findRejectedOpenings(source, content), [])
  })
})
