import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../access/grant.ts"
import { keyToModel } from "../key/key-to-model.ts"
import { refuseBranch } from "../project/refuse-branch.ts"
import { importFiles } from "./import-files.ts"
import { importKeys } from "./import-keys.ts"
import { importKeysResolvable } from "./import-keys-resolvable.ts"
import { importResolvable } from "./import-resolvable.ts"

export const SingleStepImportHandlers = HttpApiBuilder.group(Api, "singleStepImport", (handlers) =>
  handlers
    .handleRaw(
      "importFiles",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        return yield* importFiles(yield* granted(endpoint), request)
      })
    )
    .handleAll({
      importResolvable: Effect.fnUntraced(function* ({ endpoint, payload }) {
        return yield* importResolvable(yield* granted(endpoint), payload)
      }),
      importKeys: Effect.fnUntraced(function* ({ endpoint, payload, query }) {
        const access = yield* granted(endpoint)
        yield* refuseBranch(query.branch)
        yield* importKeys(access, payload)
      }),
      importKeysResolvable: Effect.fnUntraced(function* ({ endpoint, payload }) {
        const keys = yield* importKeysResolvable(yield* granted(endpoint), payload)
        return { keys: keys.map(keyToModel), screenshots: {} }
      })
    })
)
