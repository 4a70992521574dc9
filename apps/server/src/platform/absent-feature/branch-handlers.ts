import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { refuseFeature } from "./refuse-feature.ts"

const refuse = () => refuseFeature("BRANCHING")

export const BranchHandlers = HttpApiBuilder.group(Api, "branch", (handlers) =>
  handlers.handleAll({
    list: refuse,
    create: refuse,
    find: refuse,
    delete: refuse,
    previewMerge: refuse,
    refreshMerge: refuse,
    listMergeChanges: refuse,
    applyMerge: refuse
  })
)
