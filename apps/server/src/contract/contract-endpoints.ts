import { Api, type Demand, DemandAnnotation } from "@dragoman/api"
import { Context, type Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** One endpoint of the contract, as far as tests that walk all of them need to know it. */
export interface ContractEndpoint {
  /** `GET /v2/projects/:projectId`. */
  readonly title: string
  readonly group: string
  readonly method: string
  readonly path: string
  readonly demand: Demand
  readonly paramNames: ReadonlyArray<string>
  /** Decoded to a number: text in their place is a value of the wrong type. */
  readonly numberParams: ReadonlyArray<string>
  readonly queryNames: ReadonlyArray<string>
  /** Content types that it reads; none without a body. */
  readonly bodyTypes: ReadonlyArray<string>
  /** Names of the fields of a JSON body. */
  readonly bodyFields: ReadonlyArray<string>
}

const describe = (group: string, endpoint: HttpApiEndpoint.Top): ContractEndpoint => ({
  title: `${endpoint.method} ${endpoint.path}`,
  group,
  method: endpoint.method,
  path: endpoint.path,
  demand: Context.getUnsafe(endpoint.annotations, DemandAnnotation),
  paramNames: [...endpoint.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? ""),
  numberParams: fieldsOf(endpoint.params)
    .filter(({ type }) => SchemaAST.isNumber(type))
    .map(({ name }) => String(name)),
  queryNames: fieldsOf(endpoint.query).map(({ name }) => String(name)),
  bodyTypes: endpoint.method === "GET" ? [] : [...endpoint.payload.keys()],
  bodyFields: [...endpoint.payload.values()].flatMap(({ schemas }) =>
    schemas.flatMap((schema) => fieldsOf(schema).map(({ name }) => String(name)))
  )
})

const fieldsOf = (schema: Schema.Top | undefined) => {
  const ast = schema === undefined ? undefined : SchemaAST.toType(schema.ast)
  return ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures : []
}

/** All endpoints of the contract, in its order. */
export const contractEndpoints: ReadonlyArray<ContractEndpoint> = Object.values(Api.groups).flatMap((group) =>
  (Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>).map((endpoint) =>
    describe(group.identifier, endpoint)
  )
)
