import { readFileSync } from "node:fs"
import { parseMessage } from "@dragoman/formats"
import { type CheckedText, checkText } from "@dragoman/formats/check"
import { importsWithChecks } from "./follower-benchmarks.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"

const rounds = 9
const languageTags = ["de", "cs", "ar"]

/** Processor time that the checks of one text may take, with its base text. */
const textMicrosMax = 40

/** The console's texts with their English base texts. */
const consoleTexts = (): ReadonlyArray<CheckedText> => {
  const read = (languageTag: string): Readonly<Record<string, string>> =>
    JSON.parse(readFileSync(new URL(`../../../apps/web/src/base/texts/${languageTag}.json`, import.meta.url), "utf8"))
  const base = read("en")
  return languageTags.flatMap((languageTag) =>
    Object.entries(read(languageTag)).map(([key, text]) => ({
      text,
      languageTag,
      base: { text: base[key] ?? "", languageTag: "en" },
      isPlural: false,
      isIcu: true,
      maxCharLimit: null
    }))
  )
}

/** One expression for each rule: the least that a check of texts costs. */
const expressions = [
  /^\s*$/,
  /\{\s*\w+\s*,\s*plural/,
  /^\P{L}*(\p{L})/u,
  /(\p{L}[\p{L}\p{N}]*)[ \u00A0]+\1(?!\p{L})/iu,
  /[.,!?:;]$/,
  /^\s|\s$/,
  /\S {2,}\S/,
  /\n\s*\n/,
  /\d+(?:[.,]\d+)*/,
  /[$€£¥@#&©®™°]/,
  /[()[\]]/,
  /\([^)]*$/,
  /(?:https?|ftp):\/\/[^\s<>"']+|www\.[^\s<>"']+/,
  /[\w.+-]+@[\w-]+\.\w+/,
  /\{\s*\w+\s*[,}]/,
  /%(?:\d+\$)?[sdif@]/,
  /<\/?\w+[^<>]*>/,
  /&\w+;/,
  /\[[^\]]+\]\([^)]*\)/
]

const countMatches = ({ text, base }: CheckedText): number =>
  expressions.filter((expression) => expression.test(text) !== expression.test(base?.text ?? "")).length

const parseBoth = ({ text, base }: CheckedText): number =>
  [parseMessage(text), parseMessage(base?.text ?? "")].filter(({ kind }) => kind === "error").length

/** All checks that are on in a new project: of single texts, and in imports. */
export const checksBenchmarks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => [
  ...checkedTexts(),
  ...(await importsWithChecks(folder, share))
]

/** Processor time of checks against parsing alone and against naive expressions. */
const checkedTexts = (): ReadonlyArray<Result> => {
  const texts = consoleTexts()
  const time = (run: (text: CheckedText) => unknown): number => {
    const before = process.cpuUsage()
    for (const text of texts) run(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / texts.length
  }
  const oneRound = () => ({
    checks: time((text) => checkText(text)),
    naive: time(countMatches),
    parsing: time(parseBoth)
  })
  oneRound()
  const measured = Array.from({ length: rounds }, oneRound)
  const micros = (name: "checks" | "naive" | "parsing") => measured.map((one) => one[name])
  return [
    {
      name: `${texts.length} texts of the console with their base texts checked`,
      measured: `${medianWithRange(micros("checks"), 1)} µs of processor time a text`,
      target: `≤ ${textMicrosMax} µs`,
      reached: median(micros("checks")) <= textMicrosMax,
      detail: `${round(median(micros("naive")), 1)} µs for ${expressions.length} naive expressions, ${round(median(micros("parsing")), 1)} µs for parsing both as ICU messages`
    }
  ]
}
