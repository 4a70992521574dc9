import type { TranslationNoteBody } from "@dragoman/api"
import { validateTranslationNote } from "@dragoman/domain/machine-translation"
import { LanguageRepository, TranslationNoteRepository } from "@dragoman/store"
import { Effect } from "effect"
import { changeProject } from "../../change/change-project.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { getProject } from "../../project/project/project-queries.ts"
import { projectObject } from "../../project/project/project-shapes.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { recordChange } from "../../service/audit/record-audit.ts"

/** Returns the note about the project for language models; null: there is none. */
export const getProjectNote = Effect.fn("getProjectNote")(function* ({ projectId }: ProjectAccess) {
  const notes = yield* TranslationNoteRepository.use((repository) => repository.list(projectId))
  return notes.find(({ languageId }) => languageId === null)?.text ?? null
})

/** Lists the languages but the base language, by tag, with their notes. */
export const listLanguageNotes = Effect.fn("listLanguageNotes")(function* ({ projectId }: ProjectAccess) {
  const notes = yield* TranslationNoteRepository.use((repository) => repository.list(projectId))
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(projectId))
  return languages
    .filter(({ base }) => !base)
    .toSorted((one, other) => (one.tag < other.tag ? -1 : 1))
    .map((language) => ({
      language,
      text: notes.find(({ languageId }) => languageId === language.id)?.text ?? null
    }))
})

/** Sets the note about the project, and returns it. */
export const setProjectNote = Effect.fn("setProjectNote")(function* (
  access: ProjectAccess<"project.edit">,
  body: TranslationNoteBody
) {
  const text = yield* orFail(validateTranslationNote(body))
  yield* changeProject(access, () => setNote(access, null, text))
  return text === "" ? null : text
})

/** Sets the note about a language, and returns it with the language. */
export const setLanguageNote = Effect.fn("setLanguageNote")(function* (
  access: ProjectAccess<"project.edit" | "languages.edit">,
  languageId: number,
  body: TranslationNoteBody
) {
  const text = yield* orFail(validateTranslationNote(body))
  const languages = yield* LanguageRepository
  const language = yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const found = (yield* languages.listOfProject(access.projectId)).find(({ id }) => id === languageId)
      if (found === undefined) return yield* failWith("language_not_found")
      yield* setNote(access, languageId, text)
      return found
    })
  )
  return { language, text: text === "" ? null : text }
})

const setNote = Effect.fnUntraced(function* (
  access: ProjectAccess<"project.edit">,
  languageId: number | null,
  text: string
) {
  const repository = yield* TranslationNoteRepository
  const { projectId, caller } = access
  const before = yield* repository.list(projectId)
  yield* repository.set(projectId, { languageId, text })
  const event = { action: "PROJECT_EDITED", object: projectObject(yield* getProject(access)), projectId } as const
  const after = yield* repository.list(projectId)
  yield* recordChange(caller, event, { translationNotes: before }, { translationNotes: after })
})
