import type { GettextRule } from "../../plural/gettext-plural.ts"
import { joinWarnings, type PrintWarning } from "../dialect/print-warning.ts"

/**
 * Names the forms of a plural that a file with forms by number cannot give back: the rule has no place of its own for them, or
 * they are empty. Exact values have a warning of their own from printing the forms. `program`: what has the rule.
 */
export const lostFormsWarning = (
  forms: ReadonlyMap<string, string>,
  rule: GettextRule,
  program: string
): PrintWarning | null => joinWarnings([unusedForms(forms, rule, program), emptyForms(forms, rule)])

/** A form that is missing has the text of `other`, and another one where the rule takes its numbers for those of a neighbour. */
const unusedForms = (
  forms: ReadonlyMap<string, string>,
  { keywords, strays }: GettextRule,
  program: string
): PrintWarning | null => {
  const textOf = (keyword: string) => forms.get(keyword) || forms.get("other")
  const isStray = (keyword: string) =>
    strays.some((stray) => stray.keyword === keyword && textOf(keyword) !== textOf(keywords[stray.index] ?? "other"))
  const unused = [...forms.keys()].filter(
    (keyword) =>
      !keyword.startsWith("=") &&
      forms.get(keyword) !== "" &&
      (!keywords.some((used) => used === keyword) || isStray(keyword))
  )
  const missing = strays.map(({ keyword }) => keyword).filter((keyword) => !forms.has(keyword) && isStray(keyword))
  const named = [...new Set([...unused, ...missing])]
  if (named.length === 0) return null
  return {
    reason: "unusedForm",
    sentence: `${program} has no place of its own for the form ${named.join(", ")} in this language: an import does not give it back.`
  }
}

const emptyForms = (forms: ReadonlyMap<string, string>, { keywords }: GettextRule): PrintWarning | null => {
  const empty = keywords.filter((keyword) => forms.get(keyword) === "" && forms.get("other"))
  if (empty.length === 0) return null
  return {
    reason: "emptyForm",
    sentence: `Empty forms (${empty.join(", ")}) are not written: the form other stands for them.`
  }
}
