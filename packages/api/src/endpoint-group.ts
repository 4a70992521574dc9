import { type HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { Requiring } from "./access/requirement.ts"

/** A group of endpoints that all declare a requirement; an endpoint without one does not compile. */
export const endpointGroup = <
  const Name extends string,
  const Endpoints extends readonly [
    HttpApiEndpoint.Constraint & Requiring,
    ...Array<HttpApiEndpoint.Constraint & Requiring>
  ]
>(
  name: Name,
  ...endpoints: Endpoints
) => HttpApiGroup.make(name).add(...endpoints)
