import type { Response } from "../../base/api/contract.ts"

export type Severity = "OFF" | "WARNING" | "ERROR"

/** The severity of each type of check, in the order of the types. */
export type Severities = Readonly<Record<string, Severity>>

export interface LanguageRules {
  readonly languageId: number
  readonly languageTag: string
  readonly isEnabled: boolean
  /** The severities that differ from those of the project. */
  readonly own: Severities
  /** The severities that hold in the language; all are OFF where it is not checked. */
  readonly severities: Severities
}

export interface CheckRules {
  readonly ofProject: Severities
  readonly languages: ReadonlyArray<LanguageRules>
}

export const readRules = (
  settings: Response<"qualityCheck", "getSettings">,
  languages: Response<"qualityCheck", "listLanguages">
): CheckRules => {
  const ofProject = withErrors(settings.settings, settings.errorTypes)
  return {
    ofProject,
    languages: languages.map(({ language, enabled, customSettings, errorTypes }) => {
      const own = withErrors(customSettings ?? {}, errorTypes)
      const severities = enabled ? { ...ofProject, ...own } : allOff(ofProject)
      return { languageId: language.id, languageTag: language.tag, isEnabled: enabled, own, severities }
    })
  }
}

/** The API shows an error as a warning, because clients of Tolgee know no errors, and names the types beside it. */
const withErrors = (settings: Readonly<Record<string, Severity>>, errorTypes: ReadonlyArray<string>): Severities => ({
  ...settings,
  ...Object.fromEntries(errorTypes.map((type) => [type, "ERROR" as const]))
})

/** The severities of texts that are not checked. */
export const allOff = (severities: Severities): Severities =>
  Object.fromEntries(Object.keys(severities).map((type) => [type, "OFF" as const]))
