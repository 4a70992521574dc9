import { GlossaryRepository, type GlossaryRow } from "@dragoman/store"
import { Effect } from "effect"
import { inOrganization, requireManageShared, type SharedManager } from "../manager/manage-shared.ts"
import { findGlossary } from "./glossary-queries.ts"

/**
 * Changes a glossary in one transaction that begins with the lock of its organization, after a check that the user may manage
 * it now. `addedProjectIds`: projects that the change assigns it to.
 */
export const inGlossary = <A, E, R>(
  manager: SharedManager,
  glossaryId: number,
  change: (glossary: GlossaryRow) => Effect.Effect<A, E, R>,
  addedProjectIds: ReadonlyArray<number> = []
) =>
  inOrganization(
    manager,
    Effect.gen(function* () {
      const repository = yield* GlossaryRepository
      const glossary = yield* findGlossary(manager.organizationId, glossaryId)
      const projects = yield* repository.listProjects([glossaryId], null)
      yield* requireManageShared(manager, [...projects.map(({ id }) => id), ...addedProjectIds])
      const result = yield* change(glossary)
      yield* repository.raiseVersion(glossaryId)
      return result
    })
  )

/** Creates a glossary that is assigned to these projects, like `inGlossary`. */
export const inNewGlossary = <A, E, R>(
  manager: SharedManager,
  projectIds: ReadonlyArray<number>,
  create: Effect.Effect<A, E, R>
) => inOrganization(manager, Effect.andThen(requireManageShared(manager, projectIds), create))
