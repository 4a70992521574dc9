import type { MaskSyntax } from "@dragoman/domain/machine-translation"
import { assert, describe, it } from "vitest"
import { type MaskRules, maskText } from "./mask-text.ts"
import { machineSamples } from "./testing/machine-samples.ts"
import { unmaskText } from "./unmask-text.ts"

const rules: MaskRules = { isIcu: true, sourceTag: "en", targetTag: "de", terms: [] }

const sent = (text: string, syntax: MaskSyntax, other: Partial<MaskRules> = {}) =>
  maskText(text, syntax, { ...rules, ...other }).texts

describe("a text for an engine", () => {
  it.each<[name: string, syntax: MaskSyntax, text: string, sent: string, other?: Partial<MaskRules>]>([
    ["shows a placeholder in its mask", "XML", "Hello {name}!", 'Hello <x id="m0">{name}</x>!'],
    [
      "has the marks of HTML",
      "HTML",
      "Hello {name}!",
      'Hello <span id="m0" translate="no" class="notranslate">{name}</span>!'
    ],
    ["has rare words where no mark is known", "SIGN", "Hello {name}!", "Hello ZX0QZ!"],
    ["has other rare words when it has these", "SIGN", "Zx1qz {name}", "Zx1qz ZZX0QZ"],
    ["is left alone for a model", "NONE", " Hello {name}! ", "Hello {name}!"],
    ["is well-formed XML", "XML", "a < b & c > d {n}", 'a &lt; b &amp; c &gt; d <x id="m0">{n}</x>'],
    ["keeps tags that nest", "XML", "<b>Hello <i>you</i></b>", '<b id="m0">Hello <i id="m1">you</i></b>'],
    ["closes empty tags in XML", "XML", "One<br>two", 'One<br id="m0"/>two'],
    ["leaves them open in HTML", "HTML", "One<br/>two", 'One<br id="m0">two'],
    ["masks tags that do not nest", "XML", "One</b> two", 'One<x id="m0">&lt;/b&gt;</x> two'],
    [
      "masks empty elements that HTML does not know",
      "XML",
      'Open <Icon name="a"/> now',
      'Open <x id="m0">&lt;Icon name="a"/&gt;</x> now'
    ],
    ["gives another name to elements that engines ignore", "XML", "<x>word</x>", '<g id="m0">word</g>'],
    ["gives another name to numbered elements", "XML", "<0>word</0>", '<g id="m0">word</g>'],
    ["takes points that are not closed for line breaks", "HTML", "<li>One<li>Two", '<br id="m0">One<br id="m1">Two'],
    ["masks a tag with its arguments", "XML", '<a href="{url}">word</a>', '<a id="m0">word</a>'],
    ["masks comments", "XML", "One <!-- a --> two", 'One <x id="m0">&lt;!-- a --&gt;</x> two'],
    ["masks entities", "XML", "Tom &amp; Jerry", 'Tom <x id="m0">&amp;amp;</x> Jerry'],
    [
      "masks addresses",
      "XML",
      "See https://a.example/b, or me@a.example",
      'See <x id="m0">https://a.example/b</x>, or <x id="m1">me@a.example</x>'
    ],
    [
      "joins an address with its argument",
      "XML",
      "See https://a.example/{id}",
      'See <x id="m0">https://a.example/{id}</x>'
    ],
    ["keeps line breaks", "HTML", "One\n\n  two", 'One<br id="m0">two'],
    [
      "masks terms as whole words",
      "XML",
      "Go with Google to Go",
      '<x id="m0">Go</x> with Google to <x id="m1">Go</x>',
      { terms: ["Go"] }
    ],
    ["masks the longest term", "XML", "Open Git Hub", 'Open <x id="m0">Git Hub</x>', { terms: ["Git", "Git Hub"] }],
    ["shows quoted braces as they are read", "XML", "It''s '{'name'}'", 'It\'s <x id="m0">{name}</x>'],
    [
      "shows complex arguments by their name",
      "XML",
      "On {day, date, ::yMMMd} at noon",
      'On <x id="m0">{day}</x> at noon'
    ],
    [
      "masks braces of programs",
      "XML",
      "Hi {name}, {0} {}",
      'Hi <x id="m0">{name}</x>, <x id="m1">{0}</x> <x id="m2">{}</x>',
      { isIcu: false }
    ],
    [
      "masks placeholders of all kinds",
      "SIGN",
      "a %s b %1$d c %{x} d %(y)s e {{z}} f $t(key) g #{v} h %name% i %<w>d j %n k %1",
      "a ZX0QZ b ZX1QZ c ZX2QZ d ZX3QZ e ZX4QZ f ZX5QZ g ZX6QZ h ZX7QZ i ZX8QZ j ZX9QZ k ZX10QZ",
      { isIcu: false }
    ],
    ["has no mask for a percent sign", "XML", "100% sure, 50 % off", "100% sure, 50 % off"]
  ])("%s", (_name, syntax, text, expected, other = {}) => {
    assert.deepEqual(sent(text, syntax, other), [expected])
  })

  it("is not sent when it has no word", () => {
    for (const text of [
      "{a} / {b}",
      "  ",
      "https://a.example",
      "<b>{n}</b>: 42%",
      "{n, plural,\none {#}\nother {#}\n}"
    ]) {
      const masked = maskText(text, "XML", rules)
      assert.deepEqual(masked.texts, [], text)
      assert.strictEqual(unmaskText([], masked), text)
    }
  })

  it("is one text for each form of the language, with a number that has it", () => {
    const text = "{n, plural, =0 {No boat} one {# boat} other {# boats}}"
    assert.deepEqual(sent(text, "XML", { targetTag: "cs" }), [
      "No boat",
      '<x id="m0">1</x> boat',
      '<x id="m0">2</x> boats',
      '<x id="m0">0.5</x> boats',
      '<x id="m0">5</x> boats'
    ])
  })

  it("has the options of a choice behind it", () => {
    const text = "{who, select, male {his {n, number} boats} other {their # boats}} are here"
    const masked = maskText(text, "XML", rules)
    assert.deepEqual(masked.texts, ['his <x id="m0">{n}</x> boats', "their # boats", '<x id="m0">{who}</x> are here'])
    assert.strictEqual(
      unmaskText(["seine <x id='m0'>{n}</x> Boote", "ihre # Boote", "Hier sind <x id='m0'>{who}</x>"], masked),
      "Hier sind {who, select, male {seine {n, number} Boote} other {ihre # Boote}}"
    )
  })

  it("has the forms of the language in the plurals of an option too", () => {
    const text = "{who, select, male {He has {n, plural, one {# boat} other {# boats}}} other {Boats}}"
    const masked = maskText(text, "SIGN", { ...rules, targetTag: "cs" })
    assert.deepEqual(masked.texts.slice(0, 4), ["ZX0QZ boat", "ZX0QZ boats", "ZX0QZ boats", "ZX0QZ boats"])
    assert.strictEqual(
      unmaskText(masked.texts, masked),
      "{who, select, male {He has {n, plural, one {# boat} few {# boats} many {# boats} other {# boats}}} other {Boats}}"
    )
  })

  it("gets what was masked back from an engine that changes nothing, byte for byte", () => {
    assert.isAbove(machineSamples.length, 300)
    for (const syntax of ["XML", "HTML", "SIGN", "NONE"] as const) {
      for (const { text, isPlural, isIcu } of machineSamples) {
        const masked = maskText(text, syntax, { ...rules, isIcu: isIcu || isPlural, terms: ["Settings", "Ctrl"] })
        assert.strictEqual(unmaskText(masked.texts, masked), text, syntax)
      }
    }
  })

  it("gets what was masked back with the same meaning, however it was quoted", () => {
    for (const [text, expected] of [
      ["It''s {name}''s", "It's {name}'s"],
      ["'{'{name}'}'", "'{'{name}'}'"],
      ["Don''t '{'touch'}' {x}", "Don't '{'touch'}' {x}"]
    ] as const) {
      const masked = maskText(text, "XML", rules)
      assert.strictEqual(unmaskText(masked.texts, masked), expected)
    }
  })
})

describe("what an engine did to marks", () => {
  it.each<readonly [name: string, syntax: MaskSyntax, source: string, answer: string, expected: string]>([
    ["other quotes, case and spaces", "XML", "Hi {name}!", "Hallo < X ID = 'm0' >{name}</ x >!", "Hallo {name}!"],
    ["no quotes", "HTML", "Hi {name}!", "Hallo <span class=notranslate id=m0>{name}</span>!", "Hallo {name}!"],
    [
      "another order of attributes",
      "HTML",
      "Hi {name}!",
      'Hallo <span translate="no" id="m0">{name}</span>!',
      "Hallo {name}!"
    ],
    ["no number", "XML", "{a} to {b}", "von <x>{b}</x> nach <x>{a}</x>", "von {b} nach {a}"],
    ["no mark at all", "XML", "{a} to {b}", "von {b} nach {a}", "von {b} nach {a}"],
    ["translated content", "XML", "Hi {name}!", 'Hallo <x id="m0">{Namen}</x>!', "Hallo {name}!"],
    ["words inside of the mark", "XML", "Hi {name}!", '<x id="m0">Hallo {name}</x>!', "Hallo {name}!"],
    ["a mark inside of another one", "XML", "{a} or {b}", '<x id="m0">{a} oder <x id="m1">{b}</x></x>', "{a} oder {b}"],
    ["moved marks", "XML", "{a} to {b}", '<x id="m1">{b}</x> von <x id="m0">{a}</x>', "{b} von {a}"],
    ["an empty mark", "XML", "Hi {name}!", 'Hallo <x id="m0"/>!', "Hallo {name}!"],
    ["an open mark", "XML", "Hi {name}!", 'Hallo <x id="m0">{name}!', "Hallo {name}!"],
    ["tags with other attributes", "HTML", '<a href="u">Go</a>', "<A ID=m0>Los</A >", '<a href="u">Los</a>'],
    [
      "entities are read once",
      "HTML",
      "a &amp; <b>x</b> < y",
      'a <span id="m0">&amp;amp;</span> <b id="m1">&quot;x&quot;</b> &amp;lt; &lt; y&#39;s',
      'a &amp; <b>"x"</b> &lt; < y\'s'
    ],
    [
      "spaces round a line break",
      "HTML",
      "One {a}\ntwo",
      'Eins <span id="m0">{a}</span> <br id="m1"> zwei',
      "Eins {a}\nzwei"
    ],
    ["a sign with spaces in small letters", "SIGN", "Hi {name}!", "Hallo zx 0 qz!", "Hallo {name}!"],
    ["two signs in a row with a digit", "SIGN", "{a}5{b} words", "ZX0QZ5ZX1QZ Worte", "{a}5{b} Worte"],
    ["white space at the ends", "XML", "  Hi {name}\n", ' Hallo <x id="m0">{name}</x>', "  Hallo {name}\n"],
    [
      "braces that the engine invents are text",
      "XML",
      "Hi {name}!",
      'Hallo {du} <x id="m0">{name}</x>!',
      "Hallo '{'du'}' {name}!"
    ]
  ])("is undone: %s", (_name, syntax, source, answer, expected) => {
    assert.strictEqual(unmaskText([answer], maskText(source, syntax, rules)), expected)
  })

  it("is not undone where it is not certain", () => {
    const text = (answer: string) => unmaskText([answer], maskText("Hi {name}!", "XML", rules))
    assert.strictEqual(text("Hallo!"), "Hallo!")
    assert.strictEqual(text('<x id="m7">Hallo</x>!'), "Hallo!")
    assert.strictEqual(text('<x id="m0">{name}</x> <x id="m0">{name}</x>'), "{name} {name}")
  })

  it("is undone for the number of a form, also when it became a word", () => {
    const masked = maskText("{n, plural,\none {# boat}\nother {# boats}\n}", "XML", rules)
    assert.strictEqual(
      unmaskText(['<x id="m0">ein</x> Boot', "2 Boote"], masked),
      "{n, plural,\none {# Boot}\nother {# Boote}\n}"
    )
  })
})
