import { Schema } from "effect"
import { field } from "../field.ts"
import { PathIdList } from "./id-list.ts"
import { PathId } from "./path-id.ts"

// Parameters of paths that several endpoints share, each described once.

export const projectId = field(PathId, "Id of the project, as in its address in the console.", 7)
export const organizationIdOrSlug = field(Schema.String, "Id or slug of the organization.", "harbour-company")
export const organizationId = field(PathId, "Id of the organization.", 3)
export const userId = field(PathId, "Id of the user.", 12)
export const languageId = field(PathId, "Id of the language in the project.", 102)
export const namespaceId = field(PathId, "Id of the namespace.", 31)
export const keyId = field(PathId, "Id of the key.", 4021)
export const keyIds = field(
  PathIdList,
  "Ids of keys, separated by commas. Ids that are not in the project are skipped.",
  [4021, 4022]
)
export const translationId = field(PathId, "Id of the translation.", 90_211)
export const commentId = field(PathId, "Id of the comment.", 55)
export const suggestionId = field(PathId, "Id of the suggestion.", 301)
export const qualityIssueId = field(PathId, "Id of the issue.", 77)
export const translationMemoryId = field(PathId, "Id of the translation memory.", 5)
export const translationMemoryEntryId = field(PathId, "Id of an entry of the translation memory.", 71)
export const glossaryId = field(PathId, "Id of the glossary.", 9)
export const glossaryTermId = field(PathId, "Id of the term in its glossary.", 48)
export const tagId = field(PathId, "Id of the tag.", 8)
export const labelId = field(PathId, "Id of the label.", 14)
export const taskNumber = field(PathId, "Number of the task in the project.", 3)
export const branchId = field(PathId, "Id of the branch.", 21)
export const contentDeliveryId = field(PathId, "Id of the content delivery.", 4)
export const contentStorageId = field(PathId, "Id of the storage in the project.", 2)
export const mergeId = field(PathId, "Id of the merge.", 6)
export const changeId = field(PathId, "Id of a change in the merge.", 77)
export const promptId = field(PathId, "Id of the prompt.", 12)
export const llmProviderId = field(PathId, "Id of the provider in the organization.", 4)
export const screenshotIds = field(
  PathIdList,
  "Ids of screenshots, separated by commas. Ids that the key does not have are skipped.",
  [61, 62]
)
export const imageIds = field(
  PathIdList,
  "Ids of uploaded images, separated by commas. Ids of images that the caller did not upload are skipped.",
  [61, 62]
)
export const jobId = field(PathId, "Id of the batch job.", 17)
export const revisionId = field(PathId, "Id of the activity revision.", 30_417)
export const planId = field(PathId, "Id of the import plan.", 5)
export const apiKeyId = field(PathId, "Id of the project API key, not its secret.", 14)
export const tokenId = field(PathId, "Id of the personal access token, not its secret.", 6)
export const passkeyId = field(PathId, "Id of the passkey.", 4)
export const sessionId = field(PathId, "Id of the session.", 23)
export const invitationId = field(PathId, "Id of the invitation, not its code.", 9)
export const webhookConfigurationId = field(PathId, "Id of the webhook configuration.", 2)
export const deliveryId = field(PathId, "Id of the delivery.", 7301)

export const importLanguageId = field(
  PathId,
  "Id of a language of a file in the import, from `GET …/import/result`. Not the id of a language of the project.",
  210
)
export const importTranslationId = field(PathId, "Id of a translation in the import, not in the project.", 3105)
export const importFileId = field(PathId, "Id of a file in the import: `importFileId` of its languages.", 44)
export const existingLanguageId = field(PathId, "Id of the language of the project that gets the texts.", 102)
