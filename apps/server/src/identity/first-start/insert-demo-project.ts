import { setText, untranslated } from "@dragoman/domain/translation"
import {
  defaultBranch,
  KeyRepository,
  LanguageRepository,
  ProjectRepository,
  TranslationRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import { followContent } from "../../change/content-follower.ts"
import { generateSlug } from "../../organization/slug/slug-queries.ts"
import { languageEntity } from "../../project/language/language-shapes.ts"
import { auditedProject, projectEntity, projectObject } from "../../project/project/project-shapes.ts"
import { recordAudit, serverActor } from "../../service/audit/record-audit.ts"

const name = "Demo project"

/** The first one is the base language. */
const languages = [
  { name: "English", originalName: "English", tag: "en", flagEmoji: "🇬🇧" },
  { name: "German", originalName: "Deutsch", tag: "de", flagEmoji: "🇩🇪" },
  { name: "Czech", originalName: "Čeština", tag: "cs", flagEmoji: "🇨🇿" }
]

/** Texts in the order of the languages; null: untranslated. */
const texts: ReadonlyArray<readonly [key: string, ...texts: ReadonlyArray<string | null>]> = [
  ["home.title", "Welcome", "Willkommen", "Vítejte"],
  ["home.greeting", "Hello {name}!", "Hallo {name}!", "Ahoj {name}!"],
  [
    "cart.items",
    "{count, plural,\none {# item}\nother {# items}\n}",
    "{count, plural,\none {# Artikel}\nother {# Artikel}\n}",
    "{count, plural,\none {# položka}\nfew {# položky}\nmany {# položky}\nother {# položek}\n}"
  ],
  ["cart.checkout", "Check out", "Zur Kasse", null]
]

/** Inserts a demo project for a new server, in the transaction that is open; its id. */
export const insertDemoProject = Effect.fn("insertDemoProject")(function* (userId: number, organizationId: number) {
  const projects = yield* ProjectRepository
  const languageRepository = yield* LanguageRepository
  const at = yield* Clock.currentTimeMillis
  const slug = yield* generateSlug("project", name)
  const projectId = Option.getOrThrow(yield* projects.insert({ organizationId, name, slug, icuPlaceholders: true, at }))
  const languageIds = yield* languageRepository.insert(projectId, languages, at)
  const [baseLanguageId = 0] = languageIds
  yield* projects.setBaseLanguage(projectId, baseLanguageId)
  yield* insertDemoTexts(projectId, languageIds, at)
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
  yield* recordAudit(serverActor, {
    action: "PROJECT_CREATED",
    object: projectObject(created),
    organizationId,
    projectId,
    after: auditedProject(created)
  })
  return projectId
})

const insertDemoTexts = Effect.fnUntraced(function* (
  projectId: number,
  languageIds: ReadonlyArray<number>,
  at: number
) {
  const keys = yield* KeyRepository
  const translations = yield* TranslationRepository
  const contents = texts.map(([keyName, baseText]) => ({
    name: keyName,
    namespaceId: null,
    description: null,
    customValues: null,
    isPlural: baseText?.includes("plural") ?? false,
    pluralArgumentName: baseText?.includes("plural") ? "count" : null,
    maxCharLimit: null
  }))
  const keyIds = yield* keys.insert(defaultBranch(projectId), contents, at)
  yield* translations.save(
    projectId,
    texts.flatMap(([, ...ofLanguages], index) =>
      ofLanguages.flatMap((text, position) =>
        text === null
          ? []
          : [
              {
                ...setText(untranslated, text, "NONE"),
                keyId: keyIds[index] ?? 0,
                languageId: languageIds[position] ?? 0
              }
            ]
      )
    )
  )
  const rows = yield* translations.list(projectId, keyIds, null)
  yield* followContent(yield* lockContentProject(projectId), {
    translations: rows.map((after) => ({
      keyId: after.keyId,
      languageId: after.languageId,
      translationId: after.id,
      before: null,
      after
    }))
  })
})
