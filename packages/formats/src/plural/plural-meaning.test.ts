import { unzipSync } from "fflate"
import { assert, describe, it } from "vitest"
import { parse as parseYaml } from "yaml"
import { exportFormats } from "../export-format.ts"
import { laravelLanguageOf } from "../php/laravel-language.ts"
import { type MessageFormat, messageFormats } from "../placeholder/dialect/message-format.ts"
import { numerusRuleOf } from "../qt-ts/numerus-rule.ts"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { randomRounds, seededRandom } from "../testing/seeded-random.ts"
import { writeFormat } from "../testing/write-format.ts"
import { defaultWriteOptions, exportedFile } from "../testing/written-cases.ts"
import type { ExportFormat } from "../writer.ts"
import { asPluralText, isSameText } from "./plural-texts.ts"

// A plural has the same text for each number before and after every conversion, or there is a warning.
// Here messages and files are evaluated by code that shares nothing with the code under test. As everywhere in Dragoman,
// `other` stands for a keyword that has no text; a number that has a form of its own always gets it.

const languages = ["ar", "pl", "cs", "ru", "fr", "pt", "he", "ja", "lt", "cy"] as const
type Language = (typeof languages)[number]

/** Below a million the rules of these languages look at the last two digits alone; 100 to 111 have those of the exact forms. */
const wholeCounts = Array.from({ length: 112 }, (_, count) => count)
const counts = [...wholeCounts, 1.5]

const categoriesOf = (language: Language): ReadonlyArray<string> =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

const keywordByCount = new Map(
  languages.map((language) => {
    const rules = new Intl.PluralRules(language)
    return [language, new Map(counts.map((count) => [count, rules.select(count)]))]
  })
)

const numerusIndexes = new Map(languages.map((language) => [language, numerusRuleOf(language).indexOf]))

type FormOf = (selector: string) => string | undefined

/** The form that is shown for a number. */
const chooseForm = (language: Language, count: number, formOf: FormOf): string =>
  formOf(`=${count}`) ?? (formOf(keywordByCount.get(language)?.get(count) ?? "other") || (formOf("other") ?? ""))

/** The formatted message, without quotes; every argument is the number. */
const says = (message: string, language: Language, count: number): string => {
  let at = 0
  const text = (isForm: boolean): string => {
    let said = ""
    for (; at < message.length && message[at] !== "}"; at++) {
      if (message[at] === "{") said += argument()
      else said += isForm && message[at] === "#" ? String(count) : message[at]
    }
    return said
  }
  const argument = (): string => {
    const [head = "", isPlural] = /^\{\w+(, plural,)?/.exec(message.slice(at)) ?? []
    at += head.length
    if (isPlural === undefined) {
      at = message.indexOf("}", at)
      return String(count)
    }
    const forms = new Map<string, string>()
    for (;;) {
      const [selected, selector = ""] = /^\s*([\w=]+)\s*\{/.exec(message.slice(at)) ?? []
      if (selected === undefined) break
      at += selected.length
      forms.set(selector, text(true))
      at++
    }
    at = message.indexOf("}", at)
    return chooseForm(language, count, (selector) => forms.get(selector))
  }
  return text(false)
}

/** The number in the place of any spelling of it. */
const withNumber = (form: string, count: number): string =>
  form.replace(/\{\{[^}]*\}\}|%[<{(][^}>)]*[>})]d?|%n|:count|%(?:\d\$)?(?:lld|[ds])|\{[^}]*\}|#/g, String(count))

/** Reads a file once for all numbers. */
const readOnce = <A>(read: (content: string) => A): ((content: string) => A) => {
  let last: { readonly content: string; readonly value: A } | null = null
  return (content) => {
    if (last?.content !== content) last = { content, value: read(content) }
    return last.value
  }
}

/** The rule in the file's header is C, which JavaScript reads alike. */
const poRule = readOnce((content) => {
  const [, rule = "n != 1"] = /plural=([^;"\\]*)/.exec(content) ?? []
  return new Function("n", `return Number(${rule})`) as (n: number) => number
})

const poForms = readOnce(
  (content) =>
    new Map([...content.matchAll(/msgstr\[(\d+)\] "(.*)"/g)].map(([, index, form = ""]) => [Number(index), form]))
)

/** For each number the text of gettext. */
const saysInPo = (content: string, count: number): string =>
  withNumber(poForms(content).get(poRule(content)(count)) ?? "", count)

const laravelIndexes = new Map(languages.map((language) => [language, laravelLanguageOf(language).rule.indexOf]))

const laravelSegments = readOnce((text) =>
  text.split("|").map((segment) => /^(?:\{(\d+)\}|\[(\d+),(\d+|\*)\])?(.*)$/s.exec(segment) ?? [])
)

/** Selects a form in the way of Laravel's message selector. */
const saysInLaravel = (text: string, language: Language, count: number): string => {
  const segments = laravelSegments(text)
  const matching = segments.find(
    ([, exact, from, to]) => Number(exact) === count || (Number(from) <= count && (to === "*" || count <= Number(to)))
  )
  const [, , , , form = ""] = matching ?? segments[laravelIndexes.get(language)?.(count) ?? 0] ?? segments[0] ?? []
  return withNumber(matching === undefined ? form : form.trim(), count)
}

const random = seededRandom(71)
const pick = <A>(values: ReadonlyArray<A>): A => values[Math.floor(random() * values.length)] as A
const sometimes = (share: number): boolean => random() < share

const texts = ["a", "b", "# c", "d #", ""]

/** Some forms of the language, some for exact numbers; never all of them empty. */
const randomForms = (
  language: Language,
  exactShare: number,
  formTexts: ReadonlyArray<string> = texts
): ReadonlyMap<string, string> => {
  const categories = categoriesOf(language).filter((category) => category !== "other" && sometimes(0.8))
  const exact = ["=0", "=1", "=2", "=11"].filter(() => sometimes(exactShare))
  const forms = new Map([...exact, ...categories].map((selector) => [selector, pick(formTexts)]))
  return forms.set("other", pick(["a", "b", "# c", "d #"]))
}

const printStored = (forms: ReadonlyMap<string, string>, argumentName: string): string =>
  `{${argumentName}, plural,\n${[...forms].map(([selector, form]) => `${selector} {${form}}`).join("\n")}\n}`

const assertSame = (
  language: Language,
  asked: ReadonlyArray<number>,
  before: (count: number) => string,
  after: (count: number) => string,
  what: string
) => {
  for (const count of asked) {
    const [expected, said] = [before(count), after(count)]
    if (said !== expected) assert.strictEqual(said, expected, `${language}, ${count}: ${what}`)
  }
}

describe("plural meaning is checked against Intl.PluralRules", () => {
  describe.each(languages)("%s: a file that is read says the same for every number", (language) => {
    const read = (content: string, extension: string, format: string | null) => {
      const path = `${language}.${extension}`
      const options = { ...defaultReadOptions, path, format: format as never }
      const file = readTranslationFile(new TextEncoder().encode(content), options)
      assert.strictEqual(file.kind, "file")
      return file.kind === "file" ? (file.translations.find((one) => one.languageName === language)?.text ?? "") : ""
    }

    const categories = categoriesOf(language)
    /** All forms of the language, without any for exact numbers, and its number as the format spells it. */
    const allForms = (number: string): ReadonlyMap<string, string> =>
      new Map(categories.map((category) => [category, pick(texts).replace("#", number)]))

    it("i18next", () => {
      for (let round = 0; round < 20; round++) {
        const forms = allForms("{{count}}")
        const content = JSON.stringify(Object.fromEntries([...forms].map(([form, text]) => [`k_${form}`, text])))
        const stored = read(content, "json", "JSON_I18NEXT")
        const before = (count: number) =>
          withNumber(
            chooseForm(language, count, (form) => forms.get(form)),
            count
          )
        assertSame(language, counts, before, (count) => says(stored, language, count), content)
      }
    })

    it("Ruby", () => {
      for (let round = 0; round < 20; round++) {
        const forms = allForms("%{count}")
        const lines = [...forms].map(([form, text]) => `    ${form}: "${text}"`)
        const content = `${language}:\n  k:\n${lines.join("\n")}\n`
        const stored = read(content, "yaml", "YAML_RUBY")
        const before = (count: number) =>
          withNumber(
            chooseForm(language, count, (form) => forms.get(form)),
            count
          )
        assertSame(language, counts, before, (count) => says(stored, language, count), content)
      }
    })

    it.each([
      ["JSON", (text: string) => JSON.stringify({ k: text }), "json"],
      ["YAML", (text: string) => `k: ${JSON.stringify(text)}\n`, "yaml"],
      [
        "XLIFF",
        (text: string) =>
          `<xliff version="1.2"><file source-language="en" target-language="${language}"><body><trans-unit id="k">
            <source>x</source><target>${text}</target></trans-unit></body></file></xliff>`,
        "xliff"
      ]
    ] as const)("ICU in %s", (_, print, extension) => {
      for (let round = 0; round < 20; round++) {
        const alone = printStored(randomForms(language, 0.4), "n").replaceAll("\n", " ")
        // With text around it an empty form says that text.
        const plural = printStored(randomForms(language, 0.4, ["a", "b", "# c", "d #"]), "n").replaceAll("\n", " ")
        const message = pick([alone, `x ${plural}`, `{n} ${plural} y`, `${plural} and ${plural}`])
        const stored = read(print(message), extension, null)
        assertSame(
          language,
          counts,
          (count) => says(message, language, count),
          (count) => says(stored, language, count),
          message
        )
      }
    })

    /** Such as tools write them, right or wrong for the language; `null`: the file has no header. */
    const rules: ReadonlyArray<readonly [formCount: number, rule: string]> = [
      [1, "0"],
      [2, "(n != 1)"],
      [2, "(n > 1)"],
      [3, "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)"],
      [4, "(n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3"],
      [6, "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)"]
    ]

    it("PO, by the rule of its header, or with a warning", () => {
      let exactCount = 0
      for (const [formCount, rule] of rules) {
        for (let round = 0; round < 5; round++) {
          const forms = Array.from({ length: formCount }, () => pick(["a", "b", "%d c", "d %d"]))
          const header = `msgid ""\nmsgstr "Language: ${language}\\nPlural-Forms: nplurals=${formCount}; plural=${rule};\\n"`
          const lines = forms.map((text, index) => `msgstr[${index}] "${text}"`)
          const content = `${header}\n\nmsgid "k"\nmsgid_plural "ks"\n${lines.join("\n")}\n`
          const file = readTranslationFile(new TextEncoder().encode(content), {
            ...defaultReadOptions,
            path: "x.po",
            format: "PO_PHP"
          })
          if (file.kind !== "file") assert.fail(file.message)
          if (file.warnings.length > 0) continue
          exactCount++
          const stored = file.translations[0]?.text ?? ""
          const before = (count: number) => saysInPo(content, count)
          assertSame(language, wholeCounts, before, (count) => says(stored, language, count), content)
        }
      }
      assert.isAbove(exactCount, 5)
    })
  })

  const sheetOf = (bytes: Uint8Array = new Uint8Array()): string =>
    new TextDecoder().decode(unzipSync(bytes)["xl/worksheets/sheet1.xml"])

  /** Names and texts of all levels; the texts of this test have nothing to escape. */
  const phpTexts = readOnce(
    (content): ReadonlyMap<string, string> =>
      new Map([...content.matchAll(/'(\w+)' => '([^']*)'/g)].map(([, name = "", text = ""]) => [name, text]))
  )

  const documentOf = readOnce((content) => (content.startsWith("{") ? JSON.parse(content) : parseYaml(content)))

  const lastCell = readOnce((content) => /.*>([^<]*)<\/t>/s.exec(content)?.[1] ?? "")

  /** The texts of a written file; the key is `k`. */
  const saysInFile = (
    { format, extension }: ExportFormat,
    content: string,
    language: Language,
    count: number
  ): string => {
    if (format === "PO") return saysInPo(content, count)
    if (format === "QT_TS") {
      const forms = [...content.matchAll(/<numerusform>([^<]*)</g)].map(([, form = ""]) => form)
      return withNumber(forms[numerusIndexes.get(language)?.(count) ?? 0] ?? "", count)
    }
    if (format === "APPLE_XCSTRINGS") {
      const form = (keyword: string) =>
        new RegExp(`"${keyword}" : \\{[^}]*"value" : ("(?:[^"\\\\]|\\\\.)*")`).exec(content)?.[1]
      return withNumber(
        chooseForm(language, count, (keyword) => JSON.parse(form(keyword) ?? "null") ?? undefined),
        count
      )
    }
    if (format === "APPLE_STRINGS_STRINGSDICT") {
      const formOf = (selector: string) => new RegExp(`<key>${selector}</key>\\s*<string>([^<]*)<`).exec(content)?.[1]
      return withNumber(chooseForm(language, count, formOf), count)
    }
    if (format === "PHP_LARAVEL") return saysInLaravel(phpTexts(content).get("k") ?? "", language, count)
    if (format === "PHP_ARRAY") {
      const found = phpTexts(content)
      const message = found.get("k")
      if (message !== undefined) return says(message, language, count)
      const formOf = (selector: string) => found.get(selector) ?? found.get(`k_${selector}`)
      return withNumber(chooseForm(language, count, formOf), count)
    }
    if (format === "FLUENT") {
      const formOf = (selector: string) =>
        new RegExp(`\\[${selector.replace("=", "")}\\] (.*)`).exec(content)?.[1]?.replaceAll('{ "" }', "").trim()
      return withNumber(chooseForm(language, count, formOf), count)
    }
    if (format === "TMX") return says(/<seg>([^<]*)</.exec(content)?.[1] ?? "", language, count)
    if (extension === "xlsx") return says(lastCell(content), language, count)
    if (extension === "csv") return says(content.split('","').at(-1)?.slice(0, -2) ?? "", language, count)
    if (extension === "properties") return says(content.slice("k = ".length).trimEnd(), language, count)
    if (extension === "resx") return says(/<data.*\n\s*<value>([^<]*)</.exec(content)?.[1] ?? "", language, count)
    if (format === "APPLE_XLIFF") {
      const formOf = (selector: string) =>
        new RegExp(`dict/${selector}:dict/:string".*\\n.*\\n\\s*<target>([^<]*)<`).exec(content)?.[1]
      return withNumber(chooseForm(language, count, formOf), count)
    }
    if (extension === "xliff" || extension === "xlf")
      return says(/<target[^>]*>([^<]*)</.exec(content)?.[1] ?? "", language, count)
    if (extension === "xml") {
      const formOf = (selector: string) => new RegExp(`quantity="${selector}">([^<]*)<`).exec(content)?.[1]
      return withNumber(chooseForm(language, count, formOf), count)
    }
    const document = documentOf(content) as Record<string, unknown>
    const members = (format === "YAML_RUBY" ? document[language] : document) as Record<string, unknown>
    const member = members["k"]
    const isVariation = format === "APPLE_SDK" && typeof member === "object"
    const value = isVariation ? (member as { variations: { plural: unknown } }).variations.plural : member
    if (typeof value === "string") return says(value, language, count)
    const forms = value as Record<string, string> | undefined
    const form = chooseForm(language, count, (selector) =>
      forms === undefined ? (members[`k_${selector}`] as string) : forms[selector]
    )
    return withNumber(form, count)
  }

  const zeroArgument: ReadonlySet<string> = new Set([
    ...[
      "APPLE_XCSTRINGS",
      "APPLE_STRINGS_STRINGSDICT",
      "APPLE_XLIFF",
      "ANDROID_XML",
      "COMPOSE_XML",
      "ANDROID_SDK",
      "APPLE_SDK"
    ]
  ])

  /** The one that readers of the format give to forms. */
  const argumentOf = (format: string, messageFormat: MessageFormat): string => {
    if (format === "YAML_RUBY" || format === "JSON_I18NEXT" || format === "PHP_LARAVEL") return "count"
    if (zeroArgument.has(format)) return "0"
    if (format === "QT_TS") return "n"
    if (messageFormat === "ICU") return "value"
    return messageFormat === "I18NEXT" || messageFormat === "RUBY_SPRINTF" ? "count" : "0"
  }

  const spellings = exportFormats.flatMap(
    (exported): ReadonlyArray<[string, MessageFormat, ExportFormat]> =>
      (exported.usesMessageFormat ? messageFormats : (["ICU"] as const)).map((spelled) => [
        exported.format,
        spelled,
        exported
      ])
  )

  it.each(spellings)(
    "%s as %s: a file that is written says the same for every number, or a warning says why not",
    { tags: ["random"] },
    (format, messageFormat, exported) => {
      let same = 0
      for (const language of languages) {
        for (let round = 0; round < randomRounds(12); round++) {
          const forms = randomForms(language, sometimes(0.5) ? 0.4 : 0)
          const stored = printStored(forms, argumentOf(format, messageFormat))
          const entry = { keyName: "k", isPlural: true, text: stored, baseText: "x" }
          const file = { ...exportedFile([entry]), languageTag: language, baseLanguageTag: language }
          const written = writeFormat(exported, file, { ...defaultWriteOptions, messageFormat })
          if (written.warnings.length > 0) continue
          const content = format === "XLSX" ? sheetOf(written.files[0]?.bytes) : (written.files[0]?.text ?? "")
          same++
          assertSame(
            language,
            ["PO", "QT_TS", "PHP_LARAVEL"].includes(format) ? wholeCounts : counts,
            (count) => says(stored, language, count),
            (count) => withNumber(saysInFile(exported, content, language, count), count),
            `${stored} in ${content}`
          )
        }
      }
      // Objects of forms are read as keys of their own, and forms with foreign placeholders as texts: there is always a warning.
      const isEver =
        (messageFormat === "ICU" && !format.endsWith("_SDK") && format !== "JSON_WEBEXTENSION") ||
        format === "PO" ||
        (format === "JSON" && messageFormat === "I18NEXT")
      if (isEver && messageFormat !== "PYTHON_PERCENT") assert.isAtLeast(same, randomRounds(6))
    }
  )

  it("texts that are the same say the same", () => {
    let same = 0
    for (const language of languages) {
      for (let round = 0; round < 300; round++) {
        const forms = randomForms(language, 0.2)
        const changed = new Map([...forms].reverse())
        const selector = pick([...forms.keys(), ...categoriesOf(language), "=0", "=1"])
        if (selector !== "other" && sometimes(0.5)) changed.delete(selector)
        else changed.set(selector, pick(texts) || "a")
        const [left, right] = [printStored(forms, "n"), printStored(changed, "n")]
        if (!isSameText(left, right)) continue
        same++
        assertSame(
          language,
          counts,
          (count) => says(left, language, count),
          (count) => says(right, language, count),
          `${left} ${right}`
        )
      }
    }
    assert.isAbove(same, 100)
  })

  it("a plural under another argument says the same", () => {
    for (const language of languages) {
      for (let round = 0; round < 20; round++) {
        const stored = printStored(randomForms(language, 0.4), "n")
        const renamed = asPluralText(stored, "count") ?? ""
        assertSame(
          language,
          counts,
          (count) => says(stored, language, count),
          (count) => says(renamed, language, count),
          stored
        )
      }
    }
  })
})
