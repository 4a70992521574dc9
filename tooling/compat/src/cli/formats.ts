import { assert } from "vitest"
import type { CliCase } from "./cli-fixture.ts"

/** Files of one format, spelled as Dragoman spells them, and the texts that they are. */
interface FormatRow {
  readonly format: string
  readonly extension: string
  /** Files by the name in their paths: the language tag, unless the files name their languages themselves. */
  readonly files: Readonly<Record<string, string>>
  readonly stored: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The path of the file of a language, without its extension. Absent = the tag. */
  readonly pathOf?: (tag: string) => string
  /** The files name their languages themselves: telling one for a file would mean all that are in it. */
  readonly namesLanguages?: true
}

/** How the placeholders of a sentence and the forms of a plural are spelled, and what they are stored as. */
interface Dialect {
  readonly sentence: string
  readonly storedSentence: string
  readonly forms: readonly [one: string, few: string, other: string]
  readonly argument: string
  /** Text in front of the noun of each stored form. */
  readonly storedNumber: string
}

const positions = {
  storedSentence: "{0} má {1, number} lodí",
  argument: "0",
  storedNumber: "# "
}
const names = {
  storedSentence: "{name} má {count, number} lodí",
  argument: "count",
  storedNumber: "# "
}

const dialects = {
  ICU: { ...names, sentence: names.storedSentence, forms: ["# loď", "# lodě", "# lodí"], argument: "value" },
  C: { ...positions, sentence: "%s má %d lodí", forms: ["%d loď", "%d lodě", "%d lodí"] },
  PHP: { ...positions, sentence: "%s má %d lodí", forms: ["%d loď", "%d lodě", "%d lodí"] },
  JAVA: { ...positions, sentence: "%1$s má %2$d lodí", forms: ["%1$d loď", "%1$d lodě", "%1$d lodí"] },
  RUBY: { ...names, sentence: "%{name} má %<count>d lodí", forms: ["%{count} loď", "%{count} lodě", "%{count} lodí"] },
  PYTHON: { ...names, sentence: "%(name)s má %(count)d lodí", forms: ["loď", "lodě", "lodí"], storedNumber: "" },
  PYTHON_BRACE: { ...names, sentence: "{name} má {count:d} lodí", forms: ["{0:d} loď", "{0:d} lodě", "{0:d} lodí"] },
  I18NEXT: {
    ...names,
    // Only `{{count}}` without a format is read as `#`.
    storedNumber: "{count, number} ",
    sentence: "{{name}} má {{count, number}} lodí",
    forms: ["{{count, number}} loď", "{{count, number}} lodě", "{{count, number}} lodí"]
  }
} satisfies Readonly<Record<string, Dialect>>
type DialectName = keyof typeof dialects

const storedPlural = (argument: string, number: string): string =>
  `{${argument}, plural,\none {${number}loď}\nfew {${number}lodě}\nother {${number}lodí}\n}`

/** The plural in formats without plurals. */
const icuPlural = "{count, plural, one {# loď} few {# lodě} other {# lodí}}"
const storedIcuPlural = storedPlural("count", "# ")

const json = (format: string, name: DialectName, plural: object, stored: FormatRow["stored"]): FormatRow => ({
  format,
  extension: "json",
  files: { cs: JSON.stringify({ greeting: { long: dialects[name].sentence }, ...plural }, null, 2) },
  stored: { ...stored, "greeting.long": { cs: dialects[name].storedSentence } }
})

const po = (format: string, name: DialectName, argument: string = positions.argument): FormatRow => {
  const { sentence, storedSentence, forms, storedNumber } = dialects[name]
  const [one, few, other] = forms
  return {
    format,
    extension: "po",
    files: {
      cs: String.raw`msgid ""
msgstr ""
"Language: cs\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=3; plural=(n == 1 ? 0 : (n >= 2 && n <= 4) ? 1 : 2)\n"
"X-Generator: Dragoman\n"

msgid "one ship"
msgid_plural "many ships"
msgstr[0] "${one}"
msgstr[1] "${few}"
msgstr[2] "${other}"

msgctxt "page"
msgid "greeting"
msgstr "${sentence}"
`
    },
    stored: {
      "one ship": { cs: storedPlural(argument, storedNumber) },
      "page\u0004greeting": { cs: storedSentence }
    }
  }
}

const yaml = (format: string, name: DialectName): FormatRow => ({
  format,
  extension: "yaml",
  files: { cs: `greeting:\n  long: "${dialects[name].sentence}"\nships:\n- "Ostara"\n- "Vlna"\n` },
  stored: {
    "greeting.long": { cs: dialects[name].storedSentence },
    "ships[0]": { cs: "Ostara" },
    "ships[1]": { cs: "Vlna" }
  }
})

const xliff = (format: string, name: DialectName): FormatRow => {
  const { sentence, storedSentence } = dialects[name]
  const file = (tag: string, target: string) => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file datatype="plaintext" original="" source-language="en" target-language="${tag}">
    <header>
      <tool tool-id="dragoman" tool-name="Dragoman"/>
    </header>
    <body>
      <trans-unit id="greeting">
        <source xml:space="preserve">Ahoy &amp; welcome</source>
        <target xml:space="preserve">${target}</target>
      </trans-unit>
    </body>
  </file>
</xliff>
`
  return {
    format,
    extension: "xliff",
    namesLanguages: true,
    files: {
      en: file("en", "Ahoy &amp; welcome"),
      cs: file("cs", sentence.replaceAll("<", "&lt;").replaceAll(">", "&gt;"))
    },
    stored: { greeting: { en: "Ahoy & welcome", cs: storedSentence } }
  }
}

const properties = (
  format: string,
  name: DialectName,
  [ships, storedShips]: readonly [string, FormatRow["stored"]]
): FormatRow => ({
  format,
  extension: "properties",
  files: { cs: `greeting = ${dialects[name].sentence}\n${ships}` },
  stored: { greeting: { cs: dialects[name].storedSentence }, ...storedShips }
})

const resx = (): FormatRow => ({
  format: "RESX_ICU",
  extension: "resx",
  files: {
    cs: `<?xml version="1.0" encoding="utf-8"?>
<root>
${["resmimetype text/microsoft-resx", "version 2.0", resxHeader("Reader"), resxHeader("Writer")]
  .map((line) => line.split(/ (.*)/s))
  .map(([name, value]) => `  <resheader name="${name}">\n    <value>${value}</value>\n  </resheader>\n`)
  .join("")}  <data name="greeting" xml:space="preserve">
    <value>${names.storedSentence}</value>
    <comment>Above the harbour</comment>
  </data>
  <data name="ships" xml:space="preserve">
    <value>${icuPlural}</value>
  </data>
</root>
`
  },
  stored: { greeting: { cs: names.storedSentence }, ships: { cs: storedIcuPlural } }
})

const resxHeader = (part: "Reader" | "Writer"): string =>
  `${part.toLowerCase()} System.Resources.ResXResource${part}, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089`

/** One file with all languages of the project; the texts of the others are empty. */
const csv = (format: string, name: DialectName): FormatRow => ({
  format,
  extension: "csv",
  namesLanguages: true,
  files: { all: `"key","cs","de","en"\n"greeting","${dialects[name].sentence}","","Ahoy, ""friend"""\n` },
  stored: { greeting: { cs: dialects[name].storedSentence, en: 'Ahoy, "friend"' } }
})

const xcstrings = (): FormatRow => {
  const unit = (value: string) => ({ stringUnit: { state: "needs_review", value } })
  const catalog = {
    sourceLanguage: "en",
    strings: {
      greeting: {
        comment: "Above the harbour",
        extractionState: "manual",
        localizations: { cs: unit("%@ má %lld lodí"), en: unit("Ahoy") }
      },
      ships: {
        localizations: {
          cs: { variations: { plural: { few: unit("%lld lodě"), one: unit("%lld loď"), other: unit("%lld lodí") } } },
          en: { variations: { plural: { other: unit("ships") } } }
        }
      }
    },
    version: "1.0"
  }
  return {
    format: "APPLE_XCSTRINGS",
    extension: "xcstrings",
    namesLanguages: true,
    // Xcode puts a space before the colon.
    files: { Localizable: JSON.stringify(catalog, null, 2).replaceAll('": ', '" : ') },
    stored: {
      greeting: { cs: positions.storedSentence, en: "Ahoy" },
      ships: { cs: storedPlural("0", "# "), en: "{0, plural,\nother {ships}\n}" }
    }
  }
}

const resources = (format: "ANDROID_XML" | "COMPOSE_XML"): FormatRow => {
  const [one, few, other] = dialects.JAVA.forms
  const root = format === "ANDROID_XML" ? ' xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"' : ""
  return {
    format,
    extension: "xml",
    // An export has the same paths.
    pathOf: (tag) => `values-${tag}/strings`,
    files: {
      cs: `<?xml version="1.0" encoding="utf-8"?>
<resources${root}>
    <!-- Above the harbour -->
    <string name="greeting">${dialects.JAVA.sentence}</string>
    <string-array name="names">
        <item>Ostara</item>
        <item><![CDATA[<b>Vlna</b> & co.]]></item>
    </string-array>
    <plurals name="ships">
        <item quantity="one">${one}</item>
        <item quantity="few">${few}</item>
        <item quantity="many">${other}</item>
        <item quantity="other">${other}</item>
    </plurals>
</resources>
`
    },
    stored: {
      greeting: { cs: positions.storedSentence },
      "names[0]": { cs: "Ostara" },
      "names[1]": { cs: "<b>Vlna</b> & co." },
      ships: { cs: "{0, plural,\none {# loď}\nfew {# lodě}\nmany {# lodí}\nother {# lodí}\n}" }
    }
  }
}

const appleXliff = (): FormatRow => {
  const unit = (id: string, source: string, target: string) => `      <trans-unit id="${id}" xml:space="preserve">
        <source>${source}</source>
        <target>${target}</target>
      </trans-unit>
`
  const fileElement = (tag: string, original: string, units: string) =>
    `  <file original="${original}" source-language="en" target-language="${tag}" datatype="plaintext">
    <header>
      <tool tool-id="dragoman" tool-name="Dragoman"/>
    </header>
    <body>
${units}    </body>
  </file>
`
  const form = (keyword: string) => `/ships:dict/n:dict/${keyword}:dict/:string`
  const file = (tag: string, greeting: string, forms: ReadonlyArray<readonly [keyword: string, text: string]>) => {
    const definition = unit("/ships:dict/NSStringLocalizedFormatKey:dict/:string", "%#@n@", "%#@n@")
    const english = (keyword: string) => (keyword === "one" ? "%lld ship" : "%lld ships")
    const plural = forms.map(([keyword, text]) => unit(form(keyword), english(keyword), text))
    const texts = unit("greeting", "Ahoy %@", greeting)
    const elements = [
      fileElement(tag, "App/en.lproj/Main.strings", texts),
      fileElement(tag, "App/en.lproj/Main.stringsdict", definition + plural.join(""))
    ]
    return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
${elements.join("")}</xliff>
`
  }
  const forms = ["one", "other"] as const
  return {
    format: "APPLE_XLIFF",
    extension: "xliff",
    namesLanguages: true,
    files: {
      en: file(
        "en",
        "Ahoy %@",
        forms.map((keyword) => [keyword, keyword === "one" ? "%lld ship" : "%lld ships"])
      ),
      de: file("de", "Ahoi %@", [
        ["one", "%lld Schiff"],
        ["other", "%lld Schiffe"]
      ])
    },
    stored: {
      greeting: { en: "Ahoy {0}", de: "Ahoi {0}" },
      ships: {
        en: "{0, plural,\none {# ship}\nother {# ships}\n}",
        de: "{0, plural,\none {# Schiff}\nother {# Schiffe}\n}"
      }
    }
  }
}

const arb = (): FormatRow => {
  const file = (tag: string, text: string, described: string) =>
    `{\n  "@@locale" : "${tag}",\n  "greeting" : "${text}"${described}\n}\n`
  const description = `,
  "@greeting" : {
    "description" : "Above the harbour",
    "placeholders" : {
      "name" : {
        "type" : "String"
      }
    }
  }`
  return {
    format: "FLUTTER_ARB",
    extension: "arb",
    pathOf: (tag) => `app_${tag}`,
    files: { en: file("en", "Ahoy {name}", description), cs: file("cs", "Ahoj {name}", "") },
    stored: { greeting: { en: "Ahoy {name}", cs: "Ahoj {name}" } }
  }
}

const icuShips = [{ ships: icuPlural }, { ships: { cs: storedIcuPlural } }] as const
const noShips = [{}, {}] as const
const [oneShip, fewShips, otherShips] = dialects.I18NEXT.forms
const [oneRuby, fewRuby, otherRuby] = dialects.RUBY.forms

const rows: ReadonlyArray<FormatRow> = [
  json("JSON_TOLGEE", "ICU", ...icuShips),
  json("JSON_ICU", "ICU", ...icuShips),
  json("JSON_C", "C", ...noShips),
  json("JSON_PHP", "PHP", ...noShips),
  json("JSON_JAVA", "JAVA", ...noShips),
  json("JSON_RUBY", "RUBY", ...noShips),
  {
    format: "JSON_I18NEXT",
    extension: "json",
    files: {
      cs: JSON.stringify(
        { greeting: dialects.I18NEXT.sentence, ship_one: oneShip, ship_few: fewShips, ship_other: otherShips },
        null,
        2
      )
    },
    stored: {
      greeting: { cs: names.storedSentence },
      ship: { cs: storedPlural("count", dialects.I18NEXT.storedNumber) }
    }
  },
  po("PO_ICU", "ICU", "value"),
  po("PO_C", "C"),
  po("PO_PHP", "PHP"),
  po("PO_JAVA", "JAVA"),
  po("PO_RUBY", "RUBY", "count"),
  po("PO_PYTHON", "PYTHON"),
  po("PO_PYTHON_BRACE", "PYTHON_BRACE"),
  yaml("YAML_ICU", "ICU"),
  yaml("YAML_PHP", "PHP"),
  yaml("YAML_JAVA", "JAVA"),
  {
    format: "YAML_RUBY",
    extension: "yaml",
    files: {
      cs: `cs:
  greeting: "${dialects.RUBY.sentence}"
  ships:
    one: "${oneRuby}"
    few: "${fewRuby}"
    other: "${otherRuby}"
`
    },
    stored: { greeting: { cs: names.storedSentence }, ships: { cs: storedIcuPlural } }
  },
  properties("PROPERTIES_ICU", "ICU", [`ships = ${icuPlural}\n`, { ships: { cs: storedIcuPlural } }]),
  properties("PROPERTIES_JAVA", "JAVA", ["", {}]),
  resx(),
  xcstrings(),
  csv("CSV_ICU", "ICU"),
  csv("CSV_PHP", "PHP"),
  csv("CSV_JAVA", "JAVA"),
  csv("CSV_RUBY", "RUBY"),
  resources("ANDROID_XML"),
  resources("COMPOSE_XML"),
  arb(),
  appleXliff(),
  xliff("XLIFF_ICU", "ICU"),
  xliff("XLIFF_PHP", "PHP"),
  xliff("XLIFF_JAVA", "JAVA"),
  xliff("XLIFF_RUBY", "RUBY")
]

/** A language has two files, which are pushed one after the other. */
const stringsCase: CliCase = {
  name: "APPLE_STRINGS: what was pushed is stored as ICU messages, and both files come back",
  run: async ({ writeFiles, readFiles, done, content }) => {
    const pair = (name: string, text: string) => `      <key>${name}</key>\n      <string>${text}</string>\n`
    const files = {
      "cs.lproj/Localizable.strings": '/* Above the harbour */\n"greeting" = "Ahoj %@";\n',
      "cs.lproj/Localizable.stringsdict": `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>ships</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@format@</string>
    <key>format</key>
    <dict>
${pair("NSStringFormatSpecTypeKey", "NSStringPluralRuleType")}${pair("NSStringFormatValueTypeKey", "lld")}${pair("one", "%lld loď")}${pair("few", "%lld lodě")}${pair("other", "%lld lodí")}    </dict>
  </dict>
</dict>
</plist>
`
    }
    writeFiles(Object.fromEntries(Object.entries(files).map(([path, text]) => [`in/${path}`, text])))
    for (const extension of ["strings", "stringsdict"]) {
      const template = `…/in/{languageTag}.lproj/Localizable.${extension}`
      await done(["--format", "APPLE_STRINGS", "push", "--files-template", template])
    }
    assert.deepStrictEqual(await content(), {
      greeting: { cs: "Ahoj {0}" },
      ships: { cs: storedPlural("0", "# ") }
    })
    await done(["--format", "APPLE_STRINGS", "pull", "--path", "out"])
    assert.deepStrictEqual(readFiles("out"), files)
  }
}

/** `push` and `pull` of every format that the server has both ways and whose files are texts. */
const roundTripCases = rows.map(
  (row): CliCase => ({
    name: `${row.format}: what was pushed is stored as ICU messages, and comes back`,
    run: async ({ writeFiles, readFiles, done, content }) => {
      const { format, extension, files, stored, pathOf = (tag: string) => tag, namesLanguages } = row
      const pushed = Object.fromEntries(
        Object.entries(files).map(([tag, text]) => [`${pathOf(tag)}.${extension}`, text])
      )
      writeFiles(Object.fromEntries(Object.entries(pushed).map(([path, text]) => [`in/${path}`, text])))
      const template = `…/in/${namesLanguages ? "*" : pathOf("{languageTag}")}.${extension}`
      await done(["--format", format, "push", "--files-template", template])
      assert.deepStrictEqual(await content(), stored)
      await done(["--format", format, "pull", "--path", "out", "--support-arrays"])
      assert.deepStrictEqual(readFiles("out"), pushed)
    }
  })
)

const workbookDialects: ReadonlyArray<DialectName> = ["ICU", "PHP", "JAVA", "RUBY"]

/** Workbooks are binary: the one that is pushed was pulled before, and a text changed meanwhile. */
const workbookCases: ReadonlyArray<CliCase> = workbookDialects.map((name) => ({
  name: `XLSX_${name}: what was pulled is pushed back, and comes again with the same bytes`,
  run: async ({ give, done, call, content, readFiles }) => {
    const greeting = { cs: dialects[name].storedSentence, en: "=1+1" }
    await give([{ name: "greeting", translations: greeting }])
    const format = ["--format", `XLSX_${name}`]
    await done([...format, "pull", "--path", "in"])
    await call("POST", "…/translations", { key: "greeting", translations: { cs: "jiný", en: "other" } })
    await done([...format, "push", "--files-template", "…/in/*.xlsx", "--force-mode", "OVERRIDE"])
    assert.deepStrictEqual(await content(), { greeting })
    await done([...format, "pull", "--path", "out"])
    assert.deepStrictEqual(Object.keys(readFiles("out")), ["all.xlsx"])
    assert.deepStrictEqual(readFiles("out"), readFiles("in"))
  }
}))

/** Every format that the server has. */
export const formatCases: ReadonlyArray<CliCase> = [...roundTripCases, ...workbookCases, stringsCase]
