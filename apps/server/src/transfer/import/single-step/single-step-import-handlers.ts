import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { refuseBranch } from "../../../platform/absent-feature/refuse-branch.ts"
import { accessOf } from "../../../platform/access/access.ts"
import { importFiles } from "./import-files.ts"
import { importReceivedBody } from "./import-received-body.ts"

export const SingleStepImportHandlers = HttpApiBuilder.group(Api, "singleStepImport", (handlers) =>
  handlers
    .handleRaw(
      "importFiles",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        return yield* importFiles(yield* accessOf(endpoint), request)
      })
    )
    .handleRaw(
      "importResolvable",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        return yield* importReceivedBody({ operation: "resolvable", access: yield* accessOf(endpoint) }, request)
      })
    )
    .handleRaw(
      "importKeys",
      Effect.fnUntraced(function* ({ endpoint, request, query }) {
        const access = yield* accessOf(endpoint)
        yield* refuseBranch(query.branch)
        return yield* importReceivedBody({ operation: "keys", access }, request)
      })
    )
    .handleRaw(
      "importKeysResolvable",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        return yield* importReceivedBody({ operation: "keysResolvable", access: yield* accessOf(endpoint) }, request)
      })
    )
)
