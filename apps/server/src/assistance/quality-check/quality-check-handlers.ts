import { Api, type LanguageQualitySettingsModel } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { qualityIssueToModel } from "../../content/translation/quality-issue-shapes.ts"
import { withAccess } from "../../service/access/access.ts"
import { countIssues, listIssues, setIssueState, suppressIssue, unsuppressIssue } from "./quality-issues.ts"
import {
  getLanguageSettings,
  getSeverities,
  type LanguageQualitySettings,
  listCheckTypes,
  listLanguageSettings,
  resetLanguageSettings,
  setChecksUsed,
  setLanguageEnabled,
  setSeverities
} from "./quality-settings.ts"

export const QualityCheckHandlers = HttpApiBuilder.group(Api, "qualityCheck", (handlers) =>
  handlers.handleAll({
    listTypes: withAccess(() => listCheckTypes()),
    getSettings: withAccess(function* (access) {
      return severitiesToModel(yield* getSeverities(access, null))
    }),
    setSettings: withAccess(function* (access, { payload }) {
      yield* setSeverities(access, null, payload)
      return severitiesToModel(yield* getSeverities(access, null))
    }),
    setEnabled: withAccess((access, { payload }) => setChecksUsed(access, payload.enabled)),
    listLanguages: withAccess(function* (access) {
      return (yield* listLanguageSettings(access)).map(languageSettingsToModel)
    }),
    getLanguage: withAccess(function* (access, { params }) {
      return languageSettingsToModel(yield* getLanguageSettings(access, params.languageId))
    }),
    setLanguage: withAccess(function* (access, { params, payload }) {
      yield* setSeverities(access, params.languageId, payload)
      return languageSettingsToModel(yield* getLanguageSettings(access, params.languageId))
    }),
    resetLanguage: withAccess((access, { params }) => resetLanguageSettings(access, params.languageId)),
    getResolved: withAccess(function* (access, { params }) {
      return severitiesToModel(yield* getSeverities(access, params.languageId))
    }),
    setLanguageEnabled: withAccess((access, { params, payload }) =>
      setLanguageEnabled(access, params.languageId, payload.enabled)
    ),
    listIssues: withAccess(function* (access, { params }) {
      return { _embedded: { qaIssues: (yield* listIssues(access, params.translationId)).map(qualityIssueToModel) } }
    }),
    ignore: withAccess((access, { params }) =>
      setIssueState(access, params.translationId, params.qualityIssueId, "IGNORED")
    ),
    unignore: withAccess((access, { params }) =>
      setIssueState(access, params.translationId, params.qualityIssueId, "OPEN")
    ),
    suppress: withAccess((access, { params, payload }) => suppressIssue(access, params.translationId, payload)),
    unsuppress: withAccess((access, { params, payload }) => unsuppressIssue(access, params.translationId, payload)),
    countIssues: withAccess(function* (access, { query }) {
      return Object.fromEntries(yield* countIssues(access, query.languageId, query.branch))
    })
  })
)

/** Clients of Tolgee know no severity above WARNING: the types of errors stand in a field of their own. */
const severitiesToModel = (severities: Readonly<Record<string, string>>) => ({
  settings: Object.fromEntries(
    Object.entries(severities).map(([type, severity]) => [
      type,
      severity === "OFF" ? ("OFF" as const) : ("WARNING" as const)
    ])
  ),
  errorTypes: Object.keys(severities).filter((type) => severities[type] === "ERROR")
})

const languageSettingsToModel = (settings: LanguageQualitySettings): LanguageQualitySettingsModel => {
  const { id, tag, name, base } = settings.language
  const { settings: customSettings, errorTypes } = severitiesToModel(settings.severities ?? {})
  return {
    language: { id, tag, name, base },
    customSettings: settings.severities === null ? null : customSettings,
    errorTypes,
    enabled: settings.isEnabled
  }
}
