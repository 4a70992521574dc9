import { type CheckType, checkTypes } from "@dragoman/formats/check"
import { type CheckReport, type Label, readLabels, reportsOf } from "./check-reports.ts"
import { pairsIn, type TextPair } from "./text-pairs.ts"

// Runs the checks that are on by default over pairs of real texts, English and another language, and prints how often each type
// reports and how often it is wrong, by the labels of `check-labels.txt`. `--draw N` prints the next N reports without a label.
// `npm run -s exec -- node tooling/compat/src/real-files/count-checks.ts FOLDER [--draw N] [--type TYPE]`

const args = process.argv.slice(2)
const optionOf = (name: string): string | null => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? null) : null)
const [folder = "."] = args
const type = optionOf("--type")
const drawn = Number(optionOf("--draw") ?? 0)

const pairs = pairsIn(folder)
const reports = reportsOf(pairs)
const labels = readLabels()

/** One line a report: its id, then language, base text and text, and the place that it names. */
const printReport = ({ id, pair, finding }: CheckReport): string => {
  const { languageTag, base, text } = pair
  const place = finding.start === null ? "" : ` @${finding.start}-${finding.end} ${JSON.stringify(finding.replacement)}`
  const params = Object.values(finding.params ?? {}).join(" ")
  return `${id} | ${languageTag} | ${JSON.stringify(base)} | ${JSON.stringify(text)} | ${params}${place}`
}

const oneIn = (count: number, all: number): string => (count === 0 ? "" : Math.round(all / count).toLocaleString("en"))

const printTable = (): string => {
  const rows = checkTypes
    .map((type) => rowOf(type))
    .filter(({ found }) => found > 0)
    .sort((one, other) => other.found - one.found)
  const wrong = rows.reduce((sum, row) => sum + row.wrongInAll, 0)
  const count = (name: "found" | "read" | Label) => rows.reduce((sum, row) => sum + row[name], 0)
  return [
    "| type | reports | one text in | read | right | taste | wrong | one false report in … texts |",
    "|---|---|---|---|---|---|---|---|",
    ...rows.map(
      ({ type, found, texts, read, right, taste, wrong, wrongInAll }) =>
        `| \`${type}\` | ${found} | ${oneIn(texts, pairs.length)} | ${read} | ${right} | ${taste} | ${wrong} | ${oneIn(wrongInAll, pairs.length)} |`
    ),
    `| all | ${count("found")} | ${oneIn(new Set(reports.map(({ pair }) => pair)).size, pairs.length)} | ${count("read")} | ${count("right")} | ${count("taste")} | ${count("wrong")} | ${oneIn(wrong, pairs.length)} |`,
    ""
  ].join("\n")
}

/** Counts of one type. The share of wrong reports among those read is taken for that of all. */
const rowOf = (type: CheckType) => {
  const all = reports.filter(({ finding }) => finding.type === type)
  const read = all.flatMap(({ id }) => labels.get(id) ?? [])
  const count = (label: Label) => read.filter((one) => one === label).length
  const wrong = count("wrong")
  return {
    type,
    found: all.length,
    texts: new Set(all.map(({ pair }): TextPair => pair)).size,
    read: read.length,
    right: count("right"),
    taste: count("taste"),
    wrong,
    wrongInAll: read.length === 0 ? 0 : (all.length * wrong) / read.length
  }
}

if (drawn > 0) {
  const candidates = reports.filter(({ id, finding }) => !labels.has(id) && (type === null || finding.type === type))
  for (const report of candidates.slice(0, drawn)) process.stdout.write(`${printReport(report)}\n`)
} else {
  const languages = new Set(pairs.map(({ languageTag }) => languageTag))
  process.stdout.write(`${pairs.length} pairs in ${languages.size} languages\n${printTable()}`)
}
