import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../access/grant.ts"
import { publicAddress } from "../http/public-address.ts"
import { keyToModel } from "../key/key-to-model.ts"
import { refuseBranch } from "../project/refuse-branch.ts"
import { screenshotToModel } from "../screenshot/screenshot-to-model.ts"
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
        const { keys, screenshots } = yield* importKeysResolvable(yield* granted(endpoint), payload)
        const address = yield* publicAddress
        return {
          keys: keys.map(keyToModel),
          screenshots: Object.fromEntries(screenshots.map((row) => [row.id, screenshotToModel(row, address)]))
        }
      })
    })
)
