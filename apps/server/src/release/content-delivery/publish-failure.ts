import { type DomainError, domainError, errorCodes } from "@dragoman/domain/error"
import { Data } from "effect"
import type { StorageFailed } from "../content-storage/storage-client.ts"

/** An attempt failed: the error of the request, and why, for the people of the project. */
export class PublishFailed extends Data.TaggedError("PublishFailed")<{
  readonly error: DomainError
  readonly sentence: string
}> {}

/** Another server has taken over, because this one did not extend its lease in time. */
export class LeaseLost extends Data.TaggedError("LeaseLost") {}

/** Explains an error of the export. */
export const explainExport = (error: DomainError): PublishFailed => {
  if (error.kind === "code") {
    const params = error.params === null || error.params.length === 0 ? "" : ` (${error.params.join(", ")})`
    return new PublishFailed({ error, sentence: `${errorCodes[error.code]}${params}` })
  }
  const fields = error.kind === "standardValidation" ? error.messages : error.codes
  const sentence = Object.entries(fields).map(([name, message]) => `${name}: ${String(message)}`)
  return new PublishFailed({ error, sentence: `A parameter of the export is not valid: ${sentence.join("; ")}` })
}

/** Explains that a file could not be written. */
export const explainStorage = ({ sentence }: StorageFailed): PublishFailed =>
  new PublishFailed({ error: domainError("cannot_store_file_to_content_storage", [sentence]), sentence })

/** Explains that old files could not be removed; the new ones are written by then. */
export const explainPrune = ({ sentence }: StorageFailed): PublishFailed =>
  new PublishFailed({ error: domainError("content_delivery_prune_failed", [sentence]), sentence })
