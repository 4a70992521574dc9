import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { listQuery } from "../page/page-query.ts"
import {
  MarkSeenBody,
  NotificationSettingBody,
  NotificationSettingsModel,
  NotificationsModel
} from "./notification-model.ts"

const ofUser = { credentials: ["JWT", "PAT"] } as const

/** Notifications of the caller and their settings. */
export const NotificationEndpoints = endpointGroup(
  "notification",
  HttpApiEndpoint.get("list", "/v2/notification", {
    query: {
      ...listQuery("notifications"),
      filterSeen: field(
        QueryFlag,
        "Whether to list only seen notifications (true) or only unseen ones (false); absent: all."
      ),
      cursor: field(
        Schema.optional(Schema.String),
        "`nextCursor` of the previous page, with the same filter; not together with `page` or another order."
      ),
      allTypes: field(
        QueryFlag,
        "Whether to list types that Tolgee does not have and its clients cannot show; absent: false."
      )
    },
    success: NotificationsModel
  }).pipe(requires(user(ofUser)), described("Lists the caller's notifications, the newest first.")),
  HttpApiEndpoint.put("markSeen", "/v2/notifications-mark-seen", {
    payload: [MarkSeenBody, Schema.Null],
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user(ofUser)), described("Marks notifications of the caller as seen; all of them without a body.")),
  HttpApiEndpoint.get("getSettings", "/v2/notification-settings", { success: NotificationSettingsModel }).pipe(
    requires(user(ofUser)),
    described("Returns the channels of the caller's notifications.")
  ),
  HttpApiEndpoint.put("setSetting", "/v2/notification-settings", {
    payload: NotificationSettingBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(user({ ...ofUser, inPerson: true })),
    described("Turns a channel on or off for a group of notifications.")
  ),
  HttpApiEndpoint.post("unsubscribe", "/v2/public/notification-unsubscribe/:token", {
    params: { token: field(Schema.String, "Token of the link in a mail.", "12.COMMENTS.signature") },
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(nothing),
    described("Turns off the mails of a group for the user whose mail had the link. Ignores the body (RFC 8058).")
  )
)
