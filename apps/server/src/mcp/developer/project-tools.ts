import type { LanguageModel, LanguageStatsModel, ProjectModel, ProjectStatsModel } from "@dragoman/api"
import { Effect, Schema } from "effect"
import { api, projectPath } from "../tool/call-api.ts"
import {
  branchField,
  Id,
  listed,
  optional,
  type Page,
  pageFields,
  pageOf,
  projectField,
  required,
  tool
} from "../tool/tool.ts"

const languageFields = {
  name: required(Schema.String, "Name of the language in English, such as German."),
  tag: required(Schema.String, "BCP 47 language tag, such as de."),
  originalName: optional(Schema.String, "Name in the language itself, such as Deutsch; absent: `name`."),
  flagEmoji: optional(Schema.String, "Flag that stands for the language in lists.")
}

/** Body of a language: the API requires its name in the language itself. */
const languageBody = <L extends { readonly name: string; readonly originalName?: string }>(language: L) => ({
  ...language,
  originalName: language.originalName ?? language.name
})

const showLanguage = ({ id, name, tag, originalName, flagEmoji, base }: LanguageModel) => ({
  id,
  name,
  tag,
  originalName,
  flagEmoji,
  base
})

/** Projects and their languages. */
export const projectTools = [
  tool({
    name: "list_projects",
    title: "List projects",
    description: "Lists the projects that the user can enter. Needs a personal access token.",
    effect: "read",
    fields: {
      search: optional(Schema.String, "Only projects whose name, or whose organization's name, contains this text."),
      ...pageFields
    },
    run: ({ search, ...page }) =>
      Effect.map(api.get<Page<"projects", ProjectModel>>("/v2/projects", { search, ...pageOf(page) }), (projects) =>
        listed(projects, "projects", ({ id, name, slug, description, organizationOwner }) => ({
          id,
          name,
          slug,
          description,
          organizationOwnerName: organizationOwner?.name ?? null,
          organizationOwnerSlug: organizationOwner?.slug ?? null
        }))
      )
  }),
  tool({
    name: "create_project",
    title: "Create a project",
    description: "Creates a project with its languages in an organization. Needs a personal access token.",
    effect: "write",
    fields: {
      name: required(Schema.String, "Name, 3 to 50 characters."),
      organizationId: required(Id, "Id of the organization that gets the project."),
      languages: required(Schema.Array(Schema.Struct(languageFields)), "Languages of the project, at least one."),
      baseLanguageTag: optional(Schema.String, "Tag of the base language, one of `languages`; absent: the first one.")
    },
    run: ({ languages, ...project }) =>
      Effect.map(
        api.post<ProjectModel>("/v2/projects", { ...project, languages: languages.map(languageBody) }),
        ({ id, name, slug, description }) => ({ id, name, slug, description })
      )
  }),
  tool({
    name: "get_project_language_statistics",
    title: "Get the progress of languages",
    description: "Returns for each language how many keys and which share of the words are translated and reviewed.",
    effect: "read",
    fields: { ...projectField, ...branchField },
    run: ({ branch, ...project }) =>
      Effect.map(
        api.get<ProjectStatsModel>(`${projectPath(project)}/stats`, { branch }),
        ({ keyCount, languageStats }) => ({
          keyCount,
          languages: languageStats.map(showStats)
        })
      )
  }),
  tool({
    name: "list_languages",
    title: "List languages",
    description: "Lists the languages of a project.",
    effect: "read",
    fields: { ...projectField, ...pageFields },
    run: (input) =>
      Effect.map(
        api.get<Page<"languages", LanguageModel>>(`${projectPath(input)}/languages`, pageOf(input)),
        (languages) => listed(languages, "languages", showLanguage)
      )
  }),
  tool({
    name: "create_language",
    title: "Add a language",
    description: "Adds a language to a project.",
    effect: "write",
    fields: { ...projectField, ...languageFields },
    run: ({ projectId, ...language }) =>
      Effect.map(
        api.post<LanguageModel>(`${projectPath({ projectId })}/languages`, languageBody(language)),
        showLanguage
      )
  })
]

const showStats = (stats: LanguageStatsModel) => ({
  languageTag: stats.languageTag,
  languageName: stats.languageName,
  translatedPercentage: stats.translatedPercentage,
  reviewedPercentage: stats.reviewedPercentage,
  untranslatedPercentage: stats.untranslatedPercentage,
  translatedKeys: stats.translatedKeyCount,
  reviewedKeys: stats.reviewedKeyCount,
  untranslatedKeys: stats.untranslatedKeyCount,
  qualityIssues: stats.qaIssueCount
})
