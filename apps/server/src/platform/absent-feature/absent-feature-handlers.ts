import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { refuseFeature } from "./refuse-feature.ts"

const withoutMachines = () => refuseFeature("MACHINE_TRANSLATION")

export const AbsentFeatureHandlers = HttpApiBuilder.group(Api, "absentFeature", (handlers) =>
  handlers.handleAll({
    suggestFromMemory: () => refuseFeature("TRANSLATION_MEMORY"),
    suggestByMachine: withoutMachines,
    suggestByMachineStreaming: withoutMachines,
    autoTranslate: withoutMachines,
    listTasks: () => refuseFeature("TASKS"),
    listLabels: () => refuseFeature("TRANSLATION_LABELS"),
    getQualitySettings: () => refuseFeature("QA_CHECKS")
  })
)
