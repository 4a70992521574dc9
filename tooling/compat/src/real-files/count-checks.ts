import { readdirSync, readFileSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { defaultReadOptions, isSupportedPath, readTranslationFile } from "@dragoman/formats"
import { type CheckFinding, checkText, defaultCheckTypes, sentenceOf } from "@dragoman/formats/check"

// Runs the checks that are on by default over pairs of real texts, English and another language, and counts how many texts each type
// reports. Files are named `project--language--file`. `--sample N` prints N findings, drawn with the seed 7.
// `npm run -s exec node tooling/compat/src/real-files/count-checks.ts FOLDER [--sample N] [--type TYPE]`

interface Pair {
  readonly path: string
  readonly languageTag: string
  readonly keyName: string
  readonly base: string
  readonly text: string
}

const isEnglish = (languageTag: string): boolean => /^en\b/i.test(languageTag.replaceAll("_", "-"))

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => isSupportedPath(path) && statSync(path).isFile())
    .sort()

/** Texts by language and key; a language that the file does not name is that of its path. */
const textsOf = (path: string): ReadonlyArray<{ languageTag: string; keyName: string; text: string }> => {
  const [, tag = ""] = basename(path).split("--")
  const read = readTranslationFile(readFileSync(path), { ...defaultReadOptions, path: `${tag}/${basename(path)}` })
  if (read.kind !== "file") return []
  const isAlone = read.languages.length === 1
  return read.translations.map(({ languageName, keyName, text }) => ({
    languageTag: isAlone && !isEnglish(languageName) ? tag : languageName,
    keyName,
    text: text ?? ""
  }))
}

const pairsIn = (folder: string): ReadonlyArray<Pair> => {
  const groups = new Map<string, Array<string>>()
  for (const path of filesIn(folder)) {
    const group = `${dirname(path)}/${basename(path).split("--")[0]}`
    groups.set(group, [...(groups.get(group) ?? []), path])
  }
  const pairs: Array<Pair> = []
  for (const paths of groups.values()) {
    const texts = paths.flatMap((path) => textsOf(path).map((one) => ({ ...one, path })))
    const english = new Map(
      texts.filter(({ languageTag }) => isEnglish(languageTag)).map((one) => [one.keyName, one.text])
    )
    for (const { languageTag, keyName, text, path } of texts) {
      const base = english.get(keyName)
      if (isEnglish(languageTag) || base === undefined || base === "" || text === "") continue
      pairs.push({ path, languageTag, keyName, base, text })
    }
  }
  return pairs
}

const args = process.argv.slice(2)
const optionOf = (name: string): string | null => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? null) : null)
const [folder = "."] = args
const only = optionOf("--type")
const sample = Number(optionOf("--sample") ?? 0)

const pairs = pairsIn(folder)
const found: Array<{ readonly pair: Pair; readonly finding: CheckFinding }> = []
const textsByType = new Map<string, number>()
const before = process.cpuUsage()
for (const pair of pairs) {
  const findings = checkText(
    {
      text: pair.text,
      languageTag: pair.languageTag,
      base: { text: pair.base, languageTag: "en" },
      isPlural: false,
      isIcu: true,
      maxCharLimit: null
    },
    defaultCheckTypes
  )
  for (const finding of findings) found.push({ pair, finding })
  for (const type of new Set(findings.map((one) => one.type))) textsByType.set(type, (textsByType.get(type) ?? 0) + 1)
}
const { user, system } = process.cpuUsage(before)
const languages = new Set(pairs.map(({ languageTag }) => languageTag))

/** A generator with a seed, so that a sample can be drawn again. */
let state = 7
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

const candidates = found.filter(({ finding }) => only === null || finding.type === only)
for (let index = 0; index < sample && candidates.length > 0; index++) {
  const [one] = candidates.splice(Math.floor(random() * candidates.length), 1)
  if (one === undefined) break
  const { pair, finding } = one
  const place = finding.start === null ? "" : ` [${finding.start}, ${finding.end}]`
  process.stdout.write(
    `${finding.type}: ${sentenceOf(finding)}${place}\n  ${pair.languageTag} ${basename(pair.path)} ${pair.keyName}\n  ${JSON.stringify(pair.base)}\n  ${JSON.stringify(pair.text)}\n`
  )
}
process.stdout.write(
  `${pairs.length} pairs in ${languages.size} languages; ${Math.round((user + system) / pairs.length)} µs a text\n`
)
for (const [type, count] of [...textsByType].sort(([, one], [, other]) => other - one)) {
  process.stdout.write(`${type}: ${count} texts, 1 in ${Math.round(pairs.length / count)}\n`)
}
