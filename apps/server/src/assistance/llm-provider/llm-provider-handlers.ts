import { Api, type LlmProviderModel } from "@dragoman/api"
import type { LlmProviderRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { listAvailableProviders, listServerProviders } from "./available-llm-providers.ts"
import { createLlmProvider, deleteLlmProvider, listLlmProviders, shownKey, updateLlmProvider } from "./llm-providers.ts"
import { testLlmProvider, testServerProvider } from "./test-llm-provider.ts"

export const LlmProviderHandlers = HttpApiBuilder.group(Api, "llmProvider", (handlers) =>
  handlers.handleAll({
    listAvailable: withAccess((access) => Effect.map(listAvailableProviders(access), listed)),
    listOfServer: () => Effect.map(listServerProviders, listed),
    list: withAccess((access) => Effect.map(listLlmProviders(access), (rows) => listed(rows.map(providerToModel)))),
    create: withAccess((access, { payload }) => Effect.map(createLlmProvider(access, payload), providerToModel)),
    update: withAccess((access, { params, payload }) =>
      Effect.map(updateLlmProvider(access, params.llmProviderId, payload), providerToModel)
    ),
    delete: withAccess((access, { params }) => deleteLlmProvider(access, params.llmProviderId)),
    test: withAccess((access, { params }) => testLlmProvider(access, params.llmProviderId)),
    testOfServer: withAccess((access, { payload }) => testServerProvider(access, payload.name))
  })
)

const listed = <Item>(providers: ReadonlyArray<Item>) => ({ _embedded: { providers } })

const providerToModel = ({ organizationId: _, apiKey, ...provider }: LlmProviderRow): LlmProviderModel => ({
  ...provider,
  apiKey: shownKey(apiKey)
})
