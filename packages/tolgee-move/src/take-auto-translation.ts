import { usualRule } from "@dragoman/domain/memory"
import { AutoTranslationRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep } from "./move.ts"
import { readAllowed } from "./read-pages.ts"
import { AutoTranslationModel } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"

/** Takes the languages whose new texts come from the translation memory, or from a machine. */
export const takeAutoTranslation = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} auto translation`,
    Effect.fnUntraced(function* (step) {
      const path = `/v2/projects/${project.sourceId}/per-language-auto-translation-settings`
      const read = (yield* readAllowed(move.server, path, AutoTranslationModel)) ?? []
      const settings = read.flatMap(
        ({ languageId, usingTranslationMemory, usingMachineTranslation, enableForImport }) => {
          const ourId = languageId == null ? null : project.languages.get(languageId)
          if (ourId === undefined) return []
          return [
            {
              languageId: ourId,
              usesMemory: usingTranslationMemory ?? false,
              usesMachine: usingMachineTranslation ?? false,
              isForImports: enableForImport ?? false
            }
          ]
        }
      )
      const digest = digestOf(settings)
      yield* step.commit(
        null,
        Effect.fnUntraced(function* () {
          const moves = yield* TolgeeMoveRepository
          const repository = yield* AutoTranslationRepository
          const taken = yield* moves.listTaken(move.sourceId, "autoTranslation", [project.sourceId])
          if (taken.get(project.sourceId)?.digest === digest) return
          // The source may have several entries for a language; the last one counts.
          const byLanguage = new Map(settings.map((setting) => [setting.languageId, { ...setting, ...usualRule }]))
          yield* repository.replace(project.id, [...byLanguage.values()])
          const row = { takenId: project.sourceId, ourId: project.id, digest }
          yield* moves.take(move.sourceId, "autoTranslation", [row])
        })
      )
    })
  )
