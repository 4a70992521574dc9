import { isScope, type Scope } from "../permission/scope.ts"
import type { IdentityType } from "../sign-in/identity-type.ts"

/** Names of scopes in Tolgee's database that are not those of its API in capitals. */
const otherScopes: Readonly<Record<string, Scope>> = {
  TRANSLATIONS_COMMENTS_ADD: "translation-comments.add",
  TRANSLATIONS_COMMENTS_EDIT: "translation-comments.edit",
  TRANSLATIONS_COMMENTS_SET_STATE: "translation-comments.set-state",
  BATCH_PRE_TRANSLATE_BY_TM: "translations.batch-by-tm",
  BATCH_MACHINE_TRANSLATE: "translations.batch-machine"
}

/** Names of scopes whose first word has a hyphen, or more than one word behind it. */
const scopeForms = (name: string): ReadonlyArray<string> => {
  const words = name.toLowerCase().split("_")
  return words.map((_, index) => `${words.slice(0, index + 1).join("-")}.${words.slice(index + 1).join("-")}`)
}

/** A scope by its name in Tolgee's database, such as `KEYS_VIEW`; null: this server does not have it. */
export const scopeOfDatabase = (name: string): Scope | null => {
  if (name === "ADMIN") return "admin"
  return otherScopes[name] ?? scopeForms(name).find(isScope) ?? null
}

/** A login by another service, by its name in Tolgee's database; null: this server does not have it. */
export const identityTypeOfDatabase = (name: string): IdentityType | null => {
  switch (name.toLowerCase()) {
    case "github":
      return "GITHUB"
    case "google":
      return "GOOGLE"
    case "oauth2":
      return "OAUTH2"
    case "sso":
      return "SSO"
    case "sso_global":
      return "SSO_GLOBAL"
    default:
      return null
  }
}
