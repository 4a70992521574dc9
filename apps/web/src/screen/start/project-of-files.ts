import { guessLanguageTag } from "../import/guess-language-tag.ts"

/** The facts that files give about their project. */
interface ProjectOfFiles {
  /** The name of their common folder; null: there is none. */
  readonly name: string | null
  readonly baseTag: string
  /** With the base, sorted. Files that name their languages inside are not looked into. */
  readonly tags: ReadonlyArray<string>
}

/** Names of folders that every project has. */
const commonFolders = new Set(
  "app assets i18n l10n lang langs language languages locale locales messages public res resources src strings texts translations values".split(
    " "
  )
)

/** A new project for files, from their paths: English is the base where it is there, else the language of most files. */
export const projectOfFiles = (paths: ReadonlyArray<string>): ProjectOfFiles => {
  const folders = new Set(paths.map((path) => (path.includes("/") ? (path.split("/")[0] ?? "") : "")))
  const [folder = ""] = folders
  const saysNothing =
    folders.size !== 1 || commonFolders.has(folder.toLowerCase()) || guessLanguageTag(`${folder}/`) !== null
  const counts = new Map<string, number>()
  for (const path of paths) {
    const tag = guessLanguageTag(path)
    if (tag !== null) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  const tags = [...counts.keys()].sort()
  const most = tags.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
  const english = counts.has("en") ? "en" : tags.find((tag) => tag.startsWith("en-"))
  const baseTag = english ?? most[0] ?? "en"
  return { name: saysNothing || folder === "" ? null : folder, baseTag, tags: tags.length === 0 ? [baseTag] : tags }
}
