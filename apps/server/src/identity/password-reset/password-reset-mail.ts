import type { MailContent } from "@dragoman/domain/mail"

/** Composes the mail with the link for a new password. `hasPassword` false: the account gets its first one. */
export const passwordResetMail = ({
  name,
  hasPassword,
  url
}: {
  readonly name: string
  readonly hasPassword: boolean
  readonly url: string
}): MailContent => ({
  subject: hasPassword ? "Password reset" : "Initial password configuration",
  paragraphs: [
    hasPassword
      ? `A new password was requested for the Dragoman account of ${name}. The link works once, within an hour.`
      : `A first password was requested for the Dragoman account of ${name}. The link works once, within an hour.`,
    "If you have not requested it, ignore this mail: your account stays as it is."
  ],
  link: { label: hasPassword ? "Set a new password" : "Set a password", url },
  reason: "You get this mail because a new password was requested for the account with your e-mail address."
})
