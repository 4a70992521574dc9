import { LanguageRepository, ProjectRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { recordActivity } from "../activity/record-activity.ts"
import { languageEntity } from "../language/language-entity.ts"
import { projectEntity } from "../project/project-entity.ts"
import { generateSlug } from "../slug/generate-slug.ts"

const name = "Demo project"

/** The first one is the base language. */
const languages = [
  { name: "English", originalName: "English", tag: "en", flagEmoji: "🇬🇧" },
  { name: "German", originalName: "Deutsch", tag: "de", flagEmoji: "🇩🇪" },
  { name: "Czech", originalName: "Čeština", tag: "cs", flagEmoji: "🇨🇿" }
]

/** Something to look at on a new server; the id of the project. In the transaction that is open. */
export const insertDemoProject = Effect.fn("insertDemoProject")(function* (userId: number, organizationId: number) {
  const projects = yield* ProjectRepository
  const languageRepository = yield* LanguageRepository
  const at = yield* Clock.currentTimeMillis
  const slug = yield* generateSlug("project", name)
  const projectId = Option.getOrThrow(yield* projects.insert({ organizationId, name, slug, icuPlaceholders: true, at }))
  const languageIds = yield* languageRepository.insert(projectId, languages, at)
  const [baseLanguageId = 0] = languageIds
  yield* projects.setBaseLanguage(projectId, baseLanguageId)
  const created = Option.getOrThrow(yield* projects.find(projectId, userId))
  yield* recordActivity({
    projectId,
    authorId: userId,
    type: "CREATE_PROJECT",
    entities: [
      projectEntity(null, created),
      ...languages.map((language, index) => languageEntity(languageIds[index] ?? 0, null, language))
    ]
  })
  return projectId
})
