import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { revertActivity, revertBatchJob, revertRevision } from "./revert-changes.ts"
import { showRevert } from "./revert-shapes.ts"

export const RevertHandlers = HttpApiBuilder.group(Api, "revert", (handlers) =>
  handlers.handleAll({
    revision: withAccess(function* (access, { params, payload }) {
      return yield* showRevert(access, yield* revertRevision(access, params.revisionId, payload))
    }),
    activity: withAccess(function* (access, { payload }) {
      return yield* showRevert(access, yield* revertActivity(access, payload))
    }),
    batchJob: withAccess(function* (access, { params, payload }) {
      return yield* showRevert(access, yield* revertBatchJob(access, params.jobId, payload))
    })
  })
)
