import { assert, describe, it } from "vitest"
import { parseMessage } from "../../icu/parse-message.ts"
import { laravelDialect } from "../../php/laravel-placeholder.ts"
import { qtPluralDialect, qtTextDialect } from "../../qt-ts/qt-placeholder.ts"
import { randomText, seededRandom } from "../../testing/seeded-random.ts"
import { messageDialect } from "../../web-extension/message-placeholder.ts"
import { appleDialect } from "../dialect/apple-placeholder.ts"
import { cDialect } from "../dialect/c-placeholder.ts"
import { composeDialect } from "../dialect/compose-placeholder.ts"
import { type Dialect, literalPart } from "../dialect/dialect.ts"
import { i18nextDialect } from "../dialect/i18next-placeholder.ts"
import { javaDialect } from "../dialect/java-placeholder.ts"
import { phpDialect } from "../dialect/php-placeholder.ts"
import { plainDialect } from "../dialect/plain-text.ts"
import { pythonBraceDialect } from "../dialect/python-brace-placeholder.ts"
import { pythonDialect } from "../dialect/python-placeholder.ts"
import { rubyDialect } from "../dialect/ruby-placeholder.ts"
import { type PrintOptions, printText } from "../printing/print-message.ts"
import { convertPluralForms, convertText } from "./convert-text.ts"

const allOn = { icuPlaceholders: true, convertPlaceholders: true, textMaxUtf16Units: 10_000 }

describe("convertText", () => {
  it.each([
    ["a plain text placeholder is an argument", cDialect, "Hi %s", "Hi {0}"],
    ["a number is a number argument", cDialect, "%d", "{0, number}"],
    ["%f has six digits", cDialect, "%f", "{0, number, .000000}"],
    ["a precision is a number of digits", cDialect, "%.2f", "{0, number, .00}"],
    ["a precision above 50 stays", cDialect, "%.51f", "%.51f"],
    ["a precision of zero stays", cDialect, "%.0f", "%.0f"],
    ["%e is scientific", cDialect, "%e", "{0, number, scientific}"],
    ["flags, widths and lengths stay", cDialect, "%+d %5s %ld %*d", "%+d %5s %ld %*d"],
    ["other specifiers stay", cDialect, "%x %i %p", "%x %i %p"],
    ["two percent signs are one", cDialect, "100%% %s", "100% {0}"],
    ["placeholders that stay are counted", cDialect, "%x %s", "%x {1}"],
    [
      "a name between percent signs is text",
      phpDialect,
      "%date%, %firstname% and %date_end%",
      "%date%, %firstname% and %date_end%"
    ],
    ["such a name is not counted", javaDialect, "Until %date% %s", "Until %date% {0}"],
    ["two such names", pythonDialect, "%exception%%id%", "%exception%%id%"],
    ["placeholders with letters between them are no name", cDialect, "%dx%d", "{0, number}x{1, number}"],
    ["placeholders beside each other are no name", phpDialect, "%s%s", "{0}{1}"],
    ["placeholders with a hyphen between them are no name", javaDialect, "%s-%s", "{0}-{1}"],
    [
      "a placeholder before an escaped percent sign is no name",
      cDialect,
      "%d%% of %d%%",
      "{0, number}% of {1, number}%"
    ],
    ["text with a space behind its percent sign is not counted", cDialect, "100% of %s and %s", "100% of {0} and {1}"],
    ["a placeholder behind a percent sign and a space", cDialect, "50% %s", "50% {0}"],
    [
      "Compose knows numbered texts and whole numbers alone",
      composeDialect,
      "%1$d% %s %% %2$.1f",
      "{0, number}% %s %% %2$.1f"
    ],
    ["numbers count from one", cDialect, "%3$d %2$s %1$d %s", "{2, number} {1} {0, number} {3}"],
    ["the number zero stays", cDialect, "%0$s", "%0$s"],
    ["PHP pads with any character", phpDialect, "%'*10d %s", "%'*10d {1}"],
    ["Java groups digits with a comma flag", javaDialect, "%,d %1$s", "%,d {0}"],
    ["a line break of Java is no argument", javaDialect, "%n%s", "%n{0}"],
    ["Apple has objects and long numbers", appleDialect, "%@ %2$lld %d %s", "{0} {1, number} %d %s"],
    ["variables of Apple's plural dictionaries stay", appleDialect, "%#@dogs@ %@", "%#@dogs@ {1}"],
    ["Python has names", pythonDialect, "%(name)s %(n)d %s", "{name} {n, number} {2}"],
    ["a Python name that ICU does not allow stays", pythonDialect, "%(first name)s", "%(first name)s"],
    ["Ruby has two kinds of names", rubyDialect, "%{name} %<n>d %1$s", "{name} {n, number} {0}"],
    ["Ruby flags stay, escaped", rubyDialect, "%-5{name}", "%-5'{'name'}'"],
    ["Python braces are counted", pythonBraceDialect, "{} {} {0} {name}", "{0} {1} {0} {name}"],
    [
      "Python formats become number formats",
      pythonBraceDialect,
      "{:d} {n:.3f} {:e}",
      "{0, number} {n, number, .000} {2, number, scientific}"
    ],
    ["Python conversions and alignments stay, escaped", pythonBraceDialect, "{x!r} {:>9}", "'{'x!r'}' '{':>9'}'"],
    ["doubled Python braces are one", pythonBraceDialect, "{{x}}", "'{'x'}'"],
    ["i18next has doubled braces", i18nextDialect, "{{name}} {{ n , number }}", "{name} {n, number}"],
    ["i18next formats and nesting stay, escaped", i18nextDialect, "{{d, date}} $t(key)", "'{{'d, date'}}' $t(key)"],
    ["i18next placeholders end on their line", i18nextDialect, "{{name\n}}", "'{{'name\n'}}'"],
    ["i18next paths stay, escaped", i18nextDialect, "{{user.name}}", "'{{'user.name'}}'"],
    ["braces are escaped", phpDialect, "Hi %s, {y}", "Hi {0}, '{'y'}'"],
    ["an apostrophe before an argument is doubled", phpDialect, "'%s'", "''{0}''"]
  ] satisfies ReadonlyArray<[string, Dialect, string, string]>)("%s", (_, dialect, text, expected) => {
    assert.strictEqual(convertText(text, dialect, allOn).text, expected)
  })

  it.each([
    [
      "a format that ICU does not have",
      cDialect,
      "%x",
      '"%x": kept as text, an ICU message has no placeholder like it.'
    ],
    [
      "at most three parts are named",
      cDialect,
      "%x %i %+d %p %x",
      '"%x", "%i", "%+d": kept as text, an ICU message has no placeholder like it.'
    ],
    ["a space flag", phpDialect, "100% sure", '"% s": kept as text, it does not look like a placeholder.'],
    ["a percent sign before a letter", phpDialect, "%y", '"%y": kept as text, it does not look like a placeholder.'],
    [
      "a name between percent signs",
      phpDialect,
      "%date%",
      '"%date%": kept as text, it does not look like a placeholder.'
    ],
    [
      "percent signs of two spellings",
      phpDialect,
      "5% of 5%%",
      '"% o": kept as text, it does not look like a placeholder. Some percent signs of the text are doubled and others are not: an export doubles all.'
    ],
    ["a name of two words", pythonBraceDialect, "{a b}", '"{a b}": kept as text, it does not look like a placeholder.'],
    ["nesting", i18nextDialect, "$t(a)", '"$t(a)": kept as text, an ICU message has no placeholder like it.'],
    ["ICU braces", phpDialect, "%s {y}", '"{y}": kept as text, the file has placeholders of another kind.'],
    [
      "two ways to count",
      cDialect,
      "%2$s %s",
      "Placeholders without a number stand beside numbered ones: they are counted among all."
    ],
    ["ordinary text", cDialect, "%s, {} 100%. 50 %", undefined],
    ["a plural", null, "{n, plural, other {#}}", undefined],
    [
      "a plural that is broken",
      null,
      "{n, plural, one {a}}",
      "The text is kept as it is, not as a plural: The form other is missing (character 1)."
    ],
    [
      "a plural with an offset",
      null,
      "{n, plural, offset:1 other {a}}",
      "The text is kept as it is, not as a plural: it has an offset, a form given twice or one that no language has."
    ]
  ] satisfies ReadonlyArray<[string, Dialect | null, string, string | undefined]>)(
    "warning: %s",
    (_, dialect, text, warning) => {
      assert.strictEqual(convertText(text, dialect, allOn).warning, warning)
    }
  )

  it.each([
    ["100%", "single"],
    ["100%%", "doubled"],
    ["%d%", "none"],
    ["100% of %s", "single"],
    ["%s%%", "doubled"],
    ["%date% 100%", "single"],
    ["%date% 100%%", "none"],
    ["%s", "none"],
    ["5% of 5%%", "mixed"]
  ])("how %s spells percent signs: %s", (text, expected) => {
    const converted = convertText(text, phpDialect, allOn)
    assert.strictEqual(converted.percentSigns ?? "none", expected)
    if (expected !== "mixed") {
      const options = {
        messageFormat: "PHP_SPRINTF",
        icuPlaceholders: true,
        percentSigns: converted.percentSigns
      } as const
      assert.strictEqual(printText(converted.text, options as PrintOptions).text, text)
    }
  })

  it("has no warning when nothing was to be converted", () => {
    assert.isUndefined(convertText("%x {y}", phpDialect, { ...allOn, convertPlaceholders: false }).warning)
    assert.isUndefined(convertText("%x {y}", phpDialect, { ...allOn, icuPlaceholders: false }).warning)
  })

  it("a text of an ICU file is unchanged", () => {
    const text = "it's {name, select, other {x}} %s }"
    assert.deepStrictEqual(convertText(text, null, allOn), { text, pluralArgumentName: null })
  })

  it("is escaped and keeps its placeholders when they are not converted", () => {
    const options = { icuPlaceholders: true, convertPlaceholders: false, textMaxUtf16Units: 10_000 }
    assert.strictEqual(convertText("%s {x}", phpDialect, options).text, "%s '{'x'}'")
  })

  it("is unchanged in a project without ICU placeholders", () => {
    const options = { icuPlaceholders: false, convertPlaceholders: true, textMaxUtf16Units: 10_000 }
    assert.strictEqual(convertText("%s {x}", phpDialect, options).text, "%s {x}")
  })

  it.each([
    ["C", cDialect],
    ["PHP", phpDialect],
    ["Java", javaDialect],
    ["Ruby", rubyDialect],
    ["Apple", appleDialect],
    ["Python", pythonDialect],
    ["Python brace", pythonBraceDialect],
    ["i18next", i18nextDialect]
  ] satisfies ReadonlyArray<[string, Dialect]>)(
    "%s: whatever the text, the message is valid and loses no letter",
    (_, dialect) => {
      const random = seededRandom(4)
      const parts = [
        "%",
        "{",
        "}",
        "'",
        "s",
        "d",
        "1$",
        "(n)",
        "<n>",
        "n",
        ":",
        "!r",
        ".2",
        " ",
        "#",
        "f",
        "$t(",
        ",",
        "x"
      ]
      for (let round = 0; round < 3_000; round++) {
        const text = randomText(random, parts, 10)
        const converted = convertText(text, dialect, allOn).text
        const parsed = parseMessage(converted)
        assert.strictEqual(parsed.kind, "message", `${text} gave ${converted}`)
        const nodes = parsed.kind === "message" ? parsed.nodes : []
        const expected = dialect.splitText(text).map((part) => (part.kind === "literal" ? part.text : `{${part.name}}`))
        const actual = nodes.map((node) =>
          node.kind === "literal" ? node.value : node.kind === "argument" ? `{${node.name}}` : "?"
        )
        assert.strictEqual(actual.join(""), expected.join(""), text)
      }
    }
  )

  it("every placeholder of a dialect has a sign that plain texts do not have", () => {
    const random = seededRandom(21)
    const parts = [...' \n!"#&()*+,-./0123456789;<=>?@ABCXYZ[\\]^_`abcdefnsxyz|~é\u{1f600}']
    const dialects = [
      ...[cDialect, phpDialect, javaDialect, rubyDialect, appleDialect, pythonDialect, pythonBraceDialect],
      ...[i18nextDialect, laravelDialect, messageDialect, plainDialect, qtTextDialect, qtPluralDialect]
    ]
    for (let round = 0; round < 500; round++) {
      const text = randomText(random, parts, 12)
      for (const dialect of dialects) {
        assert.deepStrictEqual(dialect.splitText(text), [literalPart(text)], text)
        assert.deepStrictEqual(convertText(text, dialect, allOn), { text, pluralArgumentName: null })
      }
    }
  })

  it("a text that could never become short enough is left as it is", () => {
    const text = "%s".repeat(600_000)
    assert.strictEqual(convertText(text, cDialect, allOn).text, text)
    assert.strictEqual(convertPluralForms(new Map([["other", text]]), cDialect, allOn).text, text)
  })

  it("takes linear time for texts made to backtrack", () => {
    const hostile = [
      "%0".repeat(100_000),
      `%${"0".repeat(200_000)}`,
      "{{".repeat(100_000),
      "%(".repeat(100_000),
      "$t(".repeat(70_000)
    ]
    for (const text of hostile) {
      for (const dialect of [cDialect, phpDialect, rubyDialect, pythonDialect, pythonBraceDialect, i18nextDialect]) {
        assert.isAbove(convertText(text, dialect, allOn).text.length, 0)
      }
    }
  })
})

describe("convertPluralForms", () => {
  const forms = (one: string, other: string) =>
    new Map([
      ["one", one],
      ["other", other]
    ])

  it.each([
    [
      "a Python value that is no number is not #",
      pythonBraceDialect,
      forms("{0} file", "{0} files"),
      ["{0, plural,", "one {{0} file}", "other {{0} files}", "}"]
    ],
    [
      "a Python number that is not the first value is not #",
      pythonBraceDialect,
      forms("{1:d} file in {0}", "{1:d} files in {0}"),
      ["{0, plural,", "one {{1, number} file in {0}}", "other {{1, number} files in {0}}", "}"]
    ],
    [
      "the first number is #",
      cDialect,
      forms("%d file in %s", "%d files in %s"),
      ["{0, plural,", "one {# file in {1}}", "other {# files in {1}}", "}"]
    ],
    [
      "a number at another place is none",
      cDialect,
      forms("%s has %d", "x"),
      ["{0, plural,", "one {{0} has {1, number}}", "other {x}", "}"]
    ],
    ["# in the text is escaped", cDialect, forms("#1", "%d"), ["{0, plural,", "one {'#'1}", "other {#}", "}"]],
    [
      "Ruby counts by the name it uses",
      rubyDialect,
      forms("a file", "%{count} files"),
      ["{count, plural,", "one {a file}", "other {# files}", "}"]
    ],
    [
      "Ruby without a number counts by value",
      rubyDialect,
      forms("a", "b"),
      ["{value, plural,", "one {a}", "other {b}", "}"]
    ],
    [
      "i18next counts by count",
      i18nextDialect,
      forms("{{count}}", "{{n}}"),
      ["{count, plural,", "one {#}", "other {{n}}", "}"]
    ],
    [
      "Python braces count by the first number",
      pythonBraceDialect,
      forms("{:d}", "{0:d}"),
      ["{0, plural,", "one {#}", "other {#}", "}"]
    ]
  ] satisfies ReadonlyArray<[string, Dialect, Map<string, string>, Array<string>]>)(
    "%s",
    (_, dialect, forms, expected) => {
      assert.deepStrictEqual(convertPluralForms(forms, dialect, allOn).text.split("\n"), expected)
    }
  )

  it.each([
    ["%s has %d", 'The forms are chosen by "0", but the number they show is another argument.'],
    ["%d of %s", undefined],
    ["%s files", undefined]
  ])("warning of %s: %s", (form, warning) => {
    assert.strictEqual(convertPluralForms(forms("x", form), cDialect, allOn).warning, warning)
  })

  it("without conversion the argument is value and the forms are escaped", () => {
    const converted = convertPluralForms(forms("%d #", "{x}"), cDialect, {
      icuPlaceholders: true,
      convertPlaceholders: false,
      textMaxUtf16Units: 10_000
    })
    assert.strictEqual(converted.pluralArgumentName, "value")
    assert.strictEqual(converted.text, "{value, plural,\none {%d '#'}\nother {'{'x'}'}\n}")
  })

  it("appends the form other when it is missing", () => {
    assert.strictEqual(
      convertPluralForms(new Map([["one", "a"]]), cDialect, allOn).text,
      "{0, plural,\none {a}\nother {}\n}"
    )
  })
})
