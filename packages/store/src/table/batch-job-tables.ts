import { batchJobStatuses, type JobOperation } from "@dragoman/domain/batch-job"
import type { ErrorCode } from "@dragoman/domain/error"
import type { TranslationService } from "@dragoman/domain/machine-translation"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Json, Millis, table, textOf } from "../database/table.ts"

export const batchJobTable = table("batch_job", {
  id: Id,
  projectId: Schema.Number,
  /** null: the server by itself; such jobs are hidden. */
  authorId: Schema.NullOr(Schema.Number),
  /** The project API key that started it; 0: the author, with another credential. */
  apiKeyId: hasDefault(Schema.Number),
  operation: Json<JobOperation>(),
  /** Languages in which the author may change reviewed texts that are protected; null: all of them. */
  reviewLanguageIds: Schema.NullOr(Json<ReadonlyArray<number>>()),
  status: Schema.Literals(batchJobStatuses),
  /** Whether lists leave it out: a person edited a text, and started no job. */
  isHidden: hasDefault(Flag),
  /** Whether it waits for services of machine translation; such a job runs beside the others of its project. */
  asksMachine: hasDefault(Flag),
  /** Cost of the requests to services of machine translation, in millionths of the operator's currency. */
  cost: hasDefault(Schema.Number),
  /** Keys that are done, with success. */
  doneItems: hasDefault(Schema.Number),
  totalItems: Schema.Number,
  /** Code of an error. */
  errorMessage: Schema.NullOr(Schema.String),
  /** Activity that the job has written so far, as JSON text that only its writer understands; null: none. */
  activity: Schema.NullOr(Schema.String),
  activityRevisionId: Schema.NullOr(Schema.Number),
  leasedBy: Schema.NullOr(Schema.String),
  leasedUntil: Schema.NullOr(Millis),
  createdAt: Millis,
  updatedAt: Millis
})

/** Keys that are changed in one transaction. A piece goes when it is done; failed keys stay. */
export const batchJobPieceTable = table("batch_job_piece", {
  jobId: Schema.Number,
  number: Schema.Number,
  keyIds: Json<ReadonlyArray<number>>(),
  isFailed: hasDefault(Flag)
})

/** Results of a service for the texts of a job, kept until they are written; failures stay with the job. */
export const machineAnswerTable = table("machine_answer", {
  jobId: Schema.Number,
  keyId: Schema.Number,
  languageId: Schema.Number,
  /** SHA-256 of the base text that was translated; null: a failure. */
  baseDigest: Schema.NullOr(Schema.String),
  /** null: a failure. */
  text: Schema.NullOr(Schema.String),
  service: Schema.NullOr(textOf<TranslationService>()),
  promptId: Schema.NullOr(Schema.Number),
  /** Code of an error; null: there is a text. */
  errorCode: Schema.NullOr(textOf<ErrorCode>()),
  /** A sentence about the failure; of a text in the playground the description of its context. */
  detail: Schema.NullOr(Schema.String),
  /** Estimated quality of the text; null: not estimated. */
  qualityScore: Schema.NullOr(Schema.Number),
  qualityReason: Schema.NullOr(Schema.String)
})
