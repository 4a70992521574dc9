import {
  eachItem,
  firstMessage,
  matches,
  notBlank,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"

/** A header that a webhook configuration adds to its requests. The value is a secret. */
export interface WebhookHeader {
  readonly name: string
  readonly value: string
}

/** A header of a body; without a value, the one that is stored under this name stays. */
export interface WebhookHeaderInput {
  readonly name?: Optional<string>
  readonly value?: Optional<string>
}

/** Source: docs/webhooks.md#own-headers. */
const headersMax = 20
const nameMaxLength = 100
const valueMaxLength = 4_096
/** Characters of all names and values: servers commonly accept 8 kB of headers, and the others need some of it. */
const charactersMax = 6_144

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/

/** RFC 9110 section 5.5, without obsolete characters: no control character, so no line break, and no blank at an end. */
const fieldValue = /^[!-~](?:[\t -~]*[!-~])?$/

/**
 * Headers that the connection, the body, the signatures or proxies need as they are. `Accept-Encoding` would compress the
 * responses of the log.
 */
const reservedName =
  /^(?:host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|date|via|forwarded|x-forwarded-.*|accept-encoding|user-agent|tolgee-signature|webhook-.*|content-.*|proxy-.*)$/i

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Checks the headers of a body, and fills in stored values where it has none. */
export const validateWebhookHeaders = (
  input: ReadonlyArray<WebhookHeaderInput>,
  stored: ReadonlyArray<WebhookHeader>
): Validated<ReadonlyArray<WebhookHeader>> => {
  const headers = input.map(({ name, value }) => ({
    name: name ?? "",
    value: value ?? stored.find((header) => isSameName(header.name, name ?? ""))?.value ?? ""
  }))
  const characters = headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
  const messages = eachItem("headers", headers, (header) => ({
    name: firstMessage(
      notBlank(header.name),
      sizeBetween(1, nameMaxLength, header.name),
      matches(token, "must be the name of a header", header.name),
      reservedName.test(header.name) ? "must not be a header that the server sets" : null,
      headers.some((other) => other !== header && isSameName(other.name, header.name))
        ? "must not be there twice"
        : null
    ),
    value: firstMessage(
      notBlank(header.value),
      sizeBetween(1, valueMaxLength, header.value),
      matches(fieldValue, "must be ASCII characters on one line without blanks at the ends", header.value)
    )
  }))
  const ofList = firstMessage(
    sizeBetween(0, headersMax, headers),
    characters > charactersMax ? `must have at most ${charactersMax} characters in all` : null
  )
  return validateFields({ headers: ofList, ...messages }, headers)
}

/** Says whether some of the headers keep a stored value. */
export const keepsHeaderValues = (input: ReadonlyArray<WebhookHeaderInput>): boolean =>
  input.some(({ value }) => value === null || value === undefined)

/** Says whether both URLs lead to the same server, so that secrets for one are secrets for the other. */
export const isSameServer = (one: string, other: string): boolean => URL.parse(one)?.origin === URL.parse(other)?.origin
