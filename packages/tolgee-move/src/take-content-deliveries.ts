import { randomBytes } from "node:crypto"
import { BranchRepository, ContentDeliveryRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { digestOf, type Move, runStep } from "./move.ts"
import { readAllowed } from "./read-pages.ts"
import { ContentDeliveryModel, type SourceContentDelivery } from "./source-models.ts"
import type { TakenBranch } from "./take-branches.ts"
import type { TakenProject } from "./take-projects.ts"

/** Slugs that servers generate; chosen ones belong to storages of projects. */
const generatedSlug = /^[0-9a-f]{32}$/
const slugBytes = 16

const nameMaxUtf16Units = 100

/**
 * Takes the content deliveries of a project, behind its keys and branches. All publish to the storage of this server, because the keys of
 * storages are not readable; those that were in the storage of the other server keep their slugs. Nothing is published.
 */
export const takeContentDeliveries = (move: Move, project: TakenProject, branches: ReadonlyArray<TakenBranch>) =>
  runStep(
    move,
    `project ${project.sourceId} content delivery`,
    Effect.fnUntraced(function* (step) {
      const moves = yield* TolgeeMoveRepository
      const repository = yield* ContentDeliveryRepository
      const path = `/v2/projects/${project.sourceId}/content-delivery-configs`
      const listed = (yield* readAllowed(move.server, path, ContentDeliveryModel)) ?? []
      if (listed.length === 0) return
      const branchIdOf = yield* readBranchIds(project, branches)
      yield* step.commit(
        null,
        Effect.fnUntraced(function* (report) {
          const ids = listed.map(({ id }) => id)
          const taken = yield* moves.listTaken(move.sourceId, "contentDelivery", ids)
          for (const delivery of listed) {
            const where = `${project.name}: ${delivery.name}`
            const branchId = branchIdOf(delivery.filterBranch ?? null)
            const parameters = move.host.parsePublishedExport(yield* withKeysOfHere(move, delivery))
            if (branchId === undefined || parameters === null) {
              report.find("contentDeliveryRejected", where)
              continue
            }
            const values = {
              branchId,
              parameters,
              name: delivery.name.trim().slice(0, nameMaxUtf16Units),
              autoPublish: delivery.autoPublish ?? false,
              pruneBeforePublish: delivery.pruneBeforePublish ?? true,
              zip: delivery.zip ?? false
            }
            const digest = digestOf(values)
            report.find("contentDelivery", where, delivery.storage?.name ?? null)
            const known = taken.get(delivery.id)
            if (known === undefined) {
              const slug = yield* slugOf(delivery)
              const created = { ...values, projectId: project.id, storageId: null, slug, createdAt: move.now }
              const ourId = yield* repository.insert(created)
              yield* moves.take(move.sourceId, "contentDelivery", [{ takenId: delivery.id, ourId, digest }])
              report.count("contentDelivery", "added")
              continue
            }
            const here = Option.getOrNull(yield* repository.find(project.id, known.ourId))
            const isChanged = known.digest !== digest && here !== null
            report.count("contentDelivery", isChanged ? "changed" : "unchanged")
            if (!isChanged) continue
            yield* repository.update(here.id, { ...values, storageId: here.storageId, slug: here.slug })
            yield* moves.take(move.sourceId, "contentDelivery", [{ ...known, digest }])
          }
        })
      )
    })
  )

/** Finds the branch here by its name there; null: the default branch; undefined: it is not here. */
const readBranchIds = Effect.fnUntraced(function* (project: TakenProject, branches: ReadonlyArray<TakenBranch>) {
  const here = yield* BranchRepository.use((repository) => repository.listOfProject(project.id))
  const defaultName = here.find(({ isDefault }) => isDefault)?.name
  return (name: string | null): number | null | undefined =>
    name === null || name === defaultName ? null : branches.find((branch) => branch.name === name)?.place.branchId
})

/** Names the keys by their ids here: 0 for one that is not here, so that a filter never becomes empty, which would publish all keys. */
const withKeysOfHere = Effect.fnUntraced(function* (move: Move, delivery: SourceContentDelivery) {
  const { filterKeyId, filterKeyIdNot } = delivery
  const moves = yield* TolgeeMoveRepository
  const taken = yield* moves.listTaken(move.sourceId, "key", [...(filterKeyId ?? []), ...(filterKeyIdNot ?? [])])
  const idOf = (id: number) => taken.get(id)?.ourId ?? 0
  return {
    ...delivery,
    filterKeyId: filterKeyId?.map(idOf) ?? null,
    filterKeyIdNot: filterKeyIdNot?.map(idOf) ?? null
  }
})

const slugOf = Effect.fnUntraced(function* ({ slug, storage }: SourceContentDelivery) {
  const repository = yield* ContentDeliveryRepository
  const isKept = !storage && slug && generatedSlug.test(slug) && !(yield* repository.isSlugTaken(slug, null, null))
  return isKept ? slug : randomBytes(slugBytes).toString("hex")
})
