import type { MaskSyntax } from "@dragoman/domain/machine-translation"
import { assert, describe, it } from "vitest"
import { randomRounds, seededRandom } from "../testing/seeded-random.ts"
import { maskText } from "./mask-text.ts"
import { type MachineSample, machineSamples, type SampleSyntax } from "./testing/machine-samples.ts"
import { unmaskText } from "./unmask-text.ts"
import { type MachineText, verifyMachineText } from "./verify-machine-text.ts"

const placeholders: Readonly<Record<SampleSyntax, RegExp>> = {
  icu: /\{\s*\w+\s*(?:,\s*number\s*)?\}/g,
  printf: /%\d\$[sd]/g,
  i18next: /\{\{\w+\}\}/g,
  ruby: /%\{\w+\}/g,
  braces: /\{\w+\}/g,
  symfony: /%\w+%/g
}

/** Placeholders, tags and addresses of a text, read as simply as possible. */
const partsOf = (text: string, syntax: SampleSyntax): string => {
  const tags = (text.match(/<[/!]?\w[^<>]*>/g) ?? []).map((tag) =>
    tag
      .toLowerCase()
      .replace(/title\s*=\s*"[^"]*"/, "")
      .replaceAll("'", '"')
      .replace(/\s+/g, "")
      .replace("/>", ">")
  )
  const addresses = text.match(/https:\/\/[^\s"'<>(){}]+|[\w.]+@[\w.]+\w/g) ?? []
  const values = (text.match(placeholders[syntax]) ?? []).map((value) => value.replace(/\s+/g, ""))
  return [...values, ...tags, ...addresses].sort().join(" ")
}

/** Forms of a stored plural; quotes are left out. */
const formsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^(\S+) \{([\s\S]*?)\}$(?=\n\S+ \{|\n\}$)/gm)].map(([, keyword = "", form = ""]) => [
      keyword,
      form.replace(/'(?=[{}])|(?<=[{}])'/g, "")
    ])
  )

const assertKept = (sample: MachineSample, stored: string, languageTag: string): void => {
  const { syntax, text, isPlural } = sample
  assert.notMatch(stored, /\0|notranslate|id="m\d|ZX\d+QZ/)
  if (!isPlural) {
    assert.strictEqual(partsOf(stored, syntax), partsOf(text, syntax), `${text} became ${stored}`)
    return
  }
  assert.match(stored, /^\{n, plural,\n/)
  const source = formsOf(text)
  const forms = formsOf(stored)
  const categories = languageTag === "cs" ? ["one", "few", "other"] : ["one", "other"]
  for (const category of categories) assert.isTrue(forms.has(category), `${category} of ${stored}`)
  for (const [keyword, form] of forms) {
    const expected = source.get(keyword === "one" ? "one" : "other") ?? ""
    assert.strictEqual(partsOf(form, syntax), partsOf(expected, syntax), `${text} became ${stored}`)
    if (keyword !== "one") assert.strictEqual(form.split("#").length, expected.split("#").length, stored)
  }
}

const pick = <Value>(random: () => number, values: ReadonlyArray<Value>): Value | undefined =>
  values[Math.floor(random() * values.length)]

/** Something that a machine keeps, as a range of its answer: a mark, a tag, a placeholder, a number sign. */
const keptRanges = (text: string): ReadonlyArray<readonly [start: number, end: number]> =>
  [...text.matchAll(/<(x|span)\b[^>]*>.*?<\/\1>|<[^>]*>|\{\{?[^{}]*\}?\}|%\S+|ZX\d+QZ|#|https?:\S+|'/g)].map(
    ({ 0: found, index }) => [index, index + found.length]
  )

const without = (text: string, start: number, end: number): string => text.slice(0, start) + text.slice(end)

const damages: Readonly<Record<string, (text: string, random: () => number) => string>> = {
  drop: (text, random) => {
    const [start, end] = pick(random, keptRanges(text)) ?? [0, 1]
    return without(text, start, end)
  },
  double: (text, random) => {
    const [start, end] = pick(random, keptRanges(text)) ?? [0, 1]
    return text.slice(0, end) + text.slice(start)
  },
  move: (text, random) => {
    const [start, end] = pick(random, keptRanges(text)) ?? [0, 1]
    const rest = without(text, start, end)
    const place = Math.floor(random() * (rest.length + 1))
    return rest.slice(0, place) + text.slice(start, end) + rest.slice(place)
  },
  translate: (text, random) => {
    const word = pick(random, [...text.matchAll(/\p{L}+/gu)])
    return word === undefined ? text : `${text.slice(0, word.index)}Wort${text.slice(word.index + word[0].length)}`
  },
  "change case": (text, random) => {
    const [start, end] = pick(random, keptRanges(text)) ?? [0, text.length]
    const changed = text.slice(start, end)
    return text.slice(0, start) + (random() < 0.5 ? changed.toUpperCase() : changed.toLowerCase()) + text.slice(end)
  },
  "add spaces": (text, random) => {
    const [start, end] = pick(random, keptRanges(text)) ?? [0, text.length]
    const place = start + Math.floor(random() * (end - start + 1))
    return `${text.slice(0, place)} ${text.slice(place)}`
  },
  cut: (text, random) => text.slice(0, Math.floor(random() * text.length)),
  add: (text, random) => {
    const place = Math.floor(random() * (text.length + 1))
    const added = pick(random, [
      "{",
      "}",
      "'",
      "<b>",
      "</b>",
      "%s",
      "{x}",
      "{{x}}",
      "#",
      "%",
      "&lt;",
      "<",
      "\0",
      '<x id="m0">',
      "ZX0QZ"
    ])
    return text.slice(0, place) + added + text.slice(place)
  }
}

describe("a damaged text by a machine", () => {
  it("is rejected, or has the placeholders, tags and forms of its source", { tags: ["random"] }, () => {
    const random = seededRandom(103)
    const outcomes = { stored: 0, rejected: 0 }
    for (let round = 0; round < randomRounds(20_000); round++) {
      const sample = pick(random, machineSamples)
      const syntax = pick<MaskSyntax>(random, ["XML", "HTML", "SIGN", "NONE"])
      const languageTag = pick(random, ["de", "cs"])
      const damage = pick(random, Object.values(damages))
      if (sample === undefined || syntax === undefined || languageTag === undefined || damage === undefined) continue
      const { text, isPlural, isIcu } = sample
      const masked = maskText(text, syntax, {
        isIcu: isIcu || isPlural,
        sourceTag: "en",
        targetTag: languageTag,
        terms: []
      })
      const damaged = Math.floor(random() * masked.texts.length)
      const answers = masked.texts.map((one, index) => (index === damaged ? damage(one, random) : one))
      const machineText: MachineText = {
        source: text,
        sourceTag: "en",
        answer: unmaskText(answers, masked),
        languageTag,
        isPlural,
        icuPlaceholders: isIcu,
        lengthMax: null,
        terms: []
      }
      const verified = verifyMachineText(machineText)
      outcomes["ok" in verified ? "stored" : "rejected"]++
      if ("ok" in verified) assertKept(sample, verified.ok, languageTag)
      else assert.isNotEmpty(verified.reasons.filter((reason) => /^.{10,}[.\S]$/su.test(reason)))
    }
    assert.isAbove(outcomes.stored, outcomes.rejected / 20)
    assert.isAbove(outcomes.rejected, outcomes.stored / 20)
  })

  it("is stored where nothing was damaged, for each of the sample texts", () => {
    for (const syntax of ["XML", "HTML", "SIGN", "NONE"] as const) {
      for (const { text, isPlural, isIcu } of machineSamples) {
        const masked = maskText(text, syntax, { isIcu: isIcu || isPlural, sourceTag: "en", targetTag: "de", terms: [] })
        const answer = unmaskText(masked.texts, masked)
        const verified = verifyMachineText({
          source: text,
          sourceTag: "en",
          answer,
          languageTag: "de",
          isPlural,
          icuPlaceholders: isIcu,
          lengthMax: null,
          terms: []
        })
        assert.deepEqual(verified, { ok: text })
      }
    }
  })
})
