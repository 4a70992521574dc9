import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { exportTmx, importTmx } from "./memory-files.ts"

export const TranslationMemoryFileHandlers = HttpApiBuilder.group(Api, "translationMemoryFile", (handlers) =>
  handlers
    .handle(
      "exportTmx",
      withAccess((access, { params }) => exportTmx(access, params.translationMemoryId))
    )
    .handleRaw(
      "importTmx",
      withAccess((access, { params, query, request }) =>
        importTmx(access, params.translationMemoryId, request, query.overrideExisting ?? false)
      )
    )
)
