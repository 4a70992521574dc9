import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { languageId, projectId, promptId } from "../identifier/path-parameters.ts"
import {
  LanguageNoteModel,
  LanguageNotesModel,
  MachineTranslationLanguagesModel,
  MachineTranslationProvidersModel,
  MachineTranslationSettingsBody,
  MachineTranslationSettingsModel,
  TranslationNoteBody,
  TranslationNoteModel
} from "./machine-translation-model.ts"

const params = { projectId }
const p = "/v2/projects/:projectId"
const settingsPath = `${p}/machine-translation-service-settings` as const
const notePath = `${p}/ai-prompt-customization` as const
const reading = requires(project([], { shortPath: true }))
const writing = requires(project(["languages.edit"], { shortPath: true }))

/** Services of machine translation that a project uses, and notes for language models. */
export const MachineTranslationEndpoints = endpointGroup(
  "machineTranslation",
  HttpApiEndpoint.get("listSettings", settingsPath, { params, success: MachineTranslationSettingsModel }).pipe(
    reading,
    described("Lists the services of the project: the default first, then languages with settings of their own.")
  ),
  HttpApiEndpoint.put("replaceSettings", settingsPath, {
    params,
    payload: MachineTranslationSettingsBody,
    success: MachineTranslationSettingsModel
  }).pipe(writing, described("Replaces all settings. Of several for one language the last one counts.")),
  HttpApiEndpoint.put("setDefaultPrompt", `${settingsPath}/set-default-prompt/:promptId`, {
    params: { projectId, promptId },
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(project(["languages.edit"], { credentials: ["JWT", "PAT"] })),
    described("Gives a prompt to language models in every entry of the settings that has them.")
  ),
  HttpApiEndpoint.get("listLanguages", `${p}/machine-translation-language-info`, {
    params,
    success: MachineTranslationLanguagesModel
  }).pipe(
    writing,
    described("Lists the services that translate into each language; the first entry is for any language.")
  ),
  HttpApiEndpoint.get("listProviders", "/v2/public/machine-translation-providers", {
    success: MachineTranslationProvidersModel
  }).pipe(requires(nothing), described("Returns the services of the server with the languages that they know.")),
  HttpApiEndpoint.get("getNote", notePath, { params, success: TranslationNoteModel }).pipe(
    reading,
    described("Returns the note about the project for language models.")
  ),
  HttpApiEndpoint.put("setNote", notePath, {
    params,
    payload: TranslationNoteBody,
    success: TranslationNoteModel
  }).pipe(
    requires(project(["project.edit"], { shortPath: true })),
    described("Sets the note about the project for language models.")
  ),
  HttpApiEndpoint.get("listLanguageNotes", `${p}/language-ai-prompt-customizations`, {
    params,
    success: LanguageNotesModel
  }).pipe(reading, described("Lists the languages but the base language with their notes for language models.")),
  HttpApiEndpoint.put("setLanguageNote", `${p}/languages/:languageId/ai-prompt-customization`, {
    params: { projectId, languageId },
    payload: TranslationNoteBody,
    success: LanguageNoteModel
  }).pipe(
    requires(project(["project.edit", "languages.edit"], { shortPath: true })),
    described("Sets the note about a language for language models.")
  )
)
