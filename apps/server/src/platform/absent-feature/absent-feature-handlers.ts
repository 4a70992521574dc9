import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { refuseFeature } from "./refuse-feature.ts"

const rejectMachines = () => refuseFeature("MACHINE_TRANSLATION")

export const AbsentFeatureHandlers = HttpApiBuilder.group(Api, "absentFeature", (handlers) =>
  handlers.handleAll({
    suggestFromMemory: () => refuseFeature("TRANSLATION_MEMORY"),
    suggestByMachine: rejectMachines,
    suggestByMachineStreaming: rejectMachines,
    autoTranslate: rejectMachines,
    listTasks: () => refuseFeature("TASKS"),
    listLabels: () => refuseFeature("TRANSLATION_LABELS"),
    getQualitySettings: () => refuseFeature("QA_CHECKS")
  })
)

const rejectBranches = () => refuseFeature("BRANCHING")

export const BranchHandlers = HttpApiBuilder.group(Api, "branch", (handlers) =>
  handlers.handleAll({
    list: rejectBranches,
    create: rejectBranches,
    find: rejectBranches,
    delete: rejectBranches,
    previewMerge: rejectBranches,
    refreshMerge: rejectBranches,
    listMergeChanges: rejectBranches,
    applyMerge: rejectBranches
  })
)
