import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { organizationIdOrSlug, projectId, translationMemoryId } from "../identifier/path-parameters.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { requiresReading, requiresWriting } from "./requires-memory.ts"
import {
  AssignedProjectModel,
  MemoryTypeModel,
  SimpleTranslationMemoryModel,
  TranslationMemoryAssignmentBody,
  TranslationMemoryAssignmentModel,
  TranslationMemoryBody,
  TranslationMemoryEntryCountsModel,
  TranslationMemoryModel,
  TranslationMemoryWithStatsModel,
  WriteOnlyReviewedBody
} from "./translation-memory-model.ts"

const requiresProjectEditing = requires(project(["project.edit"], { shortPath: true }))

const all = { organization: organizationIdOrSlug }
const one = { ...all, translationMemoryId }
const oneOfProject = { projectId, translationMemoryId }
const memories = "/v2/organizations/:organization/translation-memories"
const memory = `${memories}/:translationMemoryId` as const
const projectMemories = "/v2/projects/:projectId/translation-memories"
const projectMemory = `${projectMemories}/:translationMemoryId` as const

const search = field(Schema.optional(Schema.String), "Only memories whose name contains this text, in any case.")

/** Translation memories of an organization, and which projects use them. */
export const TranslationMemoryEndpoints = endpointGroup(
  "translationMemory",
  HttpApiEndpoint.post("create", memories, {
    params: all,
    payload: TranslationMemoryBody,
    success: TranslationMemoryModel
  }).pipe(requiresWriting, described("Creates a shared translation memory.")),
  HttpApiEndpoint.get("list", memories, {
    params: all,
    query: { ...listQuery("unsorted"), search },
    success: pageOf("translationMemories", SimpleTranslationMemoryModel)
  }).pipe(requiresReading, described("Lists the translation memories of an organization and of its projects.")),
  HttpApiEndpoint.get("listWithStats", "/v2/organizations/:organization/translation-memories-with-stats", {
    params: all,
    query: {
      ...listQuery("unsorted"),
      search,
      type: field(Schema.optional(MemoryTypeModel), "Only memories of this type.", "SHARED")
    },
    success: pageOf("translationMemories", TranslationMemoryWithStatsModel)
  }).pipe(requiresReading, described("Lists translation memories with the projects that use them.")),
  HttpApiEndpoint.get("get", memory, { params: one, success: TranslationMemoryModel }).pipe(
    requiresReading,
    described("Returns a translation memory.")
  ),
  HttpApiEndpoint.put("edit", memory, {
    params: one,
    payload: TranslationMemoryBody,
    success: TranslationMemoryModel
  }).pipe(
    requiresWriting,
    described("Replaces the settings of a shared translation memory, and its projects if given.")
  ),
  HttpApiEndpoint.delete("delete", memory, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requiresWriting,
    described("Deletes a shared translation memory with its entries.")
  ),
  HttpApiEndpoint.put("setWriteOnlyReviewed", `${memory}/write-only-reviewed`, {
    params: one,
    payload: WriteOnlyReviewedBody,
    success: TranslationMemoryModel
  }).pipe(requiresWriting, described("Sets whether only reviewed translations of projects count in a memory.")),
  HttpApiEndpoint.get("countEntries", `${memories}/entry-counts`, {
    params: all,
    query: {
      ids: field(Schema.optional(IdList), "Ids of memories; those that the caller may not see are left out.", [5])
    },
    success: TranslationMemoryEntryCountsModel
  }).pipe(
    requiresReading,
    described("Counts the rows of memories by id: stored sources, and keys of projects that the caller may view.")
  ),
  HttpApiEndpoint.get("listAssignedProjects", `${memory}/assigned-projects`, {
    params: one,
    success: listOf("assignedProjects", AssignedProjectModel)
  }).pipe(
    requiresReading,
    described("Lists the projects that use a translation memory and that the caller may enter.")
  ),
  HttpApiEndpoint.get("listOfProject", projectMemories, {
    params: { projectId },
    success: listOf("translationMemoryAssignments", TranslationMemoryAssignmentModel)
  }).pipe(
    requires(project(["translations.view"], { shortPath: true })),
    described("Lists the translation memories that a project uses, its own one first.")
  ),
  HttpApiEndpoint.put("setOwnWriteOnlyReviewed", `${projectMemories}/project-tm-settings`, {
    params: { projectId },
    payload: WriteOnlyReviewedBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresProjectEditing, described("Sets whether only reviewed texts count in the project's own memory.")),
  HttpApiEndpoint.post("assign", projectMemory, {
    params: oneOfProject,
    payload: TranslationMemoryAssignmentBody,
    success: TranslationMemoryAssignmentModel
  }).pipe(requiresProjectEditing, described("Lets a project use a shared translation memory of its organization.")),
  HttpApiEndpoint.put("editAssignment", projectMemory, {
    params: oneOfProject,
    payload: TranslationMemoryAssignmentBody,
    success: TranslationMemoryAssignmentModel
  }).pipe(requiresProjectEditing, described("Changes how a project uses a shared translation memory.")),
  HttpApiEndpoint.delete("unassign", projectMemory, {
    params: oneOfProject,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresProjectEditing, described("Ends the use of a shared translation memory in a project."))
)
