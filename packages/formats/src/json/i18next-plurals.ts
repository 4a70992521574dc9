import { knownPluralKeywords, type PluralKeyword, pluralFormCount, pluralKeywords } from "../plural/plural-keyword.ts"
import type { TreeMember, TreeObject } from "../tree/tree-node.ts"

/**
 * Members of one object that i18next reads as forms of one plural: `cat_one`, `cat_other`. The form `other` has to be there, alone
 * only in a language with a single form; all values have to be texts, and all forms those of the language. Contexts, keys
 * with other than word characters and forms beside a key without a form are ordinary. Forms come in the order of the file.
 * Source: docs/reference/import.md#i18next.
 */
export const i18nextPlurals = (
  object: TreeObject,
  languageName: string
): ReadonlyMap<string, ReadonlyMap<PluralKeyword, TreeMember>> => {
  const formCount = pluralFormCount(languageName)
  const keywords = knownPluralKeywords(languageName)
  const groups = new Map<string, Map<PluralKeyword, TreeMember>>()
  for (const [name, member] of object.members) {
    const keyword = pluralSuffix(name)
    if (keyword === null) continue
    const pluralName = name.slice(0, -keyword.length - 1)
    const group = groups.get(pluralName) ?? new Map<PluralKeyword, TreeMember>()
    groups.set(pluralName, group.set(keyword, member))
  }
  for (const [pluralName, group] of groups) {
    const isLargeEnough = group.has("other") && group.size >= Math.min(2, formCount)
    const hasOnlyTexts = [...group.values()].every((member) => member.value.kind === "text")
    // i18next looks for `_zero` in any language.
    const hasOnlyForms = [...group.keys()].every((keyword) => keyword === "zero" || keywords.has(keyword))
    if (!isLargeEnough || !hasOnlyTexts || !hasOnlyForms || object.members.has(pluralName)) groups.delete(pluralName)
  }
  return groups
}

const pluralSuffix = (name: string): PluralKeyword | null => {
  const underscore = name.lastIndexOf("_")
  if (underscore < 1 || !/^\w+$/.test(name)) return null
  const suffix = name.slice(underscore + 1)
  return pluralKeywords.find((keyword) => keyword === suffix) ?? null
}
