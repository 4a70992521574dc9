import { type PluralKeyword, pluralKeywords } from "../plural/plural-keyword.ts"
import type { TreeMember, TreeObject } from "../tree/tree-node.ts"

/**
 * The forms of a map that Ruby's i18n reads as one plural: all its keys are plural keywords, all its values texts, and
 * there are two at least, or as many as the language has. Null = an ordinary map.
 * Source: docs/reference/import.md#yaml-of-ruby.
 */
export const rubyPlural = (
  object: TreeObject,
  languageFormCount: number
): ReadonlyMap<PluralKeyword, TreeMember> | null => {
  if (object.members.size < Math.min(2, languageFormCount) || object.members.size > pluralKeywords.length) return null
  const forms = new Map<PluralKeyword, TreeMember>()
  for (const [name, member] of object.members) {
    const keyword = pluralKeywords.find((candidate) => candidate === name)
    if (keyword === undefined || member.value.kind !== "text") return null
    forms.set(keyword, member)
  }
  return forms
}
