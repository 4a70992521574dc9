import { namedPromptIds } from "@dragoman/domain/machine-translation"
import { servicesOfSource } from "@dragoman/domain/tolgee"
import { MachineTranslationSettingRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep } from "./move.ts"
import { readAllowed, readKnown } from "./read-pages.ts"
import { ModelProviderModel, TranslationServiceSettingModel, TranslationServicesModel } from "./source-models.ts"
import { readOrganizations } from "./take-organizations.ts"
import type { TakenProject } from "./take-projects.ts"
import { findPrompts } from "./take-prompts.ts"

/** Takes the services that languages are translated by. Comes behind the prompts, which the settings name. */
export const takeMachineTranslation = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} machine translation`,
    Effect.fnUntraced(function* (step) {
      const path = `/v2/projects/${project.sourceId}/machine-translation-service-settings`
      const read = (yield* readAllowed(move.server, path, TranslationServiceSettingModel)) ?? []
      const isAnyThere = yield* hasServices(move)
      yield* step.commit(
        null,
        Effect.fnUntraced(function* (report) {
          const moves = yield* TolgeeMoveRepository
          const repository = yield* MachineTranslationSettingRepository
          const prompts = yield* findPrompts(move, namedPromptIds(read))
          const { named, settings } = servicesOfSource(read, {
            hasServices: isAnyThere,
            languageOf: (id) => project.languages.get(id),
            promptOf: (id) => prompts.get(id)
          })
          const missing = named.filter((name) => !move.host.services.some((service) => service === name))
          if (missing.length > 0) report.find("translationServices", project.name, missing.join(", "))
          if (settings === null) return
          const digest = digestOf(settings)
          const taken = (yield* moves.listTaken(move.sourceId, "machineTranslation", [project.sourceId])).get(
            project.sourceId
          )
          const change = taken === undefined ? "added" : taken.digest === digest ? "unchanged" : "changed"
          report.count("machineTranslation", change, settings.length)
          if (change === "unchanged") return
          yield* repository.replace(project.id, settings)
          const row = { takenId: project.sourceId, ourId: project.id, digest }
          yield* moves.take(move.sourceId, "machineTranslation", [row])
        })
      )
    })
  )

/** Reports the language models of organizations: their keys are secrets, which are not read. */
export const noteModelProviders = (move: Move) =>
  runStep(
    move,
    "language models",
    Effect.fnUntraced(function* (step) {
      const organizations = yield* readOrganizations(move)
      const found = yield* Effect.forEach(organizations, ({ id, name }) =>
        Effect.map(
          readAllowed(move.server, `/v2/organizations/${id}/llm-providers`, ModelProviderModel),
          (providers) => ({
            name,
            providers: [...new Set((providers ?? []).map((provider) => provider.name))]
          })
        )
      )
      yield* step.commit(null, (report) =>
        Effect.sync(() => {
          for (const { name, providers } of found) {
            if (providers.length > 0) report.find("modelProviders", name, providers.join(", "))
          }
        })
      )
    })
  )

/** Says whether the server has services: only then is a project without any of them one that has chosen so. */
const hasServices = (move: Move) =>
  Effect.map(
    readKnown(move.server, "/v2/public/machine-translation-providers", TranslationServicesModel),
    (services) => Object.keys(services ?? {}).length > 0
  )
