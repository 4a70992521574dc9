/**
 * Whether a text has the form of an e-mail address: a local part of at most 64 UTF-16 units, `@`, a domain of at most 255.
 * Letters outside ASCII are fine on both sides; a domain without a dot is one (`root@localhost`).
 * Says nothing about whether the address exists.
 */
export const isEmailAddress = (text: string): boolean => {
  const at = text.lastIndexOf("@")
  return at > 0 && isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1))
}

const localPartMaxUtf16Units = 64
const domainMaxUtf16Units = 255
const labelMaxUtf16Units = 63

// RFC 5321 "Atom" and "Quoted-string", with RFC 6531's letters outside ASCII.
const atoms = /^[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+)*$/
const quotedText = /^"(?:[ !#-[\]-~\u0080-\uffff]|\\[ -~])*"$/
const label = /^[a-z0-9\u0080-\uffff](?:[a-z0-9\u0080-\uffff-]*[a-z0-9\u0080-\uffff])?$/i

const isLocalPart = (text: string): boolean =>
  text.length <= localPartMaxUtf16Units && (atoms.test(text) || quotedText.test(text))

const isDomain = (text: string): boolean =>
  text.length <= domainMaxUtf16Units &&
  text.split(".").every((part) => part.length <= labelMaxUtf16Units && label.test(part))
