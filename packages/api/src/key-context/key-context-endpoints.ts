import { descriptionOutcomes } from "@dragoman/domain/key"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"

const path = "/v2/projects/:projectId/keys/context"
const params = { projectId }

/** A line of the export. */
const exportedLine = `{"id":4021,"name":"booking.title","namespace":null,"description":null,"maxCharLimit":null,"baseText":"Book a berth","codeReferences":["src/booking.tsx:12"],"neighbours":["booking.subtitle"]}\n`

const DescriptionResultModel = Schema.Struct({
  line: field(Schema.Int, "Number of the line, from 1.", 1),
  keyId: field(Schema.NullOr(Schema.Int), "Id of the key; null: the line has none that can be read.", 4021),
  outcome: field(
    Schema.Literals(descriptionOutcomes),
    "`UPDATED`: the description is written. `UNCHANGED`: the line has none, or the one that the key has. `SKIPPED`: the key has another one. `FAILED`: the line cannot be used."
  ),
  message: field(Schema.NullOr(Schema.String), "Reason why the line was left out; null: none is needed.")
})

const DescriptionResultsModel = Schema.Struct({
  results: field(Schema.Array(DescriptionResultModel), "One result for each line that is not empty, in their order.")
})

/** The context of keys out, and descriptions in, as lines of JSON. See docs/content.md. */
export const KeyContextEndpoints = endpointGroup(
  "keyContext",
  HttpApiEndpoint.get("exportContext", path, {
    params,
    query: {
      filterHasNoDescription: field(QueryFlag, "Whether to leave out keys with a description; absent: false."),
      branch: branchParameter
    },
    success: Schema.String.annotate({ examples: [exportedLine] }).pipe(
      HttpApiSchema.asText({ contentType: "application/x-ndjson" })
    )
  }).pipe(
    requires(project(["keys.view"], { shortPath: true })),
    described(
      "Streams keys by id as one JSON object per line: `id`, `name`, `namespace`, `description`, `maxCharLimit`, `baseText`, `codeReferences` as `path:line`, and the names of `neighbours`. Not in Tolgee's API."
    )
  ),
  HttpApiEndpoint.post("importDescriptions", path, {
    params,
    query: {
      override: field(QueryFlag, "Whether descriptions that keys have are overwritten; absent: false."),
      dryRun: field(QueryFlag, "Whether to return the results without writing anything; absent: false.")
    },
    /** The server reads the part from the stream. */
    payload: Schema.Struct({
      file: field(
        Schema.Unknown,
        "At most 2000 lines of JSON in UTF-8 with `id` and `description`; other fields are ignored."
      )
    }).pipe(HttpApiSchema.asMultipartStream()),
    success: DescriptionResultsModel
  }).pipe(
    requires(project(["keys.edit"], { shortPath: true })),
    described("Writes descriptions of keys from lines of JSON, with one result for each line. Not in Tolgee's API.")
  )
)
