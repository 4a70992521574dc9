import { type SettingField, variableOf } from "./setting-table.ts"
import type { SettingValues } from "./setting-values.ts"

/**
 * One sentence for each provider of logins that is switched on without what it needs: better at the start than at the
 * first login.
 */
export const incompleteProviders = (settings: Partial<SettingValues<"server">>): ReadonlyArray<string> => {
  const missing = (because: SettingField, ...fields: ReadonlyArray<SettingField & keyof SettingValues<"server">>) =>
    fields
      .filter((field) => isBlank(settings[field]))
      .map((field) => `${variableOf(because)} needs ${variableOf(field)}, which is not set.`)
  const problems: Array<string> = []
  if (!isBlank(settings.githubClientId)) problems.push(...missing("githubClientId", "githubClientSecret"))
  if (!isBlank(settings.googleClientId)) problems.push(...missing("googleClientId", "googleClientSecret"))
  if (!isBlank(settings.oauth2ClientId) && isBlank(settings.oauth2Issuer)) {
    const urls = missing("oauth2ClientId", "oauth2AuthorizationUrl", "oauth2TokenUrl", "oauth2UserUrl")
    problems.push(...(urls.length === 3 ? missing("oauth2ClientId", "oauth2Issuer") : urls))
  }
  if (settings.ssoGlobal === true) {
    problems.push(...missing("ssoGlobal", "ssoGlobalClientId", "ssoGlobalClientSecret", "ssoGlobalDomains"))
    if (isBlank(settings.ssoGlobalIssuer)) {
      const urls = missing("ssoGlobal", "ssoGlobalAuthorizationUrl", "ssoGlobalTokenUrl")
      problems.push(...(urls.length === 2 ? missing("ssoGlobal", "ssoGlobalIssuer") : urls))
    }
  }
  const others = [settings.githubClientId, settings.googleClientId, settings.oauth2ClientId]
  const hasOther = others.some((value) => !isBlank(value)) || settings.ssoGlobal === true || settings.ssoOrganizations
  if (settings.nativeLogin === false && !hasOther) {
    problems.push(`${variableOf("nativeLogin")} is off, and no provider is set: there would be no login.`)
  }
  return problems
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
