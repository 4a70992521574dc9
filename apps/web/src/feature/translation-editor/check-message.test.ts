import { assert, describe, it } from "vitest"
import { type CheckFacts, checkMessage, matchStored } from "./check-message.ts"
import { formText, readMessage } from "./edited-message.ts"

interface Case {
  readonly base?: string
  readonly language?: string
  readonly pluralArgument?: string
  readonly max?: number
  readonly isIcu?: boolean
}

const factsOf = (text: string, facts: Case = {}): CheckFacts => {
  const { base, language = "cs", pluralArgument, max, isIcu = true } = facts
  return {
    message: readMessage(text, { isIcu, languageTag: language, pluralArgument: pluralArgument ?? null }),
    languageTag: language,
    isIcu,
    isPlural: pluralArgument !== undefined,
    base: base === undefined ? null : { text: base, languageTag: "en" },
    maxCharacters: max ?? null,
    severities: null
  }
}

const issuesOf = (text: string, facts: Case = {}) =>
  checkMessage(factsOf(text, facts)).map(({ severity, selector, code, params }) =>
    [severity, selector ?? "", code, params["placeholder"] ?? params["tag"] ?? params["position"] ?? params["limit"]]
      .join(" ")
      .trim()
  )

const plural = { pluralArgument: "n" }

describe("the issues of a text", () => {
  it.each([
    ["none", "Ahoj {name}.", { base: "Hi {name}." }, []],
    ["an empty text has none", "", { base: "Hi {name}." }, []],
    [
      "a brace that is not closed, with its place and nothing else",
      "ahoj {name",
      { base: "Hi {name}." },
      ["error  qa_icu_syntax_error 11"]
    ],
    ["a brace is text where the base is no ICU message either", "Ahoj {", { base: "Hi {" }, []],
    ["a brace is text in a project without ICU", "Ahoj {", { base: "Hi {", isIcu: false }, []],
    ["a placeholder that is missing", "Ahoj", { base: "Hi {name}" }, ["warning  qa_placeholders_missing {name}"]],
    [
      "a placeholder that the base does not have",
      "Ahoj {nam}",
      { base: "Hi" },
      ["warning  qa_placeholders_extra {nam}"]
    ],
    ["another style of an argument is none", "{d, date, long}", { base: "{d, date, short}" }, []],
    ["another type of an argument", "Dne {d, time}", { base: "On {d, date}" }, ["warning  qa_placeholders_type {d}"]],
    ["another mark at the end", "Ahoj všem:", { base: "Hi all." }, ["warning  qa_punctuation_replace"]],
    ["the marks of other scripts are the same", "こんにちは。", { base: "Hi.", language: "ja" }, []],
    ["a text equal to the base", "Hello there", { base: "Hello there" }, ["warning  qa_untranslated"]],
    ["a text over its limit", "Ahoj {name}", { max: 4 }, ["error  qa_key_length_limit_exceeded 4"]],
    ["arguments do not count", "Ahoj{name}", { max: 4 }, []],
    ["a plural key with a text that is no plural", "x", plural, ["error  text_not_plural"]],
    ["a text far too long, and nothing else", "x".repeat(10_001), { base: "Hi." }, ["error  text_too_long 10000"]]
  ] as const)("%s", (_, text, facts, expected) => {
    assert.deepStrictEqual(issuesOf(text, facts), [...expected])
  })

  it("asks for the number only where a form stands for several", () => {
    const base = "{n, plural, one {# day} other {# days}}"
    const arabic = "{n, plural, zero {a} one {b} two {c} few {d} many {# e} other {# f}}"
    assert.deepStrictEqual(issuesOf(arabic, { base, language: "ar", ...plural }), [
      "warning few qa_placeholders_missing #"
    ])
  })

  it("names forms without a text", () => {
    assert.deepStrictEqual(issuesOf("{n, plural, one {a} few {b} other {c}}", { ...plural, language: "pl" }), [
      "warning many qa_missing_plural_category"
    ])
  })

  it("has a brace that closes a form at its place in the form", () => {
    const facts = factsOf("{n, plural, one {a} few {b} other {c}}", plural)
    const forms = facts.message.forms.map((form) => (form.selector === "few" ? { ...form, text: "ab } c {d" } : form))
    const [issue, ...others] = checkMessage({ ...facts, message: { ...facts.message, forms } })
    assert.deepStrictEqual([issue?.selector, issue?.range?.start, others.length], ["few", 3, 0])
  })

  it.each([
    ["a plural", "{n, plural,\none {# den  v týdnu}\nfew {# dny}\nother {# dnů}\n}", "one"],
    ["a plural in a project without ICU", "{n, plural,\none {# den  v týdnu}\nfew {# dny}\nother {# dnů}\n}", "one"],
    ["one text", "Dva  dny", ""]
  ] as const)("%s: has the place and the replacement in the form", (name, text, form) => {
    const facts = factsOf(text, {
      ...(text.includes("plural") ? plural : {}),
      isIcu: !name.includes("without")
    })
    const found = checkMessage(facts).find(({ code }) => code === "qa_spaces_doubled")
    const { selector, range, replacement } = found ?? {}
    assert.deepStrictEqual([selector, replacement], [form, " "])
    assert.strictEqual(formText(facts.message, form).slice(range?.start, range?.end), "  ")
  })

  it("of a choice by words are at their place in the form", () => {
    const text = "{g, select, male {Napsal} other {Napsal {co}}}"
    const [issue] = checkMessage(factsOf(text, { base: "{g, select, male {He wrote} other {They wrote}}" }))
    assert.deepStrictEqual([issue?.selector, issue?.range], ["other", { start: 7, end: 11 }])
  })

  it("come errors first, then by form and place", () => {
    const base = "{n, plural, one {# day.} other {# days.}}"
    const text = "{n, plural, one {# den  a  noc.} few {# dny  tady.} many {# dne.} other {# dnů}}"
    const issues = checkMessage(factsOf(text, { base, ...plural, max: 5 }))
    assert.deepStrictEqual(
      issues.map(({ severity, selector, range }) => `${severity} ${selector} ${range?.start}`),
      ["error null undefined", "warning one 5", "warning one 8", "warning few 5", "warning other 5"]
    )
  })

  it("have the severities of the language: off, or an error that blocks reviewing alone", () => {
    const facts = factsOf("Ahoj  všem", { base: "Hi 12" })
    const severities = { MISSING_NUMBERS: "ERROR", SPACES_MISMATCH: "OFF", ICU_SYNTAX: "OFF" } as const
    const shown = (issues: ReturnType<typeof checkMessage>) =>
      issues.map(({ code, severity, isBlocking }) => [code, severity, isBlocking])
    assert.deepStrictEqual(shown(checkMessage({ ...facts, severities })), [["qa_numbers_missing", "error", false]])
    const broken = { ...factsOf("Ahoj {"), severities }
    assert.deepStrictEqual(shown(checkMessage(broken)), [["qa_icu_syntax_error", "error", true]])
  })

  it("are the stored ones while the text is edited elsewhere, and those that were ignored before it was stored", () => {
    const base = "Hi 12"
    const storedFacts = factsOf("Ahoj  všem", { base })
    const stored = checkMessage(storedFacts).flatMap(({ finding }, id) =>
      finding === null
        ? []
        : [
            {
              ...finding,
              id,
              positionStart: finding.start,
              positionEnd: finding.end,
              pluralVariant: finding.form,
              state: "IGNORED" as const
            }
          ]
    )
    const spaces = stored.find(({ type }) => type === "SPACES_MISMATCH")
    const edited = checkMessage(factsOf("Dnes ahoj  všem", { base }))
    const ofSpaces = edited.find(({ code }) => code === "qa_spaces_doubled")
    assert(ofSpaces !== undefined && spaces !== undefined)
    assert.notStrictEqual(ofSpaces.range?.start, spaces.positionStart)
    assert.strictEqual(matchStored(storedFacts, stored)(ofSpaces)?.id, spaces.id)
    const before = {
      ...factsOf("Ahoj", { base }),
      message: readMessage("Jiné", { isIcu: true, languageTag: "cs", pluralArgument: null })
    }
    const ofPreview = {
      ...spaces,
      positionStart: ofSpaces.finding?.start ?? null,
      positionEnd: ofSpaces.finding?.end ?? null
    }
    assert.strictEqual(matchStored(before, [ofPreview])(ofSpaces)?.id, spaces.id)
    assert.isNull(matchStored(before, [])(ofSpaces))
  })
})
