import { Api, type PromptModel } from "@dragoman/api"
import { defaultModelProviderName, defaultPromptTemplate } from "@dragoman/domain/machine-translation"
import type { PromptRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { createPrompt, deletePrompt, getPrompt, listPrompts, updatePrompt } from "./prompts.ts"

export const PromptHandlers = HttpApiBuilder.group(Api, "prompt", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listPrompts(access, query)
      return { _embedded: { prompts: rows.map((row) => promptToModel(access.projectId, row)) }, page }
    }),
    getDefault: () =>
      Effect.succeed({
        name: "",
        providerName: defaultModelProviderName,
        template: defaultPromptTemplate,
        basicPromptOptions: null
      }),
    create: withAccess((access, { payload }) =>
      Effect.map(createPrompt(access, payload), (row) => promptToModel(access.projectId, row))
    ),
    get: withAccess((access, { params }) =>
      Effect.map(getPrompt(access.projectId, params.promptId), (row) => promptToModel(access.projectId, row))
    ),
    update: withAccess((access, { params, payload }) =>
      Effect.map(updatePrompt(access, params.promptId, payload), (row) => promptToModel(access.projectId, row))
    ),
    delete: withAccess((access, { params }) => deletePrompt(access, params.promptId))
  })
)

const promptToModel = (projectId: number, { id, name, providerName, template, options }: PromptRow): PromptModel => ({
  id,
  projectId,
  name,
  providerName,
  template,
  basicPromptOptions: options
})
