import { existsSync } from "node:fs"
import { defaultModelProviderName } from "@dragoman/domain/machine-translation"
import { AddressResolver, EndpointConnector } from "@dragoman/network"
import { checkVersion, Database, EncryptionKeys, PromptRepository, schemaVersion } from "@dragoman/store"
import { Cause, Effect, Exit, Layer, Logger, Option } from "effect"
import {
  type EvaluatedService,
  evaluateTranslations
} from "../../assistance/machine-translation/evaluate-translations.ts"
import { MachineClients } from "../../assistance/machine-translation/machine-clients.ts"
import { MachineServices } from "../../assistance/machine-translation/machine-services.ts"
import { readTranslatedProject } from "../../assistance/machine-translation/translated-project.ts"
import { layerRepositories } from "../../composition/server.ts"
import { ImageFiles } from "../../content/image/image-files.ts"
import { ImageThread } from "../../content/image/image-thread.ts"
import { layerEngineOf } from "../../platform/database/layer-engine.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { ServerSecret } from "../../service/access/access-token.ts"
import { NotificationSignal } from "../../service/notification/notification-signal.ts"
import { Notifier } from "../../service/notification/notify-users.ts"
import { CommandFailure, explainStartFailure } from "../command-failure.ts"
import type { EvalAction } from "./eval-arguments.ts"
import { printEvaluations } from "./eval-report.ts"

/** The output of the command: `sentence` for people, `facts` as JSON. */
export interface EvalReport {
  readonly sentence: string
  readonly facts: object
}

/** Evaluates services of machine translation on the database of the settings, while servers run or not. */
export const runEval = async (settings: SettingValues, action: EvalAction): Promise<EvalReport> => {
  const { database } = settings
  if (database.engine === "sqlite" && !existsSync(database.filename)) {
    throw new CommandFailure({ sentence: `There is no database ${database.filename}: check DRAGOMAN_DATA_DIR.` })
  }
  const exit = await Effect.runPromiseExit(
    Effect.andThen(checkSchema, evaluate(action)).pipe(
      Effect.provide(layerServices.pipe(Layer.provideMerge(layerEngineOf(database)))),
      Effect.provideService(Settings, settings),
      Effect.provideService(EncryptionKeys, settings.encryptionKey),
      Effect.provide(Logger.layer([])),
      Effect.withTracerEnabled(false)
    )
  )
  if (Exit.isSuccess(exit)) return exit.value
  const sentence = explainStartFailure(exit.cause, settings)
  if (sentence === null) throw Cause.squash(exit.cause)
  throw new CommandFailure({ sentence })
}

const layerServices = Layer.mergeAll(
  MachineClients.layer,
  ReadingThread.layer,
  ImageFiles.layer,
  ImageThread.layer,
  Notifier.layer
).pipe(
  Layer.provideMerge(Layer.mergeAll(AddressResolver.layer, EndpointConnector.layer)),
  Layer.provideMerge(Layer.mergeAll(MachineServices.layer, NotificationSignal.layer, ServerSecret.layer)),
  Layer.provideMerge(layerRepositories),
  Layer.provideMerge(Database.layer)
)

const checkSchema = Effect.gen(function* () {
  if ((yield* checkVersion(schemaVersion)) >= schemaVersion) return
  return yield* new CommandFailure({
    sentence:
      "The database has an older schema than this program: start the server of the same version first, or run `dragoman migrate up`."
  })
})

const evaluate = Effect.fnUntraced(function* (action: EvalAction) {
  const { projectId, languageTags, sample, seed } = action
  const project = yield* readTranslatedProject(projectId).pipe(
    Effect.mapError(() => new CommandFailure({ sentence: `There is no project with the id ${projectId}.` }))
  )
  const { base, languages } = project
  const tags = languages.filter((language) => !language.base).map(({ tag }) => tag)
  const targets = languages.filter((language) => !language.base && languageTags.includes(language.tag))
  const unknown = languageTags.filter((tag) => !targets.some((language) => language.tag === tag))
  if (base === null || unknown.length > 0) {
    const sentence = `The project does not translate into ${unknown.join(", ")}; it translates into ${tags.join(", ")}.`
    return yield* new CommandFailure({ sentence })
  }
  const missing = action.services.filter((service) => !project.services.includes(service))
  if (missing.length > 0) {
    const sentence = `The server has no ${missing.join(", ")}: check the settings that name its credentials (docs/settings.md).`
    return yield* new CommandFailure({ sentence })
  }
  const services = yield* chooseServices(action)
  const results = yield* evaluateTranslations({ project, base, targets, services, sample, seed })
  const without = targets.filter(
    ({ tag }) => !results.some(({ languageTag, texts }) => languageTag === tag && texts > 0)
  )
  if (without.length === targets.length) {
    const sentence = `No text in ${without.map(({ tag }) => tag).join(", ")} is reviewed: there is nothing to compare with.`
    return yield* new CommandFailure({ sentence })
  }
  const table = printEvaluations(results)
  if (results.every(({ translated }) => translated === 0)) {
    return yield* new CommandFailure({ sentence: `No text was translated.\n${table}` })
  }
  return { sentence: table, facts: { projectId, seed, results } } satisfies EvalReport
})

const chooseServices = Effect.fnUntraced(function* ({ projectId, services, promptIds, providers }: EvalAction) {
  const prompts = yield* Effect.forEach(promptIds.length === 0 ? [null] : promptIds, (id) => findPrompt(projectId, id))
  return services.flatMap((service): ReadonlyArray<EvaluatedService> => {
    if (service !== "PROMPT") return [{ service, prompt: null }]
    return prompts.flatMap((prompt) =>
      (providers.length === 0 ? [prompt.providerName] : providers).map((providerName) => ({
        service,
        prompt: { ...prompt, providerName }
      }))
    )
  })
})

const findPrompt = Effect.fnUntraced(function* (projectId: number, id: number | null) {
  if (id === null) return { id, template: null, options: null, providerName: defaultModelProviderName }
  const found = yield* PromptRepository.use((repository) => repository.find(projectId, id))
  if (Option.isSome(found)) return found.value
  return yield* new CommandFailure({ sentence: `The project has no prompt with the id ${id}.` })
})
