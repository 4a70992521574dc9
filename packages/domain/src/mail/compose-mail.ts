/** The words of a mail; everything else is the same for all. */
export interface MailContent {
  readonly subject: string
  readonly paragraphs: ReadonlyArray<string>
  /** The address that the reader should open; null: none. */
  readonly link: { readonly label: string; readonly url: string } | null
  /** Why the reader gets this mail: the last line. */
  readonly reason: string
}

export interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Headers besides those that every mail has. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A mail as plain text and as HTML with the same words. Names in it cannot become markup, nor break its head. */
export const composeMail = ({ subject, paragraphs, link, reason }: MailContent): ComposedMail => {
  const linkLines = link === null ? [] : [`${link.label}:\n${link.url}`]
  const linkHtml = link === null ? [] : [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`]
  return {
    subject: subject.replace(/\p{Cc}+/gu, " "),
    text: `${["Hello,", ...paragraphs, ...linkLines, "--", reason].join("\n\n")}\n`,
    html: [
      "<!doctype html>",
      '<html lang="en"><body>',
      "<p>Hello,</p>",
      ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
      ...linkHtml,
      `<hr><p><small>${escapeHtml(reason)}</small></p>`,
      "</body></html>",
      ""
    ].join("\n")
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
