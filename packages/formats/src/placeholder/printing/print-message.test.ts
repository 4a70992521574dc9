import { assert, describe, it } from "vitest"
import type { MessageFormat } from "../dialect/message-format.ts"
import { printPluralForms, printPluralText, printText } from "./print-message.ts"

const inFormat = (messageFormat: MessageFormat) => ({ messageFormat, icuPlaceholders: true })

describe("printText", () => {
  // The table of docs/reference/placeholders.md#written-placeholders.
  const columns: ReadonlyArray<MessageFormat> = [
    "C_SPRINTF",
    "PHP_SPRINTF",
    "JAVA_STRING_FORMAT",
    "APPLE_SPRINTF",
    "RUBY_SPRINTF",
    "I18NEXT",
    "PYTHON_PERCENT",
    "PYTHON_BRACE"
  ]
  it.each([
    ["{0}", "%s", "%s", "%1$s", "%@", "%s", "{{0}}", "%s", "{0}"],
    ["{2}", "%3$s", "%3$s", "%3$s", "%3$@", "%3$s", "{{2}}", "%(2)s", "{2}"],
    ["{name}", "%s", "%s", "%s", "%@", "%{name}", "{{name}}", "%(name)s", "{name}"],
    ["{name, number}", "%d", "%d", "%d", "%lld", "%<name>d", "{{name, number}}", "%(name)d", "{name:d}"],
    [
      "{n, number, .00}",
      "%.2f",
      "%.2f",
      "%.2f",
      "%.2f",
      "%<n>.2f",
      "{{n, number(minimumFractionDigits: 2; maximumFractionDigits: 2)}}",
      "%(n).2f",
      "{n:.2f}"
    ],
    [
      "{n, number, .000000}",
      "%f",
      "%f",
      "%f",
      "%f",
      "%<n>f",
      "{{n, number(minimumFractionDigits: 6; maximumFractionDigits: 6)}}",
      "%(n)f",
      "{n:f}"
    ],
    ["{n, number, scientific}", "%e", "%e", "%e", "%e", "%<n>e", "{{n, number}}", "%(n)e", "{n:e}"],
    ["100%", "100%%", "100%%", "100%%", "100%%", "100%", "100%", "100%%", "100%"],
    ["'{'x'}'", "{x}", "{x}", "{x}", "{x}", "{x}", "{x}", "{x}", "{{x}}"]
  ])("%s", (text, ...expected) => {
    assert.deepStrictEqual(
      columns.map((format) => printText(text, inFormat(format)).text),
      expected
    )
  })

  it.each([
    ["numbers begin at the first position that is not its own", "C_SPRINTF", "{0} {2} {1} {3}", "%s %3$s %2$s %4$s"],
    ["Java numbers all positions", "JAVA_STRING_FORMAT", "{0} {1, number}", "%1$s %2$d"],
    ["a placeholder that stays is counted", "PHP_SPRINTF", "%x {1}", "%x %s"],
    ["a number beside a placeholder that stays and has one", "APPLE_SPRINTF", "%1$u of {1}", "%1$u of %2$@"],
    ["a name beside such a placeholder", "APPLE_SPRINTF", "%1$u of {name}", "%1$u of %2$@"],
    ["in front of such a placeholder", "C_SPRINTF", "{0} of %2$5d", "%1$s of %2$5d"],
    ["no number beside a placeholder that stays and has none", "JAVA_STRING_FORMAT", "{0} of %5d", "%s of %5d"],
    ["a number that such a text needs", "JAVA_STRING_FORMAT", "{1}: %5d", "%2$s: %5d"],
    ["no name beside such a placeholder", "PYTHON_PERCENT", "%r is {1}", "%r is %s"],
    ["a space flag looks like text", "PHP_SPRINTF", "100% sure {0}", "100%% sure %s"],
    ["text with a space behind its sign is not counted", "PHP_SPRINTF", "100% of {0}", "100%% of %s"],
    ["a name between percent signs", "C_SPRINTF", "Until %date% {0}", "Until %date% %s"],
    ["a name between percent signs that would be read otherwise", "C_SPRINTF", "%date%{0}", "%%date%%%s"],
    ["text that looks like an ordinary placeholder stays text", "C_SPRINTF", "%d {0}", "%%d %s"],
    ["apostrophes are those of ICU", "RUBY_SPRINTF", "it''s '{'{x}'}'", "it's {%{x}}"],
    ["braces around words are text", "PYTHON_BRACE", "'{'see below'}' {0}", "{{see below}} {0}"],
    ["Python formats that ICU does not have are left", "PYTHON_BRACE", "'{'x!r'}' {1}", "{x!r} {1}"],
    ["Python counts", "PYTHON_PERCENT", "{0} of {1, number}", "%s of %d"],
    ["Python cannot count beside names", "PYTHON_PERCENT", "{name} {1}", "%(name)s %(1)s"],
    ["Ruby escapes what it would replace", "RUBY_SPRINTF", "5%. %'{'x'}' %% {x} 100%", "5%. %%{x} %%%% %{x} 100%"],
    ["i18next nesting is left", "I18NEXT", "$t(key) {a}", "$t(key) {{a}}"],
    ["a project without ICU placeholders", "ICU", "{ %s", "{ %s"]
  ] satisfies ReadonlyArray<[string, MessageFormat, string, string]>)("%s", (_, format, text, expected) => {
    assert.strictEqual(printText(text, inFormat(format)).text, expected)
  })

  it.each([
    ["a date", "{d, date} {0}", "argument"],
    ["a skeleton", "{n, number, ::currency/EUR}", "argument"],
    ["a select", "{g, select, other {x}} 100%", "choice"],
    ["an ordinal", "{n, selectordinal, other {x}}", "choice"],
    ["a plural that could not be split", "{n, plural, offset:1 other {#}}", "choice"],
    ["a broken message", "{n 100%", "invalidMessage"],
    ["a name that only ICU allows", "{007}", "literalText"]
  ])("%s is written as it is stored, with a warning", (_, text, reason) => {
    for (const format of ["RUBY_SPRINTF", "I18NEXT", "PYTHON_PERCENT", "PYTHON_BRACE"] as const) {
      const printed = printText(text, inFormat(format))
      assert.strictEqual(printed.text, text)
      assert.strictEqual(printed.warning?.reason, reason, format)
    }
  })

  it.each([
    ["C has no names", "C_SPRINTF", "{name}", "argumentName"],
    ["Python has no numbers", "PYTHON_PERCENT", "{1} {0}", "argumentNumber"],
    ["i18next has digits that an import does not read", "I18NEXT", "{n, number, .0}", "argumentFormat"],
    ["i18next has no scientific notation", "I18NEXT", "{n, number, scientific}", "argumentFormat"],
    ["a text like a placeholder of the target becomes one", "C_SPRINTF", "%x", "keptPlaceholder"],
    ["i18next cannot escape braces", "I18NEXT", "'{{'x'}}'", "literalText"]
  ] satisfies ReadonlyArray<[string, MessageFormat, string, string]>)("%s: a warning", (_, format, text, reason) => {
    assert.strictEqual(printText(text, inFormat(format)).warning?.reason, reason)
  })

  it("reports each loss once", () => {
    const { warning } = printText("{a} {b} %x", inFormat("C_SPRINTF"))
    assert.deepStrictEqual(warning, {
      reason: "argumentName",
      sentence:
        'The target has no named placeholders: "a" is written as the placeholder at its place. ' +
        '"%x" is text in ICU; it is written as the placeholder that it is in the target.'
    })
  })

  it("says nothing when nothing is lost", () => {
    for (const format of columns) assert.isNull(printText("100 % '{0}' #", inFormat("C_SPRINTF")).warning, format)
    assert.isNull(printText("{0} {1, number}", inFormat("C_SPRINTF")).warning)
    assert.isNull(printText("{name} {n, number}", inFormat("RUBY_SPRINTF")).warning)
  })

  it.each([
    ["single", "100%", "100%"],
    ["single", "100% of {0}", "100% of %s"],
    ["doubled", "%name% {0}", "%%name%% %s"],
    ["single", "%count% foos", "%count% foos"],
    ["single", "%d", "%%d"],
    ["doubled", "100%", "100%%"]
  ] as const)("percent signs that were %s in the file: %s", (percentSigns, text, expected) => {
    assert.strictEqual(printText(text, { ...inFormat("PHP_SPRINTF"), percentSigns }).text, expected)
  })

  it("copies any text in ICU, and in a project without ICU placeholders", () => {
    for (const text of ["{d, date} 100%", "{broken", "'{'x'}'"]) {
      assert.deepStrictEqual(printText(text, inFormat("ICU")), { text, warning: null })
      const options = { messageFormat: "C_SPRINTF", icuPlaceholders: false } as const
      assert.deepStrictEqual(printText(text, options), { text, warning: null })
    }
  })

  it("takes linear time for texts made to be slow", () => {
    const hostile = ["{a}", "%", "%0", "'{'", "''", "{{", "'{{'a'}}'", "%(", "$t(", "{a, number, .0}"]
    for (const part of hostile) {
      const text = part.repeat(20_000)
      for (const format of columns) assert.isAbove(printText(text, inFormat(format)).text.length, 0)
    }
  })
})

describe("printPluralForms", () => {
  const formsOf = (text: string, format: MessageFormat) => {
    const printed = printPluralForms(text, inFormat(format))
    return printed === null ? null : Object.fromEntries(printed.forms)
  }

  it.each([
    ["C_SPRINTF", "%d dog", "%d dogs"],
    ["JAVA_STRING_FORMAT", "%d dog", "%d dogs"],
    ["APPLE_SPRINTF", "%lld dog", "%lld dogs"],
    ["RUBY_SPRINTF", "%{count} dog", "%{count} dogs"],
    ["I18NEXT", "{{count}} dog", "{{count}} dogs"],
    ["PYTHON_PERCENT", "%(count)d dog", "%(count)d dogs"],
    ["PYTHON_BRACE", "{count:d} dog", "{count:d} dogs"],
    ["ICU", "# dog", "# dogs"]
  ] satisfies ReadonlyArray<[MessageFormat, string, string]>)("%s", (format, one, other) => {
    assert.deepStrictEqual(formsOf("{count, plural,\none {# dog}\nother {# dogs}\n}", format), { one, other })
  })

  it.each([
    ["C_SPRINTF", "%d"],
    ["JAVA_STRING_FORMAT", "%1$d"],
    ["APPLE_SPRINTF", "%lld"],
    ["RUBY_SPRINTF", "%d"],
    ["I18NEXT", "{{0}}"],
    ["PYTHON_PERCENT", "%d"],
    ["PYTHON_BRACE", "{0:d}"]
  ] satisfies ReadonlyArray<[MessageFormat, string]>)("%s of argument 0", (format, other) => {
    assert.deepStrictEqual(formsOf("{0, plural, other {#}}", format), { other })
  })

  it("text around the plural is part of each form, and # is text there", () => {
    assert.deepStrictEqual(formsOf("#1: {n, plural, one {# a} other {# b}}", "C_SPRINTF"), {
      one: "#1: %d a",
      other: "#1: %d b"
    })
  })

  it("all forms are as they are stored when one cannot be said", () => {
    const printed = printPluralForms("{n, plural, one {# a} other {{d, date}}}", inFormat("C_SPRINTF"))
    assert.deepStrictEqual(printed?.forms, new Map(Object.entries({ one: "# a", other: "{d, date}" })))
    assert.strictEqual(printed?.warning?.reason, "argument")
  })

  it.each([
    ["the argument keeps its position", "{0, plural, other {#}}", "C_SPRINTF", undefined],
    ["the argument loses its name", "{n, plural, other {x}}", "C_SPRINTF", "argumentName"],
    ["i18next counts by count", "{count, plural, other {#}}", "I18NEXT", undefined],
    ["Ruby finds the name in a form", "{n, plural, one {a} other {#}}", "RUBY_SPRINTF", undefined],
    ["Ruby finds no name", "{n, plural, other {a}}", "RUBY_SPRINTF", "argumentName"],
    ["Ruby finds another name first", "{n, plural, other {{who} #}}", "RUBY_SPRINTF", "argumentName"],
    ["forms for exact numbers", "{0, plural, =0 {none} other {#}}", "C_SPRINTF", "exactForm"],
    ["a plural inside", "{0, plural, other {{m, plural, other {#}}}}", "C_SPRINTF", "choice"]
  ] satisfies ReadonlyArray<[string, string, MessageFormat, string | undefined]>)(
    "warning: %s",
    (_, text, format, reason) => {
      assert.strictEqual(printPluralForms(text, inFormat(format))?.warning?.reason, reason)
    }
  )

  it("without ICU placeholders the forms are unescaped", () => {
    const options = { messageFormat: "C_SPRINTF", icuPlaceholders: false } as const
    const printed = printPluralForms("{value, plural,\none {%d '#'}\nother {'{'x'}' it''s}\n}", options)
    assert.deepStrictEqual(printed?.forms, new Map(Object.entries({ one: "%d #", other: "{x} it's" })))
    assert.isNull(printed?.warning)
  })

  it("a text that is no plural has no forms", () => {
    assert.isNull(formsOf("{n, plural, offset:1 other {#}}", "C_SPRINTF"))
    assert.isNull(formsOf("dogs", "C_SPRINTF"))
  })
})

describe("printPluralText", () => {
  it.each([
    [
      "forms are in order, those equal to other are left out",
      "{n, plural,\nother {b}\none {a}\nfew {b}\n=11 {y}\n=2 {x}\n}",
      "{n, plural, =2 {x} =11 {y} one {a} other {b}}",
      undefined
    ],
    [
      "empty forms are left out, with a warning",
      "{n, plural,\none {}\nother {b}\n}",
      "{n, plural, other {b}}",
      "emptyForm"
    ],
    ["an empty other stays", "{n, plural,\none {a}\nother {}\n}", "{n, plural, one {a} other {}}", undefined],
    [
      "a plural that could not be split is copied",
      "{n, plural, offset:1 other {#}}",
      "{n, plural, offset:1 other {#}}",
      undefined
    ]
  ])("%s", (_, text, expected, reason) => {
    const printed = printPluralText(text, inFormat("ICU"))
    assert.strictEqual(printed.text, expected)
    assert.strictEqual(printed.warning?.reason, reason)
  })

  it("with another message format the forms have its placeholders, with a warning", () => {
    const text = "{0, plural,\none {# '{'dog'}'}\nother {# dogs of {1}}\n}"
    assert.deepStrictEqual(
      printPluralText(text, inFormat("C_SPRINTF")).text,
      "{0, plural, one {%d '{'dog'}'} other {%d dogs of %s}}"
    )
    assert.strictEqual(
      printPluralText(text, inFormat("I18NEXT")).text,
      "{0, plural, one {'{{'0'}}' '{'dog'}'} other {'{{'0'}}' dogs of '{{'1'}}'}}"
    )
    assert.strictEqual(printPluralText(text, inFormat("C_SPRINTF")).warning?.reason, "pluralText")
  })

  it("without ICU placeholders forms are unescaped where the message stays one", () => {
    const options = { messageFormat: "ICU", icuPlaceholders: false } as const
    const unescaped = printPluralText("{value, plural, one {'#'} other {'{'x'}'}}", options)
    assert.deepStrictEqual(unescaped, { text: "{value, plural, one {#} other {{x}}}", warning: null })
    const odd = printPluralText("{value, plural, one {'{'} other {b}}", options)
    assert.strictEqual(odd.text, "{value, plural, one {'{'} other {b}}")
    assert.strictEqual(odd.warning?.reason, "literalText")
  })
})
