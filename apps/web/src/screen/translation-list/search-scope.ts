import { languageName, type Text } from "../../base/texts/text.ts"

/** The value of the scope for names alone; others are language tags. */
export const namesScope = "names"

/** Names the scope of the search: names and texts, names only, or the texts of one language. */
export const scopeTitle = (scope: string | undefined, t: Text): string => {
  if (scope === undefined) return t("filter.everywhere")
  return scope === namesScope
    ? t("filter.in-names")
    : t("filter.in-texts", { language: languageName(scope, t.language) })
}
