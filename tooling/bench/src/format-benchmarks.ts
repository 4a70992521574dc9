import { strict as assert } from "node:assert"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import {
  defaultReadOptions,
  type ExportedEntry,
  findExportFormat,
  isMultilingual,
  readTranslationFile,
  type WriteOptions
} from "@dragoman/formats"
import { parse as parseFluent } from "@fluent/syntax"
import { parse as parseProperties } from "dot-properties"
import { unzipSync, zipSync } from "fflate"
import { po } from "gettext-parser"
import { load } from "js-yaml"
import { parse as parseJson } from "jsonc-parser"
import papaparse from "papaparse"
import { SaxesParser } from "saxes"
import { keyNameOf, textOf } from "./content-seed.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"

const entryCount = 100_000
const rounds = 5
const readTarget = 1.5
const writeTarget = 2
const memoryTarget = 6

interface Syntax {
  readonly format: string
  readonly path: string
  /**
   * Another parser of the syntax alone, and its name. Of these only saxes and `@fluent/syntax` know places, all decode
   * escapes, and none looks for placeholders or makes keys.
   */
  readonly parser: string
  readonly parse: (bytes: Buffer) => unknown
  /** The lines of one entry, as the format has them; name, text and note are escaped already. */
  readonly lines: (name: string, text: string, note: string | null, row: number) => string
  /** Absent = a file is its text. */
  readonly pack?: (text: Buffer) => Uint8Array
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Elements, attributes and texts reach a handler, as they do in the readers here. */
const walk = (xml: string): number => {
  let count = 0
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.on("opentag", () => count++)
  parser.on("text", ({ length }) => {
    count += length
  })
  parser.on("closetag", () => count++)
  parser.write(xml).close()
  return count
}

const xml = (format: string, path: string, lines: Syntax["lines"]): Syntax => ({
  format,
  path,
  parser: "saxes",
  parse: (bytes) => walk(text(bytes)),
  lines
})

const json = (format: string, path: string, lines: Syntax["lines"]): Syntax => ({
  format,
  path,
  parser: "jsonc-parser",
  parse: (bytes) => parseJson(text(bytes)),
  lines
})

/** Lines that many formats have, with the note as a comment above. */
const noted = (sign: string, note: string | null, line: string): string =>
  note === null ? line : `${sign} ${note}\n${line}`

const element = (name: string, content: string | null, start = ""): string =>
  content === null ? "" : `${start}<${name}>${content}</${name}>\n`

/** The level of the writer of XLSX. */
const compressionLevel = 3

const syntaxes: ReadonlyArray<Syntax> = [
  json("JSON", "de.json", (name, value) => `  "${name}": "${value}",\n`),
  {
    format: "YAML",
    path: "de.yaml",
    parser: "js-yaml",
    parse: (bytes) => load(text(bytes)),
    lines: (name, value) => `${name}: "${value}"\n`
  },
  {
    format: "PO",
    path: "de.po",
    parser: "gettext-parser",
    parse: (bytes) => po.parse(bytes),
    lines: (name, value, note) => noted("#.", note, `msgid "${name}"\nmsgstr "${value}"\n\n`)
  },
  xml("XLIFF", "de.xliff", (name, value, note) => {
    const space = ' xml:space="preserve"'
    const texts = `        <source${space}>${value}</source>\n        <target${space}>${value}</target>\n`
    const remark = note === null ? "" : `        <note${space}>${note}</note>\n`
    return `      <trans-unit id="${name}">\n${texts}${remark}      </trans-unit>\n`
  }),
  xml("ANDROID_XML", "values-de/strings.xml", (name, value, note) => {
    const comment = note === null ? "" : `    <!-- ${note} -->\n`
    return `${comment}    <string name="${name}">${value}</string>\n`
  }),
  xml("RESX_ICU", "de.resx", (name, value, note) => {
    const parts = element("value", value, "    ") + element("comment", note, "    ")
    return `  <data name="${name}" xml:space="preserve">\n${parts}  </data>\n`
  }),
  json("FLUTTER_ARB", "app_de.arb", (name, value, note) => {
    const described = note === null ? "" : `  "@${name}" : {\n    "description" : "${note}"\n  },\n`
    return `  "${name}" : "${value}",\n${described}`
  }),
  {
    format: "PROPERTIES",
    path: "de.properties",
    parser: "dot-properties",
    parse: (bytes) => parseProperties(text(bytes)),
    lines: (name, value, note) => noted("#", note, `${name} = ${value}\n`)
  },
  {
    format: "CSV",
    path: "all.csv",
    parser: "papaparse",
    parse: (bytes) => papaparse.parse(text(bytes)),
    lines: (name, value) => `"${name}","${value}"\n`
  },
  {
    format: "XLSX",
    path: "all.xlsx",
    parser: "fflate and saxes",
    parse: (bytes) => Object.values(unzipSync(bytes)).map((part) => walk(text(part))),
    lines: (name, value, _, row) => {
      const cell = (column: string, content: string) =>
        `<c r="${column}${row}" s="1" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`
      return `<row r="${row}">${cell("A", name)}${cell("B", value)}</row>`
    },
    pack: (sheet) => zipSync({ sheet }, { level: compressionLevel })
  },
  {
    format: "FLUENT",
    path: "de.ftl",
    parser: "@fluent/syntax",
    parse: (bytes) => parseFluent(text(bytes), {}),
    lines: (name, value, note) => noted("#", note, `${name} = ${value}\n`)
  }
]

const options: WriteOptions = {
  messageFormat: "ICU",
  structureDelimiter: ".",
  supportArrays: false,
  escapeHtml: false,
  icuPlaceholders: true
}

const makeEntries = (): ReadonlyArray<ExportedEntry> =>
  Array.from({ length: entryCount }, (_, index): ExportedEntry => {
    const value = `${textOf(index, "de")}${index % 5 === 0 ? " {name}" : ""}`
    return {
      // A name that each of the formats can have.
      keyName: keyNameOf(index).replaceAll(".", "_"),
      description: index % 10 === 0 ? textOf(index, "note") : null,
      customValues: {},
      isPlural: false,
      text: value,
      baseText: value
    }
  }).sort((left, right) => (left.keyName < right.keyName ? -1 : 1))

/** The file in batches as an export writes it. */
const write = (name: string, entries: ReadonlyArray<ExportedEntry>): Buffer => {
  const format = findExportFormat(name)
  assert(format !== undefined)
  if (!isMultilingual(format)) {
    const result = format.write({ languageTag: "de", baseLanguageTag: "de", entries }, options)
    assert(result.kind === "file")
    return Buffer.from(result.content)
  }
  const writer = format.writeLanguages({ languageTags: ["de"], baseLanguageTag: "de" }, options)
  const chunks = []
  for (let start = 0; start < entries.length; start += 1_000) {
    const batch = entries.slice(start, start + 1_000).map(({ text: value, baseText: _, ...entry }) => ({
      ...entry,
      translations: [value === null ? null : { text: value, state: "TRANSLATED" as const }]
    }))
    chunks.push(writer.add(batch).content)
  }
  chunks.push(writer.end().content)
  return Buffer.concat(chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk))))
}

/**
 * Writes the format in the plainest way: puts each entry into a template of lines, escapes the signs of the syntax, joins the
 * lines, and packs them where the format is packed. The file has as many bytes as the writer's, because the length of a format
 * is not the writer's doing. It converts no placeholder and does not look for texts that an import would read differently.
 */
const buildPlainly = (entries: ReadonlyArray<ExportedEntry>, { lines, pack }: Syntax): Uint8Array => {
  const parts: Array<string> = []
  for (const { keyName, description, text: value } of entries) {
    const note = description === null ? null : escapeSigns(description)
    parts.push(lines(escapeSigns(keyName), escapeSigns(value ?? ""), note, parts.length + 2))
  }
  const built = Buffer.from(parts.join(""))
  return pack === undefined ? built : pack(built)
}

/** The baseline is none when it builds another amount. */
const sizeTolerance = 0.2

const assertSameSize = (written: Uint8Array, built: Uint8Array, format: string): void => {
  const ratio = built.length / written.length
  assert(Math.abs(ratio - 1) <= sizeTolerance, `${format}: plain text has ${round(ratio)} times the bytes`)
}

const escapeSigns = (value: string): string => value.replace(/[&<>"\\]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const millisOf = (run: () => unknown): number => {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

const collectGarbage = (() => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc") as () => void
})()

/** Returns how much memory a file keeps after it was read. */
const memoryBytes = (bytes: Buffer, path: string): number => {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const read = readTranslationFile(bytes, { ...defaultReadOptions, path })
  collectGarbage()
  const grown = process.memoryUsage().heapUsed - before
  assert(read.kind === "file" && read.keys.size === entryCount, path)
  return grown
}

/** A packed file is a few texts over and over to its compression; what its reader keeps are the texts. */
const unpackedBytes = (bytes: Buffer): number =>
  Object.values(unzipSync(bytes)).reduce((sum, part) => sum + part.length, 0)

/** 100,000 keys of one language, read to keys and ICU texts and written, format by format. */
export const formatBenchmarks = (): ReadonlyArray<Result> => {
  const entries = makeEntries()
  return syntaxes.flatMap((syntax) => {
    const { format, path, parser, parse } = syntax
    const bytes = write(format, entries)
    assertSameSize(bytes, buildPlainly(entries, syntax), format)
    const read = () => readTranslationFile(bytes, { ...defaultReadOptions, path })
    const measured = Array.from({ length: rounds }, () => ({
      parse: millisOf(() => parse(bytes)),
      read: millisOf(read),
      plain: millisOf(() => buildPlainly(entries, syntax)),
      write: millisOf(() => write(format, entries))
    }))
    const memory = memoryBytes(bytes, path)
    const share = memory / (syntax.pack === undefined ? bytes.length : unpackedBytes(bytes))
    const readRatios = measured.map((one) => one.read / one.parse)
    const writeRatios = measured.map((one) => one.write / one.plain)
    const millis = (name: keyof (typeof measured)[number]) => round(median(measured.map((one) => one[name])), 0)
    return [
      {
        name: `${format} read`,
        measured: `${medianWithRange(readRatios)} × ${parser}`,
        target: `≤ ${readTarget} ×`,
        reached: median(readRatios) <= readTarget,
        detail: `${millis("read")} ms, ${parser} ${millis("parse")} ms, ${round(bytes.length / 1e6, 1)} MB`
      },
      {
        name: `${format} written`,
        measured: `${medianWithRange(writeRatios)} × plain text`,
        target: `≤ ${writeTarget} ×`,
        reached: median(writeRatios) <= writeTarget,
        detail: `${millis("write")} ms, plain text ${millis("plain")} ms`
      },
      {
        name: `${format} in memory`,
        measured: `${round(share, 1)} × the file${syntax.pack === undefined ? "" : ", unpacked"}`,
        target: `≤ ${memoryTarget} ×`,
        reached: share <= memoryTarget,
        detail: `${round(memory / 1e6, 0)} MB, file ${round(bytes.length / 1e6, 1)} MB`
      }
    ]
  })
}
