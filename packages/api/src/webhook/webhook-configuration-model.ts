import { activityTypes } from "@dragoman/domain/activity"
import { bodyTemplateKinds } from "@dragoman/domain/webhook"
import { Schema } from "effect"
import { field } from "../field.ts"
import { DeliveryFailureModel } from "./webhook-delivery-model.ts"

const optionalList = <Item extends Schema.Top>(item: Item) => Schema.optional(Schema.NullOr(Schema.Array(item)))

/** Absent and null lists restrict nothing. In `namespaces`, the empty text is the default namespace. */
const EventFilterModel = Schema.Struct({
  activityTypes: field(
    optionalList(Schema.Literals(activityTypes)),
    "Types of activity; 1 to 100. Absent or null: all.",
    ["SET_TRANSLATIONS", "IMPORT"]
  ),
  namespaces: field(
    optionalList(Schema.String),
    "Names of namespaces, 1 to 100; the empty text is the default namespace. Absent or null: all.",
    ["web", ""]
  ),
  languageTags: field(optionalList(Schema.String), "Tags of languages; 1 to 100. Absent or null: all.", ["cs"]),
  branches: field(
    optionalList(Schema.String),
    "Names of branches; 1 to 100. Changes of the project itself are those of the default branch. Absent or null: all.",
    ["release"]
  )
})

const templateKind = field(
  Schema.Literals(bodyTemplateKinds),
  "Receiver that the bodies are for: Slack, Discord, Microsoft Teams, `repository_dispatch` of GitHub; `OWN`: a template of your own.",
  "SLACK"
)

const BodyTemplateModel = Schema.Struct({
  kind: templateKind,
  text: field(Schema.NullOr(Schema.String), "Template of the kind `OWN`; null for the other kinds.", null)
})

const BodyTemplateBody = Schema.Struct({
  kind: templateKind,
  text: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Template of the kind `OWN`, in the language of Handlebars, whose result is JSON; up to 10000 characters. Not used by the other kinds.",
    null
  )
})

const HeaderModel = Schema.Struct({
  name: field(Schema.String, "Name of the header.", "Authorization"),
  isSet: field(Schema.Boolean, "Whether a value is stored, which is never returned; always true.", true)
})

const HeaderBody = Schema.Struct({
  name: field(Schema.optional(Schema.NullOr(Schema.String)), "Name of the header; required.", "Authorization"),
  value: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Value of the header, 1 to 4096 ASCII characters; absent or null in an update: the one that is stored under the name stays.",
    "Bearer github_pat_11AAAAAAA"
  )
})

/** The fields from `paused` on are not in Tolgee's API. Times are epoch milliseconds. */
export const WebhookConfigurationModel = Schema.Struct({
  id: field(Schema.Int, "Id of the webhook configuration.", 2),
  url: field(
    Schema.String,
    "Address that gets the deliveries, exactly as it was given.",
    "https://ci.example.com/hooks/texts"
  ),
  webhookSecret: field(Schema.String, "Secret of the signatures.", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
  enabled: field(Schema.Boolean, "Whether changes are delivered. A disabled configuration can still be tested.", true),
  autoDisabled: field(
    Schema.Boolean,
    "Whether the server disabled it after three days of failures; a client that sends `enabled: true` ends that."
  ),
  firstFailed: field(
    Schema.NullOr(Schema.Int),
    "Start of the unbroken run of failures in epoch milliseconds; null: the last request succeeded."
  ),
  lastExecuted: field(
    Schema.NullOr(Schema.Int),
    "End of the latest attempt in epoch milliseconds; null: none yet.",
    1_767_225_600_000
  ),
  paused: field(
    Schema.Boolean,
    "Whether the webhook is paused: deliveries are kept, and sent when it is false again. Not in Tolgee's API."
  ),
  eventFilter: field(
    Schema.NullOr(EventFilterModel),
    "Filter of the delivered changes; null: all. Not in Tolgee's API."
  ),
  previousSecretValidUntil: field(
    Schema.NullOr(Schema.Int),
    "End of the time in which the previous secret signs too, in epoch milliseconds; null: it does not. Not in Tolgee's API."
  ),
  heldUntil: field(
    Schema.NullOr(Schema.Int),
    "End of the pause that the endpoint requested by `Retry-After`, in epoch milliseconds; null: not paused. Not in Tolgee's API."
  ),
  headers: field(
    Schema.Array(HeaderModel),
    "Headers that each request has beside those of the server, without their values. Not in Tolgee's API."
  ),
  bodyTemplate: field(
    Schema.NullOr(BodyTemplateModel),
    "Template of the bodies; null: the bodies of Tolgee. Not in Tolgee's API.",
    null
  )
})
export type WebhookConfigurationModel = typeof WebhookConfigurationModel.Type

/** All fields are optional here because the domain has its own errors for absent ones. */
export const WebhookConfigurationBody = Schema.Struct({
  url: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Address that gets the deliveries, `http` or `https`; up to 255 characters, required.",
    "https://ci.example.com/hooks/texts"
  ),
  enabled: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether changes are delivered; absent: true, in an update unchanged.",
    true
  ),
  paused: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether deliveries are kept and not sent; absent: false, in an update unchanged. Not in Tolgee's API."
  ),
  eventFilter: field(
    Schema.optional(Schema.NullOr(EventFilterModel)),
    "Filter of the delivered changes; null: all, absent in an update: unchanged. Not in Tolgee's API.",
    { activityTypes: ["SET_TRANSLATIONS", "IMPORT"] }
  ),
  headers: field(
    Schema.optional(Schema.NullOr(Schema.Array(HeaderBody))),
    "All headers that each request has beside those of the server, up to 20; null: none, absent in an update: unchanged. Not in Tolgee's API.",
    [{ name: "Authorization", value: "Bearer github_pat_11AAAAAAA" }]
  ),
  bodyTemplate: field(
    Schema.optional(Schema.NullOr(BodyTemplateBody)),
    "Template of the bodies; null: the bodies of Tolgee, absent in an update: unchanged. Not in Tolgee's API.",
    { kind: "GITHUB" }
  )
})
export type WebhookConfigurationBody = typeof WebhookConfigurationBody.Type

/** Time for which the previous secret still signs along with the new one; absent or null: a day. */
export const SecretRotationBody = Schema.Struct({
  overlapMillis: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Time for which the present secret signs too, in milliseconds, 0 to 604,800,000 (a week); absent: a day.",
    3_600_000
  )
})
export type SecretRotationBody = typeof SecretRotationBody.Type

/** `success`: the endpoint responded with 2xx. The other fields are not in Tolgee's API. */
export const WebhookTestModel = Schema.Struct({
  success: field(Schema.Boolean, "Whether the endpoint responded with a 2xx status.", true),
  status: field(Schema.NullOr(Schema.Int), "HTTP status of the response; null: none came. Not in Tolgee's API.", 200),
  durationMillis: field(Schema.Int, "Duration in milliseconds. Not in Tolgee's API.", 31),
  error: field(Schema.NullOr(Schema.String), "Reason of the failure in English; null: none. Not in Tolgee's API."),
  failure: field(
    Schema.NullOr(DeliveryFailureModel),
    "Reason of the failure for programs; null: no failure, or a reason without a code. Not in Tolgee's API."
  )
})
export type WebhookTestModel = typeof WebhookTestModel.Type

export const WebhookPreviewBody = Schema.Struct({
  webhookConfigId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the webhook configuration whose last delivery is the event; absent or null: an example.",
    2
  ),
  bodyTemplate: field(
    Schema.optional(Schema.NullOr(BodyTemplateBody)),
    "Template to render; absent or null: the bodies of Tolgee.",
    { kind: "OWN", text: '{"text": "{{summary}}"}' }
  )
})
export type WebhookPreviewBody = typeof WebhookPreviewBody.Type

export const WebhookPreviewModel = Schema.Struct({
  event: field(
    Schema.Literals(["LAST_DELIVERY", "EXAMPLE"]),
    "Event of the body: the change of the last delivery, as the caller may see it, or an example.",
    "EXAMPLE"
  ),
  body: field(Schema.String, "The body that the event would have.", '{"text": "Olga in Shop: set translations"}')
})
export type WebhookPreviewModel = typeof WebhookPreviewModel.Type
