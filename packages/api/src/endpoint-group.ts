import { Context } from "effect"
import { type HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import type { Requirement, Requiring } from "./access/requirement.ts"

/** An endpoint whose type says that it has a description. */
export interface Described {
  readonly description: string
}

/** Describes an endpoint in OpenAPI: a sentence that begins with a verb, "Lists the projects that the caller can enter." */
export const described =
  (description: string) =>
  <E extends HttpApiEndpoint.Constraint & Requiring<Requirement>>(endpoint: E): E & Described => {
    const { requirement } = endpoint
    const annotated = (endpoint as unknown as HttpApiEndpoint.Top).annotate(OpenApi.Description, description)
    return Object.assign(annotated, { requirement, description }) as never
  }

/** The sentence about the status 409 in OpenAPI; endpoints without one never have it. */
export class ConflictAnnotation extends Context.Service<ConflictAnnotation, string>()(
  "@dragoman/api/ConflictAnnotation"
) {}

/** Describes when an endpoint responds with 409. */
export const conflicting =
  (sentence: string) =>
  <E extends CompleteEndpoint>(endpoint: E): E => {
    const { requirement, description } = endpoint
    const annotated = (endpoint as unknown as HttpApiEndpoint.Top).annotate(ConflictAnnotation, sentence)
    return Object.assign(annotated, { requirement, description }) as never
  }

/** Marks endpoints that take `If-Match`. */
export class IfMatchAnnotation extends Context.Service<IfMatchAnnotation, true>()("@dragoman/api/IfMatchAnnotation") {}

/**
 * Declares that an endpoint takes `If-Match`: it changes something only while it is as the client read it, and responds with 412
 * otherwise. The header is no part of the endpoint's type, so clients that do not send it need not name it.
 */
export const takesIfMatch = <E extends CompleteEndpoint>(endpoint: E): E => {
  const { requirement, description } = endpoint
  const annotated = (endpoint as unknown as HttpApiEndpoint.Top).annotate(IfMatchAnnotation, true)
  return Object.assign(annotated, { requirement, description }) as never
}

type CompleteEndpoint = HttpApiEndpoint.Constraint & Requiring & Described

/** A group of endpoints that all have a requirement and a description; an endpoint without one does not compile. */
export const endpointGroup = <
  const Name extends string,
  const Endpoints extends readonly [CompleteEndpoint, ...Array<CompleteEndpoint>]
>(
  name: Name,
  ...endpoints: Endpoints
) => HttpApiGroup.make(name).add(...endpoints)
