import { parseIpRange } from "../network/ip-address.ts"
import { hostOf } from "./check-settings.ts"
import type { DoctorFacts } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"

/** Fewer are those of monitors, which ask the server past its proxy. */
const requestsMin = 20

/** Whether the server knows its proxy, and the proxy says who asks. */
export const checkProxy = ({ settings, requests }: DoctorFacts): ReadonlyArray<Finding> => {
  const { values } = settings
  if (values === null) return []
  const where = "DRAGOMAN_TRUSTED_PROXIES"
  const { trustedProxies, publicUrl, host } = values
  const findings: Array<Finding> = []
  const everyone = trustedProxies.filter((range) => parseIpRange(range)?.prefixLength === 0)
  if (everyone.length > 0) {
    findings.push(
      finding("proxies-all-trusted", {
        params: { ranges: everyone.join(", ") },
        what: `${everyone.join(", ")} trusts every client: each one says which address it has, so no limit and no log is right.`,
        where,
        whatToDo: "Name the addresses of the proxies alone."
      })
    )
  }
  const isBehindProxy = publicUrl?.startsWith("https://") === true && hostOf(publicUrl) !== host.toLowerCase()
  if (trustedProxies.length === 0 && isBehindProxy) {
    findings.push(
      finding("proxy-not-named", {
        what: "The public address has https, which a proxy must do, and no proxy is named: limits of failed logins count all users as one.",
        where,
        whatToDo: "Name the address of the proxy, such as 127.0.0.1 when it is on this machine."
      })
    )
  }
  if (requests === null) return findings
  if (requests.ignoredFrom !== null) {
    findings.push(
      finding("proxy-headers-ignored", {
        params: { address: requests.ignoredFrom },
        what: `${requests.ignoredFrom} sends X-Forwarded-* headers, which the server ignores, because it is not named as a proxy.`,
        where,
        whatToDo:
          "If it is your proxy, name it. If it is not, ask who it is: the headers were ignored as they should be."
      })
    )
  }
  if (requests.trustedWith === 0 && requests.trustedWithout >= requestsMin) {
    findings.push(
      finding("proxy-headers-absent", {
        params: { requests: requests.trustedWithout },
        what: `None of ${requests.trustedWithout} requests of trusted proxies had X-Forwarded-For.`,
        where,
        whatToDo: "Have the proxy send X-Forwarded-For, -Proto and -Host (docs/operations.md, reverse proxy)."
      })
    )
  }
  return findings
}
