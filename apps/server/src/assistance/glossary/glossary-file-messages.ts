import { Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { job, SentDomainError } from "../../platform/worker/worker-messages.ts"

const GlossaryFormat = Schema.Literals(["CSV", "TBX"])

export type GlossaryFormat = typeof GlossaryFormat.Type

const checkedFile = {
  path: Schema.String,
  /** Name of the file for errors. */
  name: Schema.String,
  format: GlossaryFormat,
  organizationId: Schema.Finite,
  glossaryId: Schema.Finite,
  /** Languages of the projects, which columns of CSV may have besides well-formed tags. */
  languageTags: Schema.Array(Schema.String)
}

const CheckGlossary = Schema.Struct(checkedFile)
export type CheckGlossary = typeof CheckGlossary.Type

const ImportGlossary = Schema.Struct({
  ...checkedFile,
  userId: Schema.Finite,
  removeExistingTerms: Schema.Boolean
})
export type ImportGlossary = typeof ImportGlossary.Type

const ExportGlossary = Schema.Struct({
  path: Schema.String,
  format: GlossaryFormat,
  glossaryId: Schema.Finite,
  baseLanguageTag: Schema.String,
  /** Columns of CSV besides those of the languages in use. */
  languageTags: Schema.Array(Schema.String)
})
export type ExportGlossary = typeof ExportGlossary.Type

export class GlossaryFileJobs extends RpcGroup.make(
  job("checkGlossary", CheckGlossary, Schema.Finite, SentDomainError),
  job("importGlossary", ImportGlossary, Schema.Void, SentDomainError),
  job("exportGlossary", ExportGlossary, Schema.Void)
) {}
