import type { LlmProviderBody } from "@dragoman/api"
import { endOfKey, type LlmProviderContent, validateLlmProvider } from "@dragoman/domain/machine-translation"
import { LlmProviderRepository, type LlmProviderRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import { changeOrganization } from "../../organization/change-organization.ts"
import { failWith, failWithStatus, orFail } from "../../platform/fail.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { checkReachableUrl } from "../../webhook/configuration/check-reachable-url.ts"
import { MachineServices } from "../machine-translation/machine-services.ts"

/** Longest address in UTF-16 units. Source: docs/reference/limits.md#machine-translation. */
const urlMaxUtf16Units = 2_047

/** Lists the providers of the organization, with their keys: for the server alone. */
export const listLlmProviders = Effect.fn("listLlmProviders")(function* ({
  organizationId
}: Pick<OrganizationAccess, "organizationId">) {
  return yield* LlmProviderRepository.use((repository) => repository.list(organizationId))
})

/** Adds a provider to the organization. */
export const createLlmProvider = Effect.fn("createLlmProvider")(function* (
  access: OrganizationAccess<"OWNER">,
  body: LlmProviderBody
) {
  const content = yield* checkProvider(body)
  const repository = yield* LlmProviderRepository
  const { organizationId, caller } = access
  return yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const row = { ...content, organizationId, apiKey: keyAfter(body, null) }
      const created: LlmProviderRow = { ...row, id: yield* repository.insert(row) }
      const event = { action: "LLM_PROVIDER_CREATED", object: providerObject(created), organizationId } as const
      yield* recordAudit(caller, { ...event, after: auditedProvider(created) })
      return created
    })
  )
})

/** Replaces a provider. The key stays unless the body has another one. */
export const updateLlmProvider = Effect.fn("updateLlmProvider")(function* (
  access: OrganizationAccess<"OWNER">,
  providerId: number,
  body: LlmProviderBody
) {
  const content = yield* checkProvider(body)
  const repository = yield* LlmProviderRepository
  const { organizationId, caller } = access
  return yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const before = yield* findLlmProvider(organizationId, providerId)
      // A key is for the host that its owner gave it to.
      if (before.apiKey !== null && keepsKey(body, before.apiKey) && originOf(before) !== originOf(content)) {
        return yield* failWith("llm_provider_key_needed")
      }
      const after: LlmProviderRow = { ...before, ...content, apiKey: keyAfter(body, before.apiKey) }
      yield* repository.update(after)
      const event = { action: "LLM_PROVIDER_EDITED", object: providerObject(after), organizationId } as const
      if (before.apiKey === after.apiKey) {
        yield* recordChange(caller, event, auditedProvider(before), auditedProvider(after))
      } else {
        yield* recordAudit(caller, { ...event, before: auditedProvider(before), after: auditedProvider(after) })
      }
      return after
    })
  )
})

/** Deletes a provider; prompts that choose its name find another one of the name, or none. */
export const deleteLlmProvider = Effect.fn("deleteLlmProvider")(function* (
  access: OrganizationAccess<"OWNER">,
  providerId: number
) {
  const repository = yield* LlmProviderRepository
  const { organizationId, caller } = access
  yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const before = yield* findLlmProvider(organizationId, providerId)
      yield* repository.remove(organizationId, providerId)
      const event = { action: "LLM_PROVIDER_DELETED", object: providerObject(before), organizationId } as const
      yield* recordAudit(caller, { ...event, before: auditedProvider(before) })
    })
  )
})

/** Shows that there is a key, and its end; null: there is none. */
export const shownKey = (key: string | null): string | null => (key === null ? null : `***${endOfKey(key)}`)

/** Clients send back what they were shown. */
const keepsKey = ({ apiKey }: LlmProviderBody, before: string | null): boolean =>
  apiKey === undefined || (before !== null && apiKey === shownKey(before))

const keyAfter = (body: LlmProviderBody, before: string | null): string | null => {
  if (keepsKey(body, before)) return before
  return body.apiKey?.trim() ? body.apiKey.trim() : null
}

/** Providers without an address have that of their type. */
const originOf = ({ apiUrl, type }: Pick<LlmProviderContent, "apiUrl" | "type">): string =>
  apiUrl === null ? type : new URL(apiUrl).origin

/** Finds a provider of the organization, with its key: for the server alone. */
export const findLlmProvider = Effect.fnUntraced(function* (organizationId: number, providerId: number) {
  const found = yield* LlmProviderRepository.use((repository) => repository.find(organizationId, providerId))
  return Option.isSome(found) ? found.value : yield* failWithStatus(404, "llm_provider_not_found")
})

const checkProvider = Effect.fnUntraced(function* (body: LlmProviderBody) {
  const content = yield* orFail(validateLlmProvider(body))
  const { apiUrl } = content
  if (apiUrl === null) return content
  const { organizationRules } = yield* MachineServices
  yield* checkReachableUrl(apiUrl, {
    rules: organizationRules,
    maxLength: urlMaxUtf16Units,
    allowSetting: "DRAGOMAN_MT_ALLOW"
  })
  const { username, password, search, hash } = new URL(apiUrl)
  if (username !== "" || password !== "" || search !== "" || hash !== "") return yield* failWith("url_not_valid")
  return content
})

const providerObject = ({ id, name }: LlmProviderRow) => ({ kind: "LLM_PROVIDER", id, name }) as const

const auditedProvider = ({ id: _, organizationId: _organization, apiKey, ...values }: LlmProviderRow) => ({
  ...values,
  hasApiKey: apiKey !== null
})
