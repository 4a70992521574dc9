import { strict as assert } from "node:assert"
import { defaultReadOptions, readTranslationFile } from "@dragoman/formats"
import { po } from "gettext-parser"
import { keyNameOf, textOf } from "./content-seed.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"

const entries = 100_000
const rounds = 5

const poFile = (): Buffer => {
  const lines = ['msgid ""', 'msgstr ""', '"Language: de\\n"', '"Content-Type: text/plain; charset=UTF-8\\n"', ""]
  for (let index = 0; index < entries; index++) {
    lines.push(`#. ${textOf(index, "note")}`, `#: src/${keyNameOf(index)}.ts:${index}`)
    lines.push(`msgid "${keyNameOf(index)}"`, `msgstr "${textOf(index, "de")}"`, "")
  }
  return Buffer.from(lines.join("\n"))
}

/** PO files of 100,000 entries, read to keys and ICU texts, against `gettext-parser`, which reads entries only. */
export const poBenchmarks = (): ReadonlyArray<Result> => {
  const file = poFile()
  const own = () => {
    const read = readTranslationFile(file, { ...defaultReadOptions, path: "de.po" })
    if (read.kind === "failure") throw new Error(read.message)
    return read.translations.length
  }
  const floor = () => Object.keys(po.parse(file).translations[""] ?? {}).length - 1
  assert.equal(own(), floor())
  const time = (run: () => number): number => {
    const startedAt = performance.now()
    run()
    return performance.now() - startedAt
  }
  const measured = Array.from({ length: rounds }, () => ({ floor: time(floor), own: time(own) }))
  const ratios = measured.map((one) => one.own / one.floor)
  return [
    {
      name: "PO file of 100,000 entries read",
      measured: `${medianWithRange(ratios)} × gettext-parser`,
      target: "< 1 ×",
      reached: median(ratios) < 1,
      detail: `${round(median(measured.map((one) => one.own)), 0)} ms, gettext-parser ${round(median(measured.map((one) => one.floor)), 0)} ms, ${round(file.byteLength / 1024 / 1024, 1)} MB`
    }
  ]
}
