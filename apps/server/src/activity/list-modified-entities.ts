import { type PageQuery, pageEnvelope, pageOffset, parsePageRequest } from "@dragoman/domain/page"
import { ActivityRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { accepted } from "../http/refused.ts"
import { renderRevisions } from "./render-revisions.ts"

/**
 * The entities that one revision changed, ordered by class and id; an unknown revision has none. Revisions touch a handful
 * of entities, so the page is cut out of all of them.
 * Source: reference "webhooks" 3.6.
 */
export const listModifiedEntities = Effect.fn("listModifiedEntities")(function* (
  access: ProjectAccess<"activity.view">,
  revisionId: number,
  query: PageQuery,
  entityClasses: ReadonlyArray<string> | undefined
) {
  const request = yield* accepted(parsePageRequest(query, []))
  const repository = yield* ActivityRepository
  const found = yield* repository.find(access.projectId, revisionId)
  const [revision] = Option.isSome(found) ? yield* renderRevisions(access, [found.value]) : []
  const entities = Object.values(revision?.modifiedEntities ?? {})
    .flat()
    .filter(({ entityClass }) => entityClasses === undefined || entityClasses.includes(entityClass))
  const offset = pageOffset(request)
  return { entities: entities.slice(offset, offset + request.size), page: pageEnvelope(request, entities.length) }
})
