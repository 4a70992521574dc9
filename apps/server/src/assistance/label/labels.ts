import type { LabelBody } from "@dragoman/api"
import { validateLabel } from "@dragoman/domain/label"
import type { ListQuery } from "@dragoman/domain/page"
import { LabelRepository, type LabelRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { EntityChange } from "../../change/activity/record-activity.ts"
import { changeProject } from "../../change/change-project.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Reads a page of the labels of the project, by name. */
export const listLabels = Effect.fn("listLabels")(function* (
  { projectId }: ProjectAccess,
  query: ListQuery<"labels"> & { readonly search?: string | undefined }
) {
  const repository = yield* LabelRepository
  return yield* paged("labels", query, (slice) => repository.list({ projectId, search: query.search ?? "", ...slice }))
})

/** Lists those of these labels that the project has, by name. */
export const listLabelsWithIds = Effect.fn("listLabelsWithIds")(function* (
  { projectId }: ProjectAccess,
  ids: ReadonlyArray<number>
) {
  const repository = yield* LabelRepository
  return yield* repository.listWithIds(projectId, ids)
})

/** Reads a label of the project; also in a transaction that changes it. */
export const getLabel = Effect.fn("getLabel")(function* (projectId: number, labelId: number) {
  const repository = yield* LabelRepository
  const [label] = yield* repository.listWithIds(projectId, [labelId])
  return label ?? (yield* failWith("label_not_found"))
})

/** Creates a label. */
export const createLabel = Effect.fn("createLabel")(function* (access: ProjectAccess<"project.edit">, body: LabelBody) {
  const content = yield* orFail(validateLabel(body))
  const repository = yield* LabelRepository
  const { projectId } = access
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      yield* requireFreeName(projectId, content.name, null)
      const created: LabelRow = { id: yield* repository.insert(projectId, content), ...content }
      yield* record("TRANSLATION_LABEL_CREATE", [labelEntity(null, created)])
      return created
    })
  )
})

/** Replaces name, colour and description of a label. */
export const updateLabel = Effect.fn("updateLabel")(function* (
  access: ProjectAccess<"project.edit">,
  labelId: number,
  body: LabelBody
) {
  const content = yield* orFail(validateLabel(body))
  const repository = yield* LabelRepository
  const { projectId } = access
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const before = yield* getLabel(projectId, labelId)
      yield* requireFreeName(projectId, content.name, labelId)
      const after: LabelRow = { id: labelId, ...content }
      yield* repository.update(after)
      yield* record("TRANSLATION_LABEL_UPDATE", [labelEntity(before, after)])
      return after
    })
  )
})

/** Deletes a label and removes it from all translations; the activity names the label alone. */
export const deleteLabel = Effect.fn("deleteLabel")(function* (access: ProjectAccess<"project.edit">, labelId: number) {
  const repository = yield* LabelRepository
  const { projectId } = access
  yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const label = yield* getLabel(projectId, labelId)
      yield* repository.remove(projectId, labelId)
      yield* record("TRANSLATION_LABEL_DELETE", [labelEntity(label, null)])
    })
  )
})

/** Fails when another label than `labelId` has the name. */
const requireFreeName = Effect.fnUntraced(function* (projectId: number, name: string, labelId: number | null) {
  const repository = yield* LabelRepository
  const found = yield* repository.findByName(projectId, name)
  if (Option.isSome(found) && found.value.id !== labelId) return yield* failWith("label_already_exists", [name])
})

const labelEntity = (before: LabelRow | null, after: LabelRow | null): EntityChange => ({
  entityClass: "Label",
  entityId: (after ?? before)?.id ?? 0,
  before: before && { ...before },
  after: after && { ...after }
})
