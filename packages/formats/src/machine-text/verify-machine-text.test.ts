import { assert, describe, it } from "vitest"
import type { MachineText } from "./read-source.ts"
import { verifyMachineText } from "./verify-machine-text.ts"

const verify = (source: string, answer: string, other: Partial<MachineText> = {}) =>
  verifyMachineText({
    source,
    answer,
    sourceTag: "en",
    languageTag: "de",
    isPlural: false,
    icuPlaceholders: true,
    lengthMax: null,
    terms: [],
    ...other
  })

type Row = [name: string, source: string, answer: string, expected: string, other?: Partial<MachineText>]

const plain = { icuPlaceholders: false }
const plural = { isPlural: true }
const boats = "{n, plural,\none {# boat}\nother {# boats}\n}"

describe("a text by a machine is stored", () => {
  it.each<Row>([
    ["as it is", "Hi {name}!", "Hallo {name}!", "Hallo {name}!"],
    ["with placeholders in another order", "{a} to {b}", "von {b} nach {a}", "von {b} nach {a}"],
    ["with the letters of the placeholder", "Hi {userName}!", "Hallo {username}!", "Hallo {userName}!"],
    ["without spaces in a placeholder", "Hi {{name}}!", "Hallo {{ Name }}!", "Hallo {{name}}!", plain],
    ["without spaces in a printf placeholder", "Hi %1$s!", "Hallo % 1 $ s!", "Hallo %1$s!", plain],
    ["with usual signs in a placeholder", "Hi {name}!", "你好｛name｝！", "你好{name}！", { languageTag: "zh" }],
    ["with quoted braces", "Type '{'x'}' or {y}", "Tippe {x} oder {y}", "Tippe '{x}' oder {y}"],
    ["with all braces quoted where nothing is filled in", "Type '{'", "Tippe {", "Tippe '{'"],
    ["with single spaces", "Hi {name} there", "Hallo  {name}  da", "Hallo {name} da"],
    ["with the white space of the source", " Hi\n", "Hallo", " Hallo\n"],
    ["with other entities", "Tom &amp; Jerry", "Tom und Jerry&nbsp;", "Tom und Jerry&nbsp;"],
    ["with tags that moved", "<b>Hi</b> you", "Du <b>hallo</b>", "Du <b>hallo</b>"],
    ["with translated titles of tags", '<a title="Go">x</a>', '<a title="Los">x</a>', '<a title="Los">x</a>'],
    ["with braces that no ICU message has", "Hi {{name}}", "Hallo {{name}}", "Hallo {{name}}"],
    [
      "with the forms of its language",
      boats,
      "{n, plural, one {# loď} few {# lodě} many {# lodi} other {# lodí}}",
      "{n, plural,\none {# loď}\nfew {# lodě}\nmany {# lodi}\nother {# lodí}\n}",
      { ...plural, languageTag: "cs" }
    ],
    [
      "with the argument of the source",
      boats,
      "{count, plural, one {# Boot} other {{count} Boote}}",
      "{n, plural,\none {# Boot}\nother {{n} Boote}\n}",
      plural
    ],
    [
      "without forms that the language does not have",
      boats,
      "{n, plural, =0 {kein Boot} one {# Boot} few {# Boote} other {# Boote}}",
      "{n, plural,\none {# Boot}\nother {# Boote}\n}",
      plural
    ],
    [
      "with the number in words where a form is of one number",
      boats,
      "{n, plural, one {Ein Boot} other {# Boote}}",
      "{n, plural,\none {Ein Boot}\nother {# Boote}\n}",
      plural
    ],
    [
      "with the number where only the source has it in words",
      "{n, plural, one {A boat} other {# boats}}",
      "{n, plural, one {# лодка} few {# лодки} many {# лодок} other {# лодки}}",
      "{n, plural,\none {# лодка}\nfew {# лодки}\nmany {# лодок}\nother {# лодки}\n}",
      { ...plural, languageTag: "ru" }
    ],
    [
      "with more of the sentence in its forms",
      "You have {n, plural, one {# boat} other {# boats}} here, {name}",
      "{n, plural, one {Hier ist # Boot} other {Hier sind # Boote}}, {name}",
      "{n, plural, one {Hier ist # Boot} other {Hier sind # Boote}}, {name}"
    ],
    [
      "with more of the sentence in its options",
      "{who, select, male {He} other {They}} like {x}",
      "{who, select, male {Er mag {x}} other {Sie mögen {x}}}",
      "{who, select, male {Er mag {x}} other {Sie mögen {x}}}"
    ],
    ["with terms as they are", "Open GitHub", "GitHub öffnen", "GitHub öffnen", { terms: ["GitHub"] }],
    ["up to the limit", "Hi {name}", "Hallo {name}", "Hallo {name}", { lengthMax: 6 }]
  ])("%s", (_name, source, answer, expected, other) => {
    assert.deepEqual(verify(source, answer, other), { ok: expected })
  })
})

describe("a text by a machine is rejected", () => {
  it.each<Row>([
    ["blank", "Hi", " ", "The text is empty."],
    ["with NUL", "Hi", "Hal\0lo", "The text has a NUL character."],
    ["with half of a character", "Hi 😀", "Hallo \ud83d", "The text has half of a character."],
    [
      "with a mark",
      "Hi {name}",
      'Hallo <x id="m0">{name}</x>',
      "The text has a mark of a placeholder that cannot be read."
    ],
    [
      "with an escaped mark",
      "Hi {name}",
      "Hallo {name} &lt;x id=&quot;m0",
      "The text has a mark of a placeholder that cannot be read."
    ],
    ["with a sign", "Hi", "Hallo ZX0QZ", "The text has a mark of a placeholder that cannot be read."],
    ["without a placeholder", "Hi {name}", "Hallo", "The placeholder {name} of the base text is missing."],
    ["with a new placeholder", "Hi {name}", "Hallo {name} {you}", "The placeholder {you} is not in the base text."],
    [
      "with a placeholder twice",
      "Hi {name}",
      "{name}, {name}",
      "The placeholder {name} stands 2 times, in the base text 1 times."
    ],
    [
      "with another format",
      "{n, number}",
      "{n, date}",
      "The placeholder {n, number} of the base text is missing.|The placeholder {n, date} is not in the base text."
    ],
    [
      "with placeholders by place in another order",
      "%s of %d",
      "%d von %s",
      "Placeholders without a number must keep the order of the base text: %s %d",
      plain
    ],
    ["without a tag", "<b>Hi</b>", "<b>Hallo", "The tag </b> of the base text is missing.|The tag <b> is not closed."],
    [
      "with tags in the wrong order",
      "<b>Hi</b>",
      "</b>Hallo<b>",
      "The tag </b> closes nothing.|The tag <b> is not closed."
    ],
    [
      "with numbered tags in the wrong order",
      "<0>Hi</0>",
      "</0>Hallo<0>",
      "The tag </0> closes nothing.|The tag <0> is not closed."
    ],
    [
      "with another target",
      '<a href="a">Hi</a>',
      '<a href="b">Hallo</a>',
      'The tag <a href="a"> of the base text is missing.|The tag <a href="b"> is not in the base text.'
    ],
    [
      "with another address",
      "See https://a.example/en/x",
      "Siehe https://a.example/de/x",
      "The address https://a.example/en/x of the base text is missing.|The address https://a.example/de/x is not in the base text."
    ],
    [
      "without a term",
      "Open GitHub",
      "Gitter öffnen",
      "The term GitHub of the base text is missing.",
      { terms: ["GitHub"] }
    ],
    ["longer than its limit", "Hi", "Hallo", "The text has 5 characters, the key allows 4.", { lengthMax: 4 }],
    [
      "with broken syntax",
      "Hi {name}",
      "Hallo {name",
      "The text is no valid ICU message: Expected a comma or a closing brace, at character 12."
    ],
    [
      "with an invented plural",
      "Hi {n}",
      "{n, plural, one {x} other {y}}",
      "The choice {n, plural, …} is not in the base text."
    ],
    [
      "without its plural",
      boats,
      "# Boote",
      "The text must be one ICU plural of {n}: {n, plural, … other {…}}.",
      plural
    ],
    [
      "without a form",
      boats,
      "{n, plural, one {# loď} other {# lodí}}",
      "The form few of {n, plural, …} is missing.",
      { ...plural, languageTag: "cs" }
    ],
    [
      "without an exact number",
      "{n, plural, =0 {None} one {#} other {# x}}",
      "{n, plural, one {#} other {# y}}",
      "The form =0 of {n, plural, …} is missing.",
      plural
    ],
    [
      "without the number",
      boats,
      "{n, plural, one {# Boot} other {Boote}}",
      "Form other: the number sign # of the base text is missing.",
      plural
    ],
    [
      "without the number where a form is of many",
      boats,
      "{n, plural, one {лодка} few {# лодки} many {# лодок} other {# лодки}}",
      "Form one: the number sign # of the base text is missing.",
      { ...plural, languageTag: "ru" }
    ],
    [
      "with the number twice",
      boats,
      "{n, plural, one {# Boot} other {# von # Booten}}",
      "Form other: the number sign # stands 2 times, in the base text 1 times.",
      plural
    ],
    [
      "with an empty form",
      boats,
      "{n, plural, one {# Boot} other {}}",
      "Form other: the number sign # of the base text is missing.|The form other has no text.",
      plural
    ],
    [
      "with other options",
      "{w, select, male {He} other {They}}",
      "{w, select, männlich {Er} other {Sie}}",
      "The form male of {w, select, …} is missing.|The form männlich of {w, select, …} is not in the base text."
    ],
    [
      "with a script",
      "Hi",
      "Hi<script>x",
      "The text has “<” in front of a letter more often than the base text: a browser may read a tag there."
    ],
    ["with the rest of a mask", "Hi", "Hallo X0QZZ", "The text has a mark of a placeholder that cannot be read."],
    [
      "with letters behind a placeholder",
      "%1$s km",
      "%1$sabc km",
      "The placeholder %1$s of the base text is missing.",
      { icuPlaceholders: false }
    ],
    ["with an unknown entity", "Hi", "Hallo &foo;", "&foo; is no entity of HTML."],
    ["without markup", "**Hi** you", "Hallo du", "Markdown bold: 0 in the text, 1 in the base text."]
  ])("%s", (_name, source, answer, expected, other) => {
    const verified = verify(source, answer, other)
    assert.deepEqual("reasons" in verified ? verified.reasons.join("|") : verified.ok, expected)
  })

  it("with more combinations of forms than can be compared", () => {
    const choice = (name: string) =>
      `{${name}, select, ${[..."abcdefghij"].map((option) => `${option} {x}`).join(" ")} other {y}}`
    const source = ["a", "b", "c"].map(choice).join(" ")
    assert.deepEqual(verify(source, source), {
      reasons: ["The text has too many combinations of forms to compare them."]
    })
  })
})
