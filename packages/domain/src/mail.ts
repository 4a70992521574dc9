export { type ComposedMail, composeMail, type MailContent } from "./mail/compose-mail.ts"
export { type MailFailure, nextMailAttempt } from "./mail/mail-retry.ts"
