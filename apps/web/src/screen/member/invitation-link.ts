/** The address that an invited person opens. Browsers do not send what is behind `#`. */
export const invitationLink = (code: string): string =>
  `${window.location.origin}/invitations#${encodeURIComponent(code)}`
