import type { SeededProject } from "./content-seed.ts"

/** One kind of translation list: as the product is asked for it, and as one would write it in SQL. */
export interface ListCase {
  readonly name: string
  readonly query: string
  /** Tables: `translation_key k LEFT JOIN namespace n`. */
  readonly where: string
  /** Looks for a text in texts. */
  readonly isSearch?: boolean
  /** Default: by id. */
  readonly orderBy?: string
}

/** Every filter of the translation list. */
export const listCases = ({ languageIds, languageTags, revisionId }: SeededProject): ReadonlyArray<ListCase> => {
  const [baseId = 0, secondId = 0] = languageIds
  const second = languageTags[1] ?? ""
  const all = languageIds.join(", ")
  const text = (condition: string) =>
    `EXISTS (SELECT 1 FROM translation t WHERE t.key_id = k.id AND t.language_id IN (${all}) AND ${condition})`
  const inSecond = (condition: string) =>
    `EXISTS (SELECT 1 FROM translation t WHERE t.key_id = k.id AND t.language_id = ${secondId} AND ${condition})`
  const tagged = `EXISTS (SELECT 1 FROM key_tag kt JOIN tag g ON g.id = kt.tag_id WHERE kt.key_id = k.id AND g.name = 'shop')`
  const hasText = `(SELECT count(*) FROM translation t
    WHERE t.key_id = k.id AND t.language_id IN (${all}) AND t.text IS NOT NULL)`
  const search = (words: string) =>
    `(k.name LIKE '%${words}%' OR k.description LIKE '%${words}%' OR n.name LIKE '%${words}%'
      OR ${text(`t.text LIKE '%${words}%'`)})`
  return [
    { name: "no filter", query: "", where: "1" },
    { name: "search", query: "search=kitchen is ready", where: search("kitchen is ready"), isSearch: true },
    { name: "search, nothing found", query: "search=nowhere", where: search("nowhere"), isSearch: true },
    { name: "key name", query: "filterKeyName=nowhere", where: "k.name IN ('nowhere')" },
    { name: "key id", query: "filterKeyId=60,70,80", where: "k.id IN (60, 70, 80)" },
    { name: "namespace", query: "filterNamespace=web", where: "COALESCE(n.name, '') = 'web'" },
    { name: "no namespace", query: "filterNoNamespace=web", where: "COALESCE(n.name, '') <> 'web'" },
    { name: "tag", query: "filterTag=shop", where: tagged },
    { name: "no tag", query: "filterNoTag=shop", where: `NOT ${tagged}` },
    { name: "description", query: "filterHasDescription=true", where: "k.description <> ''" },
    { name: "no description", query: "filterHasNoDescription=true", where: "COALESCE(k.description, '') = ''" },
    { name: "screenshot", query: "filterHasScreenshot=true", where: "0" },
    { name: "no screenshot", query: "filterHasNoScreenshot=true", where: "1" },
    { name: "untranslated", query: "filterUntranslatedAny=true", where: `${hasText} < ${languageIds.length}` },
    { name: "translated", query: "filterTranslatedAny=true", where: text("t.text IS NOT NULL") },
    {
      name: "revision",
      query: `filterRevisionId=${revisionId}`,
      where: `k.id IN (SELECT entity_id FROM activity_modified_entity
        WHERE revision_id = ${revisionId} AND entity_class = 'Key')`
    },
    { name: "key pattern", query: "filterKeyPattern=*.holiday.*", where: "k.name LIKE '%.holiday.%'" },
    { name: "no key pattern", query: "filterNoKeyPattern=*.holiday.*", where: "k.name NOT LIKE '%.holiday.%'" },
    { name: "description pattern", query: "filterDescriptionPattern=invoice", where: "k.description LIKE '%invoice%'" },
    {
      name: "no description pattern",
      query: "filterNoDescriptionPattern=invoice",
      where: "(k.description IS NULL OR k.description NOT LIKE '%invoice%')"
    },
    { name: "namespace pattern", query: "filterNamespacePattern=w*", where: "n.name LIKE 'w%'" },
    {
      name: "no namespace pattern",
      query: "filterNoNamespacePattern=w*",
      where: "(n.name IS NULL OR n.name NOT LIKE 'w%')"
    },
    {
      name: "text pattern",
      query: "filterTranslationPattern=*,*kitchen is ready*",
      where: text("t.text LIKE '%kitchen is ready%'"),
      isSearch: true
    },
    {
      name: "no text pattern",
      query: "filterNoTranslationPattern=*,*kitchen is ready*",
      where: `NOT ${text("t.text LIKE '%kitchen is ready%'")}`,
      isSearch: true
    },
    {
      name: "state",
      query: `filterState=${second},REVIEWED`,
      where: inSecond("t.state = 'REVIEWED'")
    },
    {
      name: "untranslated in a language",
      query: `filterUntranslatedInLang=${second}`,
      where: `NOT ${inSecond("t.text IS NOT NULL")}`
    },
    {
      name: "translated in a language",
      query: `filterTranslatedInLang=${second}`,
      where: inSecond("t.text IS NOT NULL")
    },
    {
      name: "automatic",
      query: `filterAutoTranslatedInLang=${second}`,
      where: inSecond("t.is_auto = 1")
    },
    {
      name: "outdated",
      query: `filterOutdatedLanguage=${second}`,
      where: inSecond("t.is_outdated = 1")
    },
    {
      name: "not outdated",
      query: `filterNotOutdatedLanguage=${second}`,
      where: inSecond("t.is_outdated = 0")
    },
    { name: "by name", query: "sort=keyName", where: "1", orderBy: "k.name, k.id" },
    {
      name: "by text",
      query: `sort=translations.${languageTags[0]}.text,desc`,
      where: "1",
      orderBy: `(SELECT t.text FROM translation t WHERE t.key_id = k.id AND t.language_id = ${baseId}) DESC, k.id`
    }
  ]
}
