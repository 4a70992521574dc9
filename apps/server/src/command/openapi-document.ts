import { Api } from "@dragoman/api"
import { OpenApi } from "effect/http-api"

/** The OpenAPI 3.1 description of the whole HTTP API; the same as the server gives under `/v3/api-docs`. */
export const openApiDocument = (): object => OpenApi.fromApi(Api)
