import { offeredLanguageTags } from "../../feature/project/offered-languages.ts"

const languages = new Set(offeredLanguageTags.map((tag) => tag.split("-")[0]))

/** Language, script and region, as folders and files spell them: `pt-BR`, `pt_br`, `pt-rBR`, `zh-Hant_TW`. */
const tagShape = /^([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|\d{3})|-r([A-Z]{2}))?$/

/** The language tag that a name is; null: none that people translate into. */
const tagOfName = (name: string): string | null => {
  const [, language, script, region, androidRegion] = tagShape.exec(name) ?? []
  if (language === undefined || !languages.has(language.toLowerCase())) return null
  const tag = [language, script, region ?? androidRegion].filter((part) => part !== undefined).join("-")
  return Intl.getCanonicalLocales(tag)[0] ?? null
}

/** Parts of a name behind a separator, the longest first: `messages_pt_BR` gives `pt_BR` and `BR`. */
const endings = (name: string): ReadonlyArray<string> =>
  [...name.matchAll(/[-_]/g)].map(({ index }) => name.slice(index + 1))

/**
 * The language of a file by its path: `cs.json`, `cs/common.json`, `app.cs.resx`, `messages_cs.properties`,
 * `values-cs/strings.xml`, `cs.lproj/Localizable.strings`. Whole names go before endings, the file before its folders;
 * null: the path names none.
 */
export const guessLanguageTag = (path: string): string | null => {
  const segments = path.split("/").reverse()
  const names = segments.flatMap((segment) => {
    const parts = segment.split(".")
    return parts.slice(0, Math.max(1, parts.length - 1)).reverse()
  })
  for (const name of [...names, ...names.flatMap(endings)]) {
    const tag = tagOfName(name)
    if (tag !== null) return tag
  }
  return null
}
