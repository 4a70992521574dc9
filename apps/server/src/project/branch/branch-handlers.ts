import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { findBranch, listBranches } from "./branch-queries.ts"
import { branchToModel } from "./branch-shapes.ts"
import { deleteBranch, protectBranch, renameBranch } from "./change-branches.ts"
import { createBranch } from "./create-branch.ts"

export const BranchHandlers = HttpApiBuilder.group(Api, "branch", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listBranches(access, query)
      return { _embedded: { branches: rows.map((row) => branchToModel(access, row)) }, page }
    }),
    find: withAccess(function* (access, { query }) {
      return branchToModel(access, yield* findBranch(access, query.name))
    }),
    create: withAccess(function* (access, { payload }) {
      return branchToModel(access, yield* createBranch(access, payload))
    }),
    rename: withAccess(function* (access, { params, payload }) {
      return branchToModel(access, yield* renameBranch(access, params.branchId, payload))
    }),
    protect: withAccess(function* (access, { params, payload }) {
      return branchToModel(access, yield* protectBranch(access, params.branchId, payload))
    }),
    delete: withAccess((access, { params }) => Effect.asVoid(deleteBranch(access, params.branchId)))
  })
)
