import { assert, describe, it } from "vitest"
import { parseMessage } from "../icu/parse-message.ts"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import { parsePluralMessage } from "./plural-message.ts"
import {
  asPluralText,
  changeForms,
  detectPlural,
  isArgumentName,
  isSameText,
  pluralToSingular,
  toPluralTexts,
  wrapAsPlural
} from "./plural-texts.ts"

const dogs = "{count, plural,\none {# dog}\nother {# dogs}\n}"

const stored = (text: string | null, argumentName: string | null = null): string | null | undefined => {
  const plural = toPluralTexts(new Map([["en", text]]), argumentName)
  return plural.kind === "plural" ? plural.texts.get("en") : `no plural: ${plural.key}`
}

describe("changed forms", () => {
  const replaced = (text: string, sought: string, by: string) =>
    changeForms(text, (form) => form.replaceAll(sought, by))

  it.each([
    ["changes each form", dogs, "dog", "cat", "{count, plural,\none {# cat}\nother {# cats}\n}"],
    ["leaves argument and keywords alone", dogs, "count", "number", dogs],
    ["leaves the keyword of the syntax alone", dogs, "other", "few", dogs],
    ["changes a text that is no plural", "a dog", "dog", "cat", "a cat"],
    ["is empty when no form has a text", "{n, plural,\nother {dog}\n}", "dog", "", ""],
    ["is none when a form would end the plural", dogs, "dog", "} few {", null],
    ["is none when a form opens an argument", dogs, "dog", "{dog", null]
  ])("%s", (_name, text, sought, by, expected) => {
    assert.strictEqual(replaced(text, sought, by), expected)
  })
})

describe("toPluralTexts", () => {
  it.each([
    [
      "text around the plural moves into every form",
      "I have {n, plural, one {# dog} other {# dogs}}.",
      "{n, plural,\none {I have # dog.}\nother {I have # dogs.}\n}"
    ],
    ["a stored text stays", dogs, dogs],
    ["the order of the forms and exact forms stay", "{n,plural,other{b}=0{a}}", "{n, plural,\nother {b}\n=0 {a}\n}"],
    ["an empty text is none", "", null],
    ["no text stays none", null, null],
    ["forms without a text are none", "{n, plural, =0 {} one {} other {}}", null],
    ["a text without plural fails", "dogs", "no plural: en"],
    ["a plural without other is none", "{n, plural, one {x}}", "no plural: en"],
    [
      "a choice that moves into a form stays as it is: in both places # is a character there",
      "{g, select, a {#} other {'#x}}{n, plural, other {#}}",
      "{n, plural,\nother {{g, select, a {#} other {'#x}}#}\n}"
    ]
  ])("%s", (_, text, expected) => {
    assert.strictEqual(stored(text), expected)
  })

  it.each([
    ["the argument is renamed, and its uses with it", "{n, plural, other {{n, number} {x}}}", "{{count, number} {x}}"],
    [
      "also in a choice inside a form, where quotes stay",
      "{n, plural, other {'{n}' {g, select, a {{n}} other {'{'}}}}",
      "{'{n}' {g, select, a {{count}} other {'{'}}}"
    ]
  ])("%s", (_, text, form) => {
    assert.strictEqual(stored(text, "count"), `{count, plural,\nother ${form}\n}`)
  })

  it("an argument keeps its name where the new one means something else", () => {
    const text = "{n, plural,\nother {{n} of {count}}\n}"
    assert.strictEqual(stored(text, "count"), text)
  })

  it("the most frequent argument names all of them, else it is called value", () => {
    const texts = new Map([
      ["en", "{n, plural, other {a}}"],
      ["de", "{count, plural, other {b}}"],
      ["cs", "{count, plural, other {c}}"]
    ])
    const plural = toPluralTexts(texts, null)
    assert.deepStrictEqual(plural, {
      kind: "plural",
      argumentName: "count",
      texts: new Map([
        ["en", "{count, plural,\nother {a}\n}"],
        ["de", "{count, plural,\nother {b}\n}"],
        ["cs", "{count, plural,\nother {c}\n}"]
      ])
    })
    const empty = toPluralTexts(new Map([["en", null]]), null)
    assert.deepStrictEqual(empty, { kind: "plural", argumentName: "value", texts: new Map([["en", null]]) })
  })
})

describe("detectPlural", () => {
  it("one plural makes the other texts plurals with one form", () => {
    const texts = new Map([
      ["en", "{n, plural, one {a} other {b}}"],
      ["de", "c #"],
      ["fr", ""]
    ])
    assert.deepStrictEqual(detectPlural(texts), {
      argumentName: "n",
      texts: new Map([
        ["en", "{n, plural,\none {a}\nother {b}\n}"],
        ["de", "{n, plural,\nother {c '#'}\n}"],
        ["fr", null]
      ])
    })
  })

  it("texts without plural are none", () => {
    assert.isNull(detectPlural(new Map([["en", "{n, number} plural"]])))
  })
})

describe("wrapAsPlural", () => {
  it.each([
    ["a text stays as it is written", "it's {x, date, ::d} ''", "it's {x, date, ::d} ''"],
    ["its number sign stays a character", "# {x}", "'#' {x}"],
    ["an apostrophe does not quote the end of the form", "dogs'", "dogs''"],
    ["in a choice it is a character anyway", "{g, select, other {# x}} #", "{g, select, other {# x}} '#'"],
    ["a closing brace is text", "a } b", "a '}' b"],
    ["an invalid message is text", "a {b", "a '{'b"]
  ])("%s", (_, text, form) => {
    assert.strictEqual(wrapAsPlural(text, "value"), `{value, plural,\nother {${form}}\n}`)
  })

  it("a plural that is a plural already only gets the name", () => {
    assert.strictEqual(asPluralText(dogs, "n"), dogs.replace("count", "n"))
  })
})

describe("pluralToSingular", () => {
  it.each([
    ["the form other stays", dogs, "# dogs", true],
    ["forms that are equal are no loss", "{n, plural, one {a} other {a}}", "a", false],
    ["a quoted number sign is a number sign", "{n, plural, other {'#' #}}", "# #", false],
    ["a choice stays", "{n, plural, other {{g, select, other {# x}} '#'}}", "{g, select, other {# x}} #", false],
    ["an empty form is no text", "{n, plural, other {}}", null, false],
    ["no plural stays", "a # b", "a # b", false],
    ["no text stays", null, null, false]
  ])("%s", (_, text, singular, losesForms) => {
    assert.deepStrictEqual(pluralToSingular(text), { text: singular, losesForms })
  })

  it("any text that was wrapped comes back with the same meaning", () => {
    const random = seededRandom(29)
    const parts = [
      "a",
      " ",
      "'",
      "''",
      "#",
      "{",
      "}",
      "{x}",
      "'{'",
      "{g, select, a {#} other {'}'}}",
      "{n, plural, other {#}}"
    ]
    for (let run = 0; run < 3000; run++) {
      const text = randomText(random, parts, 6)
      // A text that is a plural is none that would be wrapped; one that is no message is quoted as a whole.
      if (text === "" || parsePluralMessage(text) !== null || parseMessage(text).kind === "error") continue
      const { text: back } = pluralToSingular(wrapAsPlural(text, "value"))
      assert.deepStrictEqual(meaningOf(back ?? ""), meaningOf(text), text)
    }
  })
})

describe("isSameText", () => {
  it.each([
    ["equal texts", "a", "a", true],
    ["different texts", "a", "b", false],
    ["no text and an empty one", null, "", true],
    ["no text and a text", null, "a", false],
    ["another spacing", dogs, "{count,plural,one{# dog}other{# dogs}}", true],
    ["another order", dogs, "{count, plural, other {# dogs} one {# dog}}", true],
    ["forms that say nothing", dogs, "{count, plural, one {# dog} few {# dogs} many {} other {# dogs}}", true],
    [
      "an exact number that has the text of other",
      "{n, plural, =1 {exactly} one {sing} other {exactly}}",
      "{n, plural, one {sing} other {exactly}}",
      false
    ],
    ["an exact number without a text", "{n, plural, =0 {} other {a}}", "{n, plural, other {a}}", false],
    ["forms that are all empty and no text", "{n, plural, one {} other {}}", "", true],
    ["another form", dogs, "{count, plural, one {dog} other {# dogs}}", false],
    ["another argument", dogs, dogs.replace("count", "n"), false],
    ["a plural and a text", dogs, "# dogs", false]
  ])("%s: %s", (_, left, right, expected) => {
    assert.strictEqual(isSameText(left, right), expected)
    assert.strictEqual(isSameText(right, left), expected)
  })
})

describe("isArgumentName", () => {
  it.each([
    ["value", true],
    ["0", true],
    ["čas_1", true],
    ["", false],
    ["a b", false],
    ["a}", false]
  ])("%s: %s", (name, expected) => {
    assert.strictEqual(isArgumentName(name), expected)
  })
})

/** A message without the spelling: literals unquoted and joined. */
const meaningOf = (text: string): unknown => {
  const parsed = parseMessage(text)
  if (parsed.kind === "error") return text
  const parts: Array<unknown> = []
  const collect = (nodes: (typeof parsed)["nodes"]): void => {
    for (const node of nodes) {
      const last = parts.at(-1)
      if (node.kind === "literal" && typeof last === "string") parts[parts.length - 1] = last + node.value
      else if (node.kind === "literal") parts.push(node.value)
      else if (node.kind === "numberSign") parts.push(["#"])
      else if (node.kind === "argument") parts.push([node.name, node.type, node.style])
      else {
        parts.push([node.kind, node.name])
        for (const option of node.options) {
          parts.push([option.selector])
          collect(option.nodes)
        }
        parts.push(["end"])
      }
    }
  }
  collect(parsed.nodes)
  return parts
}
