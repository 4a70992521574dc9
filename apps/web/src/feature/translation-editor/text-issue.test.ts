import { assert, describe, it } from "vitest"
import { readMessage } from "./edited-message.ts"
import { findIssues } from "./text-issue.ts"

interface Case {
  readonly base?: string
  readonly language?: string
  readonly pluralArgument?: string
  readonly max?: number
}

const issuesOf = (text: string, { base, language = "cs", pluralArgument, max }: Case = {}) => {
  const place = { isIcu: true, pluralArgument: pluralArgument ?? null }
  return findIssues({
    message: readMessage(text, { ...place, languageTag: language }),
    languageTag: language,
    isIcu: true,
    isPlural: pluralArgument !== undefined,
    base:
      base === undefined ? null : { message: readMessage(base, { ...place, languageTag: "en" }), languageTag: "en" },
    maxCharacters: max ?? null
  }).map(({ severity, selector, sentence, args }) =>
    [severity, selector ?? "", sentence, args["placeholder"] ?? args["position"] ?? args["max"] ?? ""].join(" ").trim()
  )
}

describe("the issues of a text", () => {
  it.each([
    ["none", "Ahoj {name}.", { base: "Hi {name}." }, []],
    ["an empty text has none", "", { base: "Hi {name}." }, []],
    ["a brace that is not closed, with its place", "Ahoj {name", {}, ["error  issue.syntax 11"]],
    ["a placeholder that is missing", "Ahoj", { base: "Hi {name}" }, ["warning  issue.missing {name}"]],
    ["a placeholder that the base does not have", "Ahoj {nam}", { base: "Hi" }, ["warning  issue.extra {nam}"]],
    ["another style of an argument is none", "{d, date, long}", { base: "{d, date, short}" }, []],
    [
      "another type of an argument",
      "Dne {d, time}",
      { base: "On {d, date}" },
      ["warning  issue.changed-type {d, time}"]
    ],
    ["a tag that is not closed", "<b>Ahoj", { base: "<b>Hi</b>" }, ["warning  issue.missing </b>"]],
    ["spaces at the end", "Ahoj ", { base: "Hi" }, ["warning  issue.spaces"]],
    ["another mark at the end", "Ahoj!", { base: "Hi." }, ["warning  issue.final-mark"]],
    ["the marks of other scripts are the same", "こんにちは。", { base: "Hi.", language: "ja" }, []],
    ["Thai needs no mark", "สวัสดี", { base: "Hi.", language: "th" }, []],
    ["a text equal to the base", "Hello there", { base: "Hello there" }, ["warning  issue.equal-to-base"]],
    ["equal to the base in a variant of its language is none", "Hi", { base: "Hi", language: "en-GB" }, []],
    ["a text over its limit", "Ahoj {name}", { max: 4 }, ["error  issue.over-limit 4"]],
    ["arguments do not count", "Ahoj{name}", { max: 4 }, []],
    ["a plural key with a text that is no plural", "x", { pluralArgument: "n" }, ["error  issue.not-plural"]],
    ["a text far too long", "x".repeat(10_001), {}, ["error  issue.far-too-long 10000"]]
  ] as const)("%s", (_, text, facts, expected) => {
    assert.deepStrictEqual(issuesOf(text, facts), [...expected])
  })

  it("asks for the number only where a form stands for several", () => {
    const base = "{n, plural, one {# day} other {# days}}"
    const arabic = "{n, plural, zero {a} one {b} two {c} few {d} many {# e} other {# f}}"
    assert.deepStrictEqual(issuesOf(arabic, { base, language: "ar", pluralArgument: "n" }), [
      "warning few issue.missing-number #"
    ])
  })

  it("names forms without a text, and the place of an error inside of its form", () => {
    assert.deepStrictEqual(issuesOf("{n, plural, one {a} few {b} other {c}}", { pluralArgument: "n" }), [
      "warning many issue.empty-form"
    ])
  })
})
