import { assert, describe, it } from "vitest"
import { composeMail } from "./compose-mail.ts"

const content = {
  subject: "Invitation to Dragoman",
  paragraphs: ["Ann invites you to <b>Shop</b>."],
  link: { label: "Open the invitation", url: 'https://example.com/i?a=1&b="' },
  reason: "You get this mail because Ann wrote your address."
}

describe("a mail", () => {
  it("has the same words as text and as HTML", () => {
    const { text, html } = composeMail(content)
    assert.strictEqual(
      text,
      [
        "Hello,",
        "Ann invites you to <b>Shop</b>.",
        'Open the invitation:\nhttps://example.com/i?a=1&b="',
        "--",
        "You get this mail because Ann wrote your address.\n"
      ].join("\n\n")
    )
    assert.include(html, "<p>Ann invites you to &lt;b&gt;Shop&lt;/b&gt;.</p>")
    assert.include(html, '<a href="https://example.com/i?a=1&amp;b=&quot;">Open the invitation</a>')
  })

  it("needs no link", () => {
    const { text, html } = composeMail({ ...content, link: null })
    assert.notInclude(text, "https://")
    assert.notInclude(html, "<a ")
  })

  it("has one line of subject, whatever the name in it", () => {
    assert.strictEqual(composeMail({ ...content, subject: "A\r\nBcc: b@example.com" }).subject, "A Bcc: b@example.com")
  })
})
