import { readdirSync, readFileSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { defaultReadOptions, isSupportedPath, readTranslationFile } from "@dragoman/formats"

/** A text in English and its translation. */
export interface TextPair {
  /** `project--language--file`. */
  readonly fileName: string
  readonly languageTag: string
  readonly keyName: string
  readonly base: string
  readonly text: string
}

/** All pairs in the translation files below a folder, in the order of paths. Files are named `project--language--file`. */
export const pairsIn = (folder: string): ReadonlyArray<TextPair> => {
  const groups = new Map<string, Array<string>>()
  for (const path of filesIn(folder)) {
    const group = `${dirname(path)}/${basename(path).split("--")[0]}`
    groups.set(group, [...(groups.get(group) ?? []), path])
  }
  const pairs: Array<TextPair> = []
  for (const paths of groups.values()) {
    const texts = paths.flatMap((path) => textsOf(path).map((one) => ({ ...one, fileName: basename(path) })))
    const english = new Map(
      texts.filter(({ languageTag }) => isEnglish(languageTag)).map((one) => [one.keyName, one.text])
    )
    for (const { languageTag, keyName, text, fileName } of texts) {
      const base = english.get(keyName)
      if (isEnglish(languageTag) || base === undefined || base === "" || text === "") continue
      pairs.push({ fileName, languageTag, keyName, base, text })
    }
  }
  return pairs
}

const isEnglish = (languageTag: string): boolean => /^en\b/i.test(languageTag.replaceAll("_", "-"))

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => isSupportedPath(path) && statSync(path).isFile())
    .sort()

/** Texts by language and key; a language that the file does not name is that of its path. */
const textsOf = (path: string): ReadonlyArray<{ languageTag: string; keyName: string; text: string }> => {
  const [, tag = "", name = ""] = basename(path).split("--")
  const read = readTranslationFile(readFileSync(path), { ...defaultReadOptions, path: `${tag}/${name}` })
  if (read.kind !== "file") return []
  const isAlone = read.languages.length === 1
  return read.translations.map(({ languageName, keyName, text }) => ({
    languageTag: languageName === "unknown" || (isAlone && !isEnglish(languageName)) ? tag : languageName,
    keyName,
    text: text ?? ""
  }))
}
