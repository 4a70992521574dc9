import { buildTermIndex, findTerms, type IndexedTerm } from "@dragoman/domain/glossary"
import { seededRandom } from "@dragoman/formats/testing"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"

const termCount = 10_000
const textUtf16Units = 10_000
const rounds = 21
/** Rounds after which the programs are as fast as they get. */
const firstRounds = 60

const findMillisMax = 2
const buildMillisMax = 60

/** Syllables of which words are made, and endings with which the text has them. */
const languages = [
  {
    languageTag: "en",
    syllables: "ac ba con der ex for ger in kel lo men nor o per qui re sta ter un ver wi".split(" "),
    endings: ["", "", "s", "ed", "ing"]
  },
  {
    languageTag: "de",
    syllables:
      "auf ber dach eis feld gang holz kern licht mond nagel ort pfad quell rand stein turm ufer vogel wald zahn zweig".split(
        " "
      ),
    endings: ["", "", "en", "s", "er"]
  }
] as const

/** The search for all terms of large glossaries in a long text, against searching for each of them. */
export const termsBenchmarks = (): ReadonlyArray<Result> => languages.map(measureLanguage)

const measureLanguage = ({ languageTag, syllables, endings }: (typeof languages)[number]): Result => {
  const { terms, text } = makeSample(syllables, endings)
  const index = buildTermIndex(languageTag, terms)
  const find = () => findTerms(index, text)
  const lower = text.toLowerCase()
  const searchEach = () => terms.filter((term) => lower.includes(term.text))
  const measure = (run: () => unknown): ReadonlyArray<number> => {
    for (let round = 0; round < firstRounds; round++) run()
    return Array.from({ length: rounds }, () => millisOf(run))
  }
  const finding = measure(find)
  const building = measure(() => buildTermIndex(languageTag, terms))
  const each = measure(searchEach)
  return {
    name: `${termCount.toLocaleString("en")} terms in ${text.length.toLocaleString("en")} characters (${languageTag})`,
    measured: `${medianWithRange(finding, 2)} ms to find ${find().length} matches, ${medianWithRange(building, 0)} ms to build the index`,
    target: `≤ ${findMillisMax} ms, built in ≤ ${buildMillisMax} ms`,
    reached: median(finding) <= findMillisMax && median(building) <= buildMillisMax,
    detail: `${round(median(each), 1)} ms to search for each term, of which ${searchEach().length} are there in any place`
  }
}

const millisOf = (run: () => unknown): number => {
  const { user, system } = process.cpuUsage()
  run()
  const after = process.cpuUsage({ user, system })
  return (after.user + after.system) / 1_000
}

const makeSample = (syllables: ReadonlyArray<string>, endings: ReadonlyArray<string>) => {
  const random = seededRandom(36)
  const pick = <Item>(items: ReadonlyArray<Item>): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error("Nothing to pick from")
    return item
  }
  const word = () => Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join("")
  const words = Array.from({ length: 6_000 }, word)
  const terms: ReadonlyArray<IndexedTerm<number>> = Array.from({ length: termCount }, (_, value) => ({
    text: Array.from({ length: 1 + (value % 3) }, () => pick(words)).join(" "),
    isCaseSensitive: false,
    value
  }))
  let text = ""
  while (text.length < textUtf16Units) {
    // Half of it are terms in some form, the rest other words.
    const next = random() < 0.3 ? pick(terms).text : word()
    text += `${next}${pick(endings)}${random() < 0.1 ? ". " : " "}`
  }
  return { terms, text: text.slice(0, textUtf16Units) }
}
