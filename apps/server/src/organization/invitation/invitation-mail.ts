import type { MailContent } from "@dragoman/domain/mail"
import type { InvitationRow } from "@dragoman/store"

/** Composes the mail with the link of an invitation. `address`: the start of links. */
export const invitationMail = (
  { code, target, targetName, name, createdBy }: InvitationRow,
  address: string
): MailContent => {
  const inviter = createdBy.name || createdBy.username
  const place = target.kind === "project" ? "project" : "organization"
  return {
    subject: "Invitation to Dragoman",
    paragraphs: [
      ...(name === null || name === "" ? [] : [`This is for ${name}.`]),
      `${inviter} invites you to the ${place} ${targetName}.`,
      "The link works once, within 30 days, for an account with this e-mail address."
    ],
    link: { label: "Open the invitation", url: `${address}/invitations#${code}` },
    reason: `You get this mail because ${inviter} has entered your e-mail address.`
  }
}
