import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { refusedWith } from "../http/refused.ts"

const refuse = () => refusedWith(400, "feature_not_enabled", ["BRANCHING"])

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
