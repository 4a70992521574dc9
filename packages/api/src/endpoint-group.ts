import { type HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { Demanding } from "./access/demand.ts"

/** A group of endpoints that all say what they demand; an endpoint without a demand does not compile. */
export const endpointGroup = <
  const Name extends string,
  const Endpoints extends readonly [
    HttpApiEndpoint.Constraint & Demanding,
    ...Array<HttpApiEndpoint.Constraint & Demanding>
  ]
>(
  name: Name,
  ...endpoints: Endpoints
) => HttpApiGroup.make(name).add(...endpoints)
