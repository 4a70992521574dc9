import { commentStates } from "@dragoman/domain/comment"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { anyOf, project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { PathId } from "../identifier/path-id.ts"
import { commentId, projectId, translationId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery, pageQuery } from "../page/page-query.ts"
import {
  CommentBody,
  CommentModel,
  CommentWithTranslationModel,
  MentionableUserModel,
  NewCommentBody
} from "./comment-model.ts"

const translationsPath = "/v2/projects/:projectId/translations"
const commentsPath = `${translationsPath}/:translationId/comments` as const
const commentPath = `${commentsPath}/:commentId` as const
const all = { projectId, translationId }
const one = { ...all, commentId }
const requiresEntering = requires(project([], { shortPath: true }))
const requiresAdding = requires(anyOf(["translation-comments.add", null], { shortPath: true }))

/** Comments on translations, in languages that the caller may view, or for keys of an open task of the caller. */
export const CommentEndpoints = endpointGroup(
  "comment",
  HttpApiEndpoint.get("list", commentsPath, {
    params: all,
    query: listQuery("comments"),
    success: pageOf("translationComments", CommentModel)
  }).pipe(requiresEntering, described("Lists the comments on a translation.")),
  HttpApiEndpoint.get("get", commentPath, { params: one, success: CommentModel }).pipe(
    requiresEntering,
    described("Returns a comment.")
  ),
  HttpApiEndpoint.post("add", commentsPath, {
    params: all,
    payload: CommentBody,
    success: CommentModel.pipe(HttpApiSchema.status(201))
  }).pipe(requiresAdding, described("Adds a comment to a translation.")),
  HttpApiEndpoint.post("addToKey", `${translationsPath}/create-comment`, {
    params: { projectId },
    payload: NewCommentBody,
    success: CommentWithTranslationModel.pipe(HttpApiSchema.status(201))
  }).pipe(
    requiresAdding,
    described("Adds a comment for a key and a language; creates the translation if it is missing.")
  ),
  HttpApiEndpoint.put("edit", commentPath, { params: one, payload: CommentBody, success: CommentModel }).pipe(
    requiresEntering,
    described("Updates a comment of the caller.")
  ),
  HttpApiEndpoint.put("setState", `${commentPath}/set-state/:state`, {
    params: { ...one, state: field(Schema.Literals(commentStates), "The new state.", "RESOLVED") },
    success: CommentModel
  }).pipe(
    requires(anyOf(["translation-comments.set-state", null], { shortPath: true })),
    described("Sets the state of a comment.")
  ),
  HttpApiEndpoint.delete("delete", commentPath, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requiresEntering,
    described("Deletes a comment. Comments of other authors require `translation-comments.edit`.")
  ),
  HttpApiEndpoint.get("listMentionable", "/v2/projects/:projectId/mentionable-users", {
    params: { projectId },
    query: {
      ...pageQuery(),
      search: field(
        Schema.optional(Schema.String),
        "Text in the name; for callers with `members.view` also in the user name. Absent: all."
      ),
      languageId: field(Schema.optional(PathId), "Only users who may view texts in this language; absent: in any.")
    },
    success: pageOf("users", MentionableUserModel)
  }).pipe(
    requires(project(["translation-comments.add"], { shortPath: true })),
    described("Lists the users whom a comment can mention: those who may view the texts, ordered by name.")
  )
)
