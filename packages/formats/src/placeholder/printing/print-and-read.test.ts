import { assert, describe, it } from "vitest"
import type { MessageNode } from "../../icu/message-node.ts"
import { parseMessage } from "../../icu/parse-message.ts"
import { parsePluralMessage, printPluralMessage } from "../../plural/plural-message.ts"
import { randomRounds, randomText, seededRandom } from "../../testing/seeded-random.ts"
import type { Dialect } from "../dialect/dialect.ts"
import { type MessageFormat, messageFormatDialects, messageFormats } from "../dialect/message-format.ts"
import { convertPluralForms, convertText } from "../reading/convert-text.ts"
import { printPluralForms, printText } from "./print-message.ts"

const readOptions = { icuPlaceholders: true, convertPlaceholders: true, textMaxUtf16Units: 10_000 }

const dialects = messageFormats.flatMap((format): ReadonlyArray<[MessageFormat, Dialect]> => {
  const dialect = messageFormatDialects[format]
  return dialect === null ? [] : [[format, dialect]]
})

/** Parts of ICU messages, and texts that dialects could mistake for placeholders. */
const icuParts = [
  ..."'%{}#$(<@",
  "''",
  "{0}",
  "{1}",
  "{0, number}",
  "{1, number}",
  "{name}",
  "{count, number}",
  "{n, number, .00}",
  "{2, number, .000000}",
  "{n, number, scientific}",
  "{d, date}",
  "{n, number, percent}",
  "{g, select, other {x}}",
  "'{'",
  "'}'",
  "'{{'x'}}'",
  "%s",
  "%x",
  "5d",
  "d",
  "s",
  "1$",
  "name",
  " "
]

/** Parts of texts in dialects. */
const dialectParts = [
  ..."%{}'#$()<>@ ",
  "%s",
  "%d",
  "%%",
  "%x",
  "%2$s",
  "%1$d",
  "%.2f",
  "%f",
  "%e",
  "%@",
  "%lld",
  "%n",
  "%5d",
  "%*d",
  "% d",
  "%#@v@",
  "%(name)s",
  "%(n)d",
  "%<n>d",
  "%{name}",
  "{}",
  "{0}",
  "{1:d}",
  "{name}",
  "{n:.3f}",
  "{x!r}",
  "{two words}",
  "{{name}}",
  "{{n, number}}",
  "{{- raw}}",
  "{{d, date}}",
  "{{",
  "}}",
  "$t(key)",
  "a",
  "l",
  "s"
]

describe.each(dialects)("%s", (messageFormat, dialect) => {
  const printOptions = { messageFormat, icuPlaceholders: true }

  it("a stored text comes back, or a warning says why not", { tags: ["random"] }, () => {
    const random = seededRandom(11)
    let same = 0
    for (let round = 0; round < randomRounds(4_000); round++) {
      const stored = randomText(random, icuParts, 5)
      const printed = printText(stored, printOptions)
      const read = convertText(printed.text, dialect, readOptions)
      if (printed.warning !== null) continue
      same++
      assert.deepStrictEqual(meaningOf(read.text), meaningOf(stored), `${stored} became ${printed.text}`)
    }
    assert.isAbove(same, randomRounds(500))
  })

  it("a text of a file is written with the same meaning, or a warning of the import or export says why not", {
    tags: ["random"]
  }, () => {
    const random = seededRandom(12)
    let same = 0
    for (let round = 0; round < randomRounds(6_000); round++) {
      const text = randomText(random, dialectParts, 5)
      const read = convertText(text, dialect, readOptions)
      const printed = printText(read.text, printOptions)
      assert.strictEqual(convertText(printed.text, dialect, readOptions).text, read.text, `${text} in ${read.text}`)
      if (read.warning !== undefined || printed.warning !== null) continue
      same++
      assert.deepStrictEqual(shapeOf(dialect, printed.text), shapeOf(dialect, text), `${text} became ${printed.text}`)
    }
    assert.isAbove(same, randomRounds(500))
  })

  it("a stored plural comes back, or a warning says why not", { tags: ["random"] }, () => {
    const random = seededRandom(13)
    let same = 0
    for (let round = 0; round < randomRounds(4_000); round++) {
      const argumentName = ["0", "count", "n"][round % 3] ?? "0"
      const [one, other] = [randomText(random, icuParts, 4), randomText(random, icuParts, 4)]
      const stored = `{${argumentName}, plural,\none {${one}}\nother {${other} #}\n}`
      const printed = printPluralForms(stored, printOptions)
      if (printed === null || printed.warning !== null) continue
      same++
      const read = convertPluralForms(printed.forms, dialect, readOptions)
      assert.deepStrictEqual(pluralMeaningOf(read.text), pluralMeaningOf(stored), stored)
    }
    // Few in Python: it has no numbers, and nearly each plural has a warning for that.
    assert.isAbove(same, 0)
  })

  it("plural forms of a file are written with the same meaning, or a warning says why not", {
    tags: ["random"]
  }, () => {
    const random = seededRandom(14)
    let same = 0
    for (let round = 0; round < randomRounds(4_000); round++) {
      const forms = new Map([
        ["one", randomText(random, dialectParts, 4)],
        ["other", randomText(random, dialectParts, 4)]
      ])
      const read = convertPluralForms(forms, dialect, readOptions)
      assert.strictEqual(read.text === "", forms.get("one") === "" && forms.get("other") === "")
      if (read.text === "") continue
      const printed = printPluralForms(read.text, printOptions)
      assert.isNotNull(printed, read.text)
      if (printed === null || read.warning !== undefined || printed.warning !== null) continue
      same++
      const counted = read.pluralArgumentName
      for (const [keyword, form] of forms) {
        const written = printed.forms.get(keyword) ?? ""
        assert.deepStrictEqual(
          shapeOf(dialect, written, counted),
          shapeOf(dialect, form, counted),
          `${form} → ${written}`
        )
      }
    }
    assert.isAbove(same, randomRounds(20))
  })
})

/** The visible content of a message: literals as they look, arguments with their formats. */
const meaningOf = (message: string): ReadonlyArray<string> => {
  const parsed = parseMessage(message)
  return parsed.kind === "error" ? [`broken: ${message}`] : showNodes(message, parsed.nodes, null)
}

const pluralMeaningOf = (message: string): unknown => {
  const plural = parsePluralMessage(message)
  assert.isNotNull(plural)
  if (plural === null) return null
  const { argumentName, forms } = plural
  return {
    argumentName,
    forms: [...forms].map(([keyword, form]) => {
      const single = printPluralMessage({ argumentName: "p", forms: new Map([["other", form]]) })
      const parsed = parseMessage(single)
      const node = parsed.kind === "message" ? parsed.nodes[0] : undefined
      const nodes = node?.kind === "plural" ? (node.options[0]?.nodes ?? []) : []
      return [keyword, showNodes(single, nodes, argumentName)]
    })
  }
}

const showNodes = (
  message: string,
  nodes: ReadonlyArray<MessageNode>,
  pluralArgumentName: string | null
): ReadonlyArray<string> => {
  const shown: Array<string> = []
  let literal = ""
  for (const node of nodes) {
    if (node.kind === "literal") {
      literal += node.value
      continue
    }
    shown.push(literal, showArgument(message, node, pluralArgumentName))
    literal = ""
  }
  return [...shown, literal]
}

/** The number of a plural looks the same as `#`, as a number, and without a format. */
const showArgument = (message: string, node: MessageNode, pluralArgumentName: string | null): string => {
  if (node.kind === "numberSign") return "#"
  if (node.kind !== "argument") return message.slice(node.start, node.end)
  const isPlainNumber = node.style === null && (node.type === null || node.type === "number")
  return node.name === pluralArgumentName && isPlainNumber ? "#" : `{${node.name}|${node.type}|${node.style}}`
}

/** The visible content of a text of a dialect; `countedName`: see above. */
const shapeOf = (dialect: Dialect, text: string, countedName: string | null = null): ReadonlyArray<string> => {
  const shape: Array<string> = []
  let literal = ""
  for (const part of dialect.splitText(text)) {
    if (part.kind === "literal") {
      literal += part.text
      continue
    }
    const isCount = part.name === countedName && (part.format === null || part.format === "number")
    shape.push(literal, isCount ? "#" : `{${part.name}|${part.format}}`)
    literal = ""
  }
  return [...shape, literal]
}
