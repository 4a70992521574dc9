import type { GlossaryBody } from "@dragoman/api"
import { type GlossaryContent, validateEditedGlossary, validateNewGlossary } from "@dragoman/domain/glossary"
import { GlossaryRepository, QualityCheckRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { lockProject } from "../../change/change-project.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { managerOf } from "../manager/manage-shared.ts"
import { StaleTexts } from "../quality-check/check-stale-texts.ts"
import { findGlossary } from "./glossary-queries.ts"
import { glossaryObject } from "./glossary-shapes.ts"
import { inGlossary, inNewGlossary } from "./manage-glossary.ts"

/** Creates a glossary of the organization. */
export const createGlossary = Effect.fn("createGlossary")(function* (
  access: OrganizationAccess<"EDITOR">,
  body: GlossaryBody
) {
  const repository = yield* GlossaryRepository
  const content = yield* orFail(validateNewGlossary(body))
  const { caller, organizationId } = access
  const now = yield* Clock.currentTimeMillis
  const created = yield* inNewGlossary(
    managerOf(access),
    content.assignedProjectIds ?? [],
    Effect.gen(function* () {
      const id = yield* repository.insert(organizationId, stored(content), now)
      yield* replaceProjects(organizationId, id, content)
      const glossary = yield* findGlossary(organizationId, id)
      const event = { action: "GLOSSARY_CREATED", object: glossaryObject(glossary), organizationId } as const
      yield* recordAudit(caller, { ...event, after: yield* auditedGlossary(organizationId, id) })
      return glossary
    })
  )
  yield* checkTexts
  return created
})

/** Replaces name and base language of a glossary, and which projects use it when the body says so. */
export const editGlossary = Effect.fn("editGlossary")(function* (
  access: OrganizationAccess<"EDITOR">,
  glossaryId: number,
  body: GlossaryBody
) {
  const repository = yield* GlossaryRepository
  const content = yield* orFail(validateEditedGlossary(body))
  const { caller, organizationId } = access
  const edited = yield* inGlossary(
    managerOf(access),
    glossaryId,
    (glossary) =>
      Effect.gen(function* () {
        const before = yield* auditedGlossary(organizationId, glossaryId)
        yield* repository.update(glossaryId, stored(content))
        yield* replaceProjects(organizationId, glossaryId, content)
        const event = { action: "GLOSSARY_EDITED", object: glossaryObject(glossary), organizationId } as const
        yield* recordChange(caller, event, before, yield* auditedGlossary(organizationId, glossaryId))
        return yield* findGlossary(organizationId, glossaryId)
      }),
    content.assignedProjectIds ?? []
  )
  yield* checkTexts
  return edited
})

/** Deletes a glossary with its terms. */
export const deleteGlossary = Effect.fn("deleteGlossary")(function* (
  access: OrganizationAccess<"EDITOR">,
  glossaryId: number
) {
  const repository = yield* GlossaryRepository
  const { caller, organizationId } = access
  yield* inGlossary(managerOf(access), glossaryId, (glossary) =>
    Effect.gen(function* () {
      const before = yield* auditedGlossary(organizationId, glossaryId)
      yield* replaceProjects(organizationId, glossaryId, { assignedProjectIds: [] })
      yield* repository.remove(glossaryId)
      const event = { action: "GLOSSARY_DELETED", object: glossaryObject(glossary), organizationId } as const
      yield* recordAudit(caller, { ...event, before })
    })
  )
  yield* checkTexts
})

/** Lets the background check the texts of the projects that a changed glossary is about. */
export const checkTexts = StaleTexts.use((stale) => stale.check)

const stored = ({ name, baseLanguageTag }: GlossaryContent) => ({ name, baseLanguageTag })

/** Replaces the projects that use a glossary. Absent: they stay. */
const replaceProjects = Effect.fnUntraced(function* (
  organizationId: number,
  glossaryId: number,
  { assignedProjectIds }: Pick<GlossaryContent, "assignedProjectIds">
) {
  if (assignedProjectIds === null) return
  const repository = yield* GlossaryRepository
  const checks = yield* QualityCheckRepository
  const before = (yield* repository.listProjects([glossaryId], null)).map(({ id }) => id)
  const added = assignedProjectIds.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !assignedProjectIds.includes(id))
  // The locks keep the projects in the organization.
  for (const projectId of [...added, ...removed].sort((a, b) => a - b)) yield* lockProject(projectId)
  const assignable = yield* repository.filterAssignable(organizationId, added)
  if (assignable.length < added.length) return yield* failWith("project_not_found")
  yield* repository.unassign(glossaryId, removed)
  yield* repository.assign(glossaryId, added)
  for (const projectId of removed) if (yield* checks.isUsed(projectId)) yield* checks.markStale(projectId, null)
})

const auditedGlossary = Effect.fnUntraced(function* (organizationId: number, glossaryId: number) {
  const repository = yield* GlossaryRepository
  const { name, baseLanguageTag } = yield* findGlossary(organizationId, glossaryId)
  const projects = yield* repository.listProjects([glossaryId], null)
  return { name, baseLanguageTag, assignedProjects: projects.map(({ id }) => id).sort((a, b) => a - b) }
})
