import { neighboursInOrder, type RelatedKey, relatedKeysMax } from "@dragoman/domain/key"
import { KeyNeighbourRepository, KeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"

/**
 * Remembers which keys stand near each other, inside the transaction of the operation. Keys that the project does not
 * have are passed over. It is no content: no activity tells of it.
 * Source: reference "content-api" 2.12.
 */
export const storeRelatedKeys = Effect.fn("storeRelatedKeys")(function* (
  project: Pick<ContentProject, "projectId">,
  related: ReadonlyArray<RelatedKey>
) {
  const keys = yield* KeyRepository
  const neighbours = yield* KeyNeighbourRepository
  const named = related.slice(0, relatedKeysMax)
  const idByPlace = new Map((yield* keys.findByName(project.projectId, named)).map((key) => [placeOf(key), key.id]))
  yield* neighbours.save(neighboursInOrder(named.flatMap((key) => idByPlace.get(placeOf(key)) ?? [])))
})

const placeOf = ({ namespace, name }: RelatedKey): string => JSON.stringify([namespace, name])
