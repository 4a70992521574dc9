import type { SmtpSettings } from "@dragoman/settings"
import type { MailNotSent } from "./smtp-client.ts"

/** Explains to operators in a sentence why the mail server failed, and which setting to check. */
export const explainMailFailure = (failure: MailNotSent, { host, port, tls, login }: SmtpSettings): string => {
  const server = `The mail server ${host}:${port}`
  const { code, cause, command, response, status } = failure
  const said = response === "" ? "" : ` It said: ${response}`
  if (code === "EAUTH") {
    return `${server} rejects the user or the password: check DRAGOMAN_SMTP_USERNAME and DRAGOMAN_SMTP_PASSWORD.${said}`
  }
  if (cause === "ECONNREFUSED") {
    return `${server} refuses connections: check DRAGOMAN_SMTP_HOST and DRAGOMAN_SMTP_PORT, and that it runs.`
  }
  if (code === "EDNS" || cause === "ENOTFOUND" || cause === "EAI_AGAIN") {
    return `The name ${host} is not known: check DRAGOMAN_SMTP_HOST.`
  }
  if (isCertificateProblem(failure)) {
    return `The certificate of ${host} is not trusted (${cause ?? code}): use the name in the certificate, or name its authority with NODE_EXTRA_CA_CERTS.`
  }
  if (command === "STARTTLS" || code === "ETLS" || isWrongProtocol(failure)) {
    return tls === "implicit"
      ? `${server} does not speak TLS from the start: set DRAGOMAN_SMTP_TLS to starttls, or another DRAGOMAN_SMTP_PORT.`
      : `${server} offers no STARTTLS, which DRAGOMAN_SMTP_TLS=starttls needs: set it to implicit for a port such as 465, or to optional.${said}`
  }
  if (code === "ETIMEDOUT" || cause === "ETIMEDOUT") {
    return `${server} does not respond in time: check DRAGOMAN_SMTP_HOST and DRAGOMAN_SMTP_PORT${tls === "implicit" ? ", and whether the port speaks TLS from the start" : ""}.`
  }
  if (command === "MAIL FROM") {
    return `${server} rejects the sender: check DRAGOMAN_SMTP_FROM${login === null ? ", and whether it wants a login" : ""}.${said}`
  }
  if (command === "RCPT TO") return `${server} rejects the recipient${status === null ? "" : ` (${status})`}.${said}`
  if (command === "DATA") return `${server} rejects the mail${status === null ? "" : ` (${status})`}.${said}`
  return `${server} has not taken the mail (${[code, cause, status].filter((part) => part !== null).join(", ")}).${said}`
}

const isCertificateProblem = ({ cause }: MailNotSent): boolean =>
  cause !== null && /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS_CERT/.test(cause)

/** Codes for TLS on a port without TLS. */
const isWrongProtocol = ({ cause }: MailNotSent): boolean => cause !== null && /^ERR_SSL_|EPROTO/.test(cause)
