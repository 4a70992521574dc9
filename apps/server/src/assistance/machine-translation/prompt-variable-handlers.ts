import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { listVariables } from "./prompt-variable-queries.ts"

export const PromptVariableHandlers = HttpApiBuilder.group(Api, "promptVariable", (handlers) =>
  handlers.handle(
    "list",
    withAccess(function* (access, { query }) {
      return { data: yield* listVariables(access, query) }
    })
  )
)
