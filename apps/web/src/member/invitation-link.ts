/** The address that an invited person opens. */
export const invitationLink = (code: string): string =>
  `${window.location.origin}/invitations/${encodeURIComponent(code)}`
