import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const textsFolder = new URL("../../../apps/web/src/base/texts/", import.meta.url)
const textFiles = ["en.json", "error/en.json", "finding/en.json", "check/en.json"]

/** The console's own English texts, from which others are made. */
const realTexts = (): ReadonlyArray<string> =>
  textFiles.flatMap((file) => Object.values<string>(JSON.parse(readFileSync(new URL(file, textsFolder), "utf8"))))

/** Words of the documentation: the vocabulary of the console alone is smaller than that of a million texts. */
const documentedWords = (): ReadonlyArray<string> => {
  const cwd = fileURLToPath(new URL("../../../", import.meta.url))
  const files = globSync(["docs/**/*.md", "CHANGELOG.md"], { cwd }).toSorted()
  return files.flatMap((file) => readFileSync(`${cwd}${file}`, "utf8").match(/(?<![\w`.-])\p{L}{2,}(?![\w`-])/gu) ?? [])
}

/** Returns numbers from 0 to below 1, the same for a seed (mulberry32). */
const makeRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Makes texts that look like those of programs: real ones with changed words, chains of words that follow each other, joined ones. */
const makeTexts = (random: () => number) => {
  const real = realTexts()
  const pick = <A>(values: ReadonlyArray<A>): A | undefined => values[Math.floor(random() * values.length)]
  const allWords = real.flatMap((text) => text.split(" "))
  const plainWords = [...allWords.filter((word) => /^\p{L}+[.,:]?$/u.test(word)), ...documentedWords()]
  const followers = Map.groupBy(
    real.flatMap((text) => {
      const words = text.split(" ")
      return words.slice(1).map((word, index) => ({ before: words[index] ?? "", word }))
    }),
    ({ before }) => before
  )
  const changed = (text: string, share: number): string =>
    text
      .split(" ")
      .map((word) => (/^\p{L}+$/u.test(word) && random() < share ? (pick(plainWords) ?? word) : word))
      .join(" ")
  const chained = (): string => {
    const words = [pick(real)?.split(" ")[0] ?? ""]
    const length = 2 + Math.floor(random() * random() * 16)
    while (words.length < length)
      words.push(pick(followers.get(words.at(-1) ?? "") ?? [])?.word ?? pick(plainWords) ?? "")
    return words.join(" ")
  }
  const one = (): string => {
    const kind = random()
    const text = pick(real) ?? ""
    if (kind < 0.45) return changed(text, 0.5)
    if (kind < 0.9) return chained()
    return `${changed(text, 0.3)} ${changed(pick(real) ?? "", 0.3)}`
  }
  return { one, changed }
}

/** Distinct base texts; the same for each call. */
export const baseTexts = (count: number): ReadonlyArray<string> => {
  const { one } = makeTexts(makeRandom(35))
  const texts = new Set<string>()
  while (texts.size < count) texts.add(one())
  return [...texts]
}

/** Texts to look up: near copies of base texts, and others. */
export const askedTexts = (texts: ReadonlyArray<string>, count: number): ReadonlyArray<string> => {
  const random = makeRandom(36)
  const { one, changed } = makeTexts(random)
  return Array.from({ length: count }, () =>
    random() < 0.6 ? changed(texts[Math.floor(random() * texts.length)] ?? "", 0.15) : one()
  )
}
