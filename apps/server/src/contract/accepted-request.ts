import type { ContractEndpoint, FieldType } from "./contract-endpoints.ts"

/** Values that the rules accept, for fields where an example of the type is not enough. */
const acceptedValues: Readonly<Record<string, unknown>> = {
  branch: null,
  namespace: null,
  screenshotUploadedImageIds: null,
  email: "somebody@example.com",
  scopes: ["keys.view"],
  tags: ["example"],
  tag: "xx",
  url: "https://192.0.2.1/",
  color: "#AA00FF",
  expiresAt: null
}

const providers = "/v2/organizations/:organization/llm-providers"
const contentDeliveries = "/v2/projects/:projectId/content-delivery-configs"
const contentDelivery = {
  ...{ contentStorageId: null, slug: null, autoPublish: false, filterBranch: null, structureDelimiter: "." },
  ...{ format: "JSON", messageFormat: "ICU", fileStructureTemplate: null, filterState: ["REVIEWED"] }
}
const branchName = { name: "next" }
const provider = { type: "OPENAI", priority: null, apiUrl: null, format: null }

/** Values of fields whose names mean something else in other bodies. */
const acceptedOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "POST /v2/projects/:projectId/branches": branchName,
  "POST /v2/projects/:projectId/branches/:branchId": branchName,
  [`POST ${contentDeliveries}`]: contentDelivery,
  [`PUT ${contentDeliveries}/:id`]: contentDelivery,
  [`POST ${providers}`]: provider,
  [`PUT ${providers}/:llmProviderId`]: provider
}

/** Queries without which an endpoint refuses whatever else it is asked. */
const acceptedQueries: Readonly<Record<string, string>> = {
  "PUT /v2/projects/:projectId/users/:userId/set-permissions": "scopes=keys.view",
  "GET /v2/projects/:projectId/keys/search": "search=x",
  "GET /v2/projects/:projectId/permissions/explain": "scope=keys.view"
}

/** A query that is accepted, with what comes on top of it: `?search=x&page=-1`. */
export const queryWith = ({ title }: ContractEndpoint, more = ""): string => {
  const parts = [acceptedQueries[title] ?? "", more].filter((part) => part !== "")
  return parts.length === 0 ? "" : `?${parts.join("&")}`
}

/**
 * A JSON body whose fields have the right types and, where the rules ask for more than that, accepted values. undefined
 * for endpoints without one. `values` replaces fields.
 */
export const acceptedBody = (endpoint: ContractEndpoint, values: Readonly<Record<string, unknown>> = {}): unknown => {
  const { body, title } = endpoint
  if (body === null) return undefined
  const accepted = { ...acceptedValues, ...acceptedOf[title] }
  return body.fields.length === 0
    ? exampleOf(body)
    : {
        ...Object.fromEntries(
          body.fields.map(({ name, type }) => [name, Object.hasOwn(accepted, name) ? accepted[name] : exampleOf(type)])
        ),
        ...values
      }
}

const exampleOf = (type: FieldType): unknown => {
  const [accepted] = type.accepts
  switch (accepted) {
    case undefined:
    case "string":
      return "Example"
    case "number":
      return 1
    case "boolean":
      return false
    case "null":
      return null
    case "array":
      return []
    case "object":
      return Object.fromEntries(type.fields.map((field) => [field.name, exampleOf(field.type)]))
    default:
      return JSON.parse(accepted)
  }
}
