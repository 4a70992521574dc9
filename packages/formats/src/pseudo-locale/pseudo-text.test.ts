import { pseudoLocales } from "@dragoman/domain/language"
import { describe, expect, it } from "vitest"
import type { MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { machineSamples } from "../machine-text/testing/machine-samples.ts"
import { textParts } from "../machine-text/text-part.ts"
import { pseudoText } from "./pseudo-text.ts"

/** A word as `ar-XB` writes it. */
const mirrored = (word: string): string => `\u200F\u202E${word}\u202C\u200F`

const rows: ReadonlyArray<readonly [sentence: string, text: string, accented: string, rightToLeft: string]> = [
  ["accents letters", "Save", "[Šåṽé one]", mirrored("Save")],
  [
    "mirrors each word by itself, so that lines break",
    "Go on, please",
    "[Ĝö öñ, þļéåšé one]",
    `${mirrored("Go")} ${mirrored("on,")} ${mirrored("please")}`
  ],
  [
    "lengthens a text by a third",
    "abcdefghijklmnopqrstuvwxyz",
    "[åƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýž one two]",
    mirrored("abcdefghijklmnopqrstuvwxyz")
  ],
  ["keeps arguments", "Hi {name}!", "[Ĥî {name}! one]", `${mirrored("Hi")} {name}!`],
  [
    "keeps formats of arguments",
    "{n, number, .00} kg",
    "[{n, number, .00} ķĝ one]",
    `{n, number, .00} ${mirrored("kg")}`
  ],
  ["keeps placeholders of programs", "Has %1$s, {{x}}", "[Ĥåš %1$s, {{x}} one]", `${mirrored("Has")} %1$s, {{x}}`],
  ["keeps tags", '<a href="{url}">Go</a>', '[<a href="{url}">Ĝö</a> one]', `<a href="{url}">${mirrored("Go")}</a>`],
  ["keeps addresses", "See https://a.org/b", "[Šéé https://a.org/b one]", `${mirrored("See")} https://a.org/b`],
  ["keeps entities", "A&nbsp;B", "[Å&nbsp;Ɓ one]", `${mirrored("A")}&nbsp;${mirrored("B")}`],
  ["keeps apostrophes", "It's {name}", "[Îţ'š {name} one]", `${mirrored("It's")} {name}`],
  ["keeps quoted braces quoted", "Use '{'", "[Ûšé '{' one]", `${mirrored("Use")} '{'`],
  [
    "frames each form of a plural",
    "{n, plural,\none {# file}\nother {# files}\n}",
    "{n, plural,\none {[# ƒîļé one]}\nother {[# ƒîļéš one]}\n}",
    `{n, plural,\none {# ${mirrored("file")}}\nother {# ${mirrored("files")}}\n}`
  ],
  [
    "frames a sentence, not the options in it",
    "By {g, select, f {her} other {them}}",
    "[Ɓý {g, select, f {ĥéŕ} other {ţĥéḿ}} one]",
    `${mirrored("By")} {g, select, f {${mirrored("her")}} other {${mirrored("them")}}}`
  ],
  ["leaves an empty text empty", "", "", ""],
  ["leaves a text without letters", "{a}: {b} – 5", "{a}: {b} – 5", "{a}: {b} – 5"],
  [
    "changes the letters of a text that is no ICU message",
    "Hi {name",
    "[Ĥî {ñåḿé one]",
    `${mirrored("Hi")} ${mirrored("{name")}`
  ]
]

/** Arguments, number signs, selectors, and the parts of literals that no language translates, in their order. */
const keptParts = (nodes: ReadonlyArray<MessageNode>): ReadonlyArray<string> =>
  nodes.flatMap((node) => {
    if (node.kind === "numberSign") return ["#"]
    if (node.kind === "argument") return [`${node.name} ${node.type} ${node.style}`]
    if (node.kind !== "literal") {
      return node.options.flatMap((option) => [
        `${node.name} ${node.kind} ${option.selector}`,
        ...keptParts(option.nodes)
      ])
    }
    return textParts({ text: node.value, values: new Map() }, null).map(({ start, end }) =>
      node.value.slice(start, end)
    )
  })

const partsOf = (text: string, isIcu: boolean): ReadonlyArray<string> => {
  const parsed = parseMessage(text)
  return parsed.kind === "message" && isIcu
    ? keptParts(parsed.nodes)
    : keptParts([{ kind: "literal", value: text, start: 0, end: text.length }])
}

describe("a pseudo-locale", () => {
  it.each(rows)("%s", (_sentence, text, accented, rightToLeft) => {
    expect(pseudoText(text, "en-XA", true)).toBe(accented)
    expect(pseudoText(text, "ar-XB", true)).toBe(rightToLeft)
  })

  it("keeps braces of texts that are no ICU messages, but reads plurals", () => {
    expect(pseudoText("It''s {name}", "en-XA", false)).toBe("[Îţ''š {name} one]")
    expect(pseudoText("{n, plural, other {# files}}", "en-XA", false)).toBe("{n, plural, other {[# ƒîļéš one]}}")
  })

  it.each(pseudoLocales)("%s keeps placeholders, tags and plural forms of every sample", (locale) => {
    for (const { text, isIcu, isPlural } of machineSamples) {
      const pseudo = pseudoText(text, locale, isIcu)
      expect(partsOf(pseudo, isIcu || isPlural), text).toEqual(partsOf(text, isIcu || isPlural))
    }
  })
})
