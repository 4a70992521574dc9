import { Api } from "@dragoman/api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failUnsupported } from "../fail.ts"

const emptyPage = { size: 20, totalElements: 0, totalPages: 0, number: 0 }

const failMachineTranslation = () => failUnsupported("MACHINE_TRANSLATION")
const ignore = () => Effect.void

const UnsupportedFeatureHandlers = HttpApiBuilder.group(Api, "unsupportedFeature", (handlers) =>
  handlers.handleAll({
    suggestFromMemory: () => Effect.succeed({ _embedded: { translationMemoryItems: [] }, page: emptyPage }),
    suggestByMachine: failMachineTranslation,
    suggestByMachineStreaming: failMachineTranslation,
    autoTranslate: failMachineTranslation,
    getTranslationServiceSettings: () => Effect.succeed({ _embedded: { languageConfigs: [] } }),
    getTranslationLanguageInfo: () => Effect.succeed({ _embedded: { languageInfos: [] } }),
    getAutoTranslationSettings: () => Effect.succeed({ _embedded: { configs: [] } }),
    getPlaygroundResult: () => Effect.succeed({ _embedded: { results: [] } }),
    listContentDeliveryConfigs: () => Effect.succeed({ _embedded: { contentDeliveryConfigs: [] }, page: emptyPage }),
    listTasks: () => failUnsupported("TASKS"),
    listLabels: () => failUnsupported("TRANSLATION_LABELS"),
    getQualitySettings: () => failUnsupported("QA_CHECKS"),
    listPublicProjects: () => Effect.succeed({ _embedded: { projects: [] }, page: emptyPage }),
    reportEvent: ignore,
    identifyUser: ignore
  })
)

const failBranching = () => failUnsupported("BRANCHING")

const BranchHandlers = HttpApiBuilder.group(Api, "branch", (handlers) =>
  handlers.handleAll({
    list: failBranching,
    create: failBranching,
    find: failBranching,
    delete: failBranching,
    previewMerge: failBranching,
    refreshMerge: failBranching,
    listMergeChanges: failBranching,
    applyMerge: failBranching
  })
)

export const layerUnsupportedFeatureHandlers = Layer.mergeAll(UnsupportedFeatureHandlers, BranchHandlers)
