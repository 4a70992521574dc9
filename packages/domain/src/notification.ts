export { type MailReader, parseMailReader } from "./notification/mail-reader.ts"
export {
  defaultNotificationSettings,
  isSwitchable,
  type NotificationChannel,
  type NotificationContent,
  type NotificationGroup,
  type NotificationKind,
  type NotificationParamsByType,
  type NotificationSetting,
  type NotificationType,
  notificationChannels,
  notificationGroups,
  notificationKinds,
  notificationTypes,
  tolgeeNotificationTypes
} from "./notification/notification-kind.ts"
export {
  composeNotificationMail,
  digestMillis,
  mailTime,
  type NotificationMailLinks
} from "./notification/notification-mail.ts"
export {
  expiryNoticeMillis,
  isLongWork,
  knownBrowserMillis,
  knownBrowsersMax,
  type NotificationCursor,
  notificationLifetimeMillis,
  notificationsMax,
  parseNotificationCursor,
  parseUnsubscribeToken,
  printNotificationCursor,
  recipientsOf,
  signedUnsubscribeText,
  taskNoticeMillis,
  validateNotificationGroup
} from "./notification/notification-rules.ts"
export {
  type NamedNotification,
  notificationPath,
  notificationSentence,
  notificationSubjects,
  taskLabel
} from "./notification/notification-text.ts"
