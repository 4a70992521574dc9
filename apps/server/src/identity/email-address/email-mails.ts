import type { MailContent } from "@dragoman/domain/mail"

/** Composes the mail with the link that verifies an address. `isNewAccount`: the account waits for it. */
export const emailVerificationMail = ({
  name,
  isNewAccount,
  url
}: {
  readonly name: string
  readonly isNewAccount: boolean
  readonly url: string
}): MailContent => ({
  subject: "E-mail verification",
  paragraphs: [
    ...(isNewAccount ? [`Welcome to Dragoman, ${name}.`] : []),
    "Open the link to verify that this e-mail address is yours. It works for a day.",
    ...(isNewAccount ? [] : ["Until then, your account keeps its present address."])
  ],
  link: { label: "Verify the address", url },
  reason: isNewAccount
    ? "You get this mail because an account was created with your e-mail address. If it was not you, ignore it."
    : "You get this mail because a user of Dragoman wants to use your e-mail address. If it was not you, ignore it."
})

/**
 * Composes the mail to the previous address, whose reader may not be the one who changes it. `isDone` false: the new
 * one waits, and a new password stops it. `address`: of the console, without a slash at the end.
 */
export const addressChangedMail = ({
  name,
  email,
  isDone,
  address
}: {
  readonly name: string
  readonly email: string
  readonly isDone: boolean
  readonly address: string
}): MailContent => ({
  subject: isDone ? "Your e-mail address was changed" : "Your e-mail address is about to change",
  paragraphs: [
    isDone
      ? `The Dragoman account of ${name} has the e-mail address ${email} from now on.`
      : `The Dragoman account of ${name} gets the e-mail address ${email} when that address is verified.`,
    isDone
      ? "If it was not you, tell an administrator, who can give the account back to you."
      : "If it was not you, set a new password at once: it stops the change and ends all sessions of the account."
  ],
  link: isDone ? null : { label: "Stop the change with a new password", url: `${address}/reset_password_request` },
  reason: "You get this mail because your e-mail address was that of the account."
})
