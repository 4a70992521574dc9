import { TolgeeMoveRepository, TranslationNoteRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep } from "./move.ts"
import { readAllowed, readKnown } from "./read-pages.ts"
import { LanguageNoteModel, ProjectNoteModel } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"

/** Takes the notes for language models about a project and its languages. */
export const takeTranslationNotes = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} notes`,
    Effect.fnUntraced(function* (step) {
      const path = `/v2/projects/${project.sourceId}`
      const ofProject = yield* readKnown(move.server, `${path}/ai-prompt-customization`, ProjectNoteModel)
      const ofLanguages = yield* readAllowed(
        move.server,
        `${path}/language-ai-prompt-customizations`,
        LanguageNoteModel
      )
      const notes = [
        ...(ofProject === null
          ? []
          : [{ kind: "projectNote", takenId: project.sourceId, languageId: null, text: textOf(ofProject) }]),
        ...(ofLanguages ?? []).flatMap((note) => {
          const languageId = project.languages.get(note.language.id)
          return languageId === undefined
            ? []
            : [{ kind: "languageNote", takenId: note.language.id, languageId, text: textOf(note) }]
        })
      ]
      yield* step.commit(
        null,
        Effect.fnUntraced(function* (report) {
          const moves = yield* TolgeeMoveRepository
          const repository = yield* TranslationNoteRepository
          for (const { kind, takenId, languageId, text } of notes) {
            const taken = (yield* moves.listTaken(move.sourceId, kind, [takenId])).get(takenId)
            if (taken === undefined && text === "") continue
            const digest = digestOf(text)
            const change = taken === undefined ? "added" : taken.digest === digest ? "unchanged" : "changed"
            if (change !== "unchanged") {
              yield* repository.set(project.id, { languageId, text })
              yield* moves.take(move.sourceId, kind, [{ takenId, ourId: languageId ?? project.id, digest }])
            }
            report.count("translationNote", change)
          }
        })
      )
    })
  )

const textOf = ({ description }: typeof ProjectNoteModel.Type) => (description ?? "").trim()
