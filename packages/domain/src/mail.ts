export { type ComposedMail, composeMail, type MailContent } from "./mail/compose-mail.ts"
