import { narrowLanguages } from "@dragoman/domain/permission"
import type { LanguageRow } from "@dragoman/store"
import type { ProjectAccess } from "../../platform/access/grant.ts"

/** Those in which the caller may read texts: reads drop the others silently. Source: reference "content-api" 1.6. */
export const viewableLanguages = (
  access: ProjectAccess,
  languages: ReadonlyArray<LanguageRow>
): ReadonlyArray<LanguageRow> => {
  if (!access.effectiveScopes.includes("translations.view")) return []
  const permitted = narrowLanguages(access.computedPermission, "view", null)
  return permitted === null ? languages : languages.filter(({ id }) => permitted.includes(id))
}
