import { Api } from "@dragoman/api"
import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failUnsupported } from "../fail.ts"

const failMachineTranslation = () => failUnsupported("MACHINE_TRANSLATION")

const UnsupportedFeatureHandlers = HttpApiBuilder.group(Api, "unsupportedFeature", (handlers) =>
  handlers.handleAll({
    suggestFromMemory: () => failUnsupported("TRANSLATION_MEMORY"),
    suggestByMachine: failMachineTranslation,
    suggestByMachineStreaming: failMachineTranslation,
    autoTranslate: failMachineTranslation,
    listTasks: () => failUnsupported("TASKS"),
    listLabels: () => failUnsupported("TRANSLATION_LABELS"),
    getQualitySettings: () => failUnsupported("QA_CHECKS")
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
