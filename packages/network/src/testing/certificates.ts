import { createPrivateKey } from "node:crypto"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { Effect } from "effect"

// A certificate authority and certificates for receivers of tests, in base64; valid until the year 2125. Only the tests trust them.

/** Certificate of the authority. */
const authority = [
  "MIIBmTCCAT+gAwIBAgIULSC2rLe98RJ5wkwtiUuyW70xyREwCgYIKoZIzj0EAwIwGTEXMBUGA1UEAwwORHJhZ29tYW4gdGVzdHMw",
  "IBcNMjYxMTIxMTcwMTA0WhgPMjEyNjEwMjgxNzAxMDRaMBkxFzAVBgNVBAMMDkRyYWdvbWFuIHRlc3RzMFkwEwYHKoZIzj0CAQYI",
  "KoZIzj0DAQcDQgAEBzWrqd74rcmRc1eB8+gB8/9PUL2a2T0TQ4vmkFPPB+T5L+/MBfBZEego6B+fAokQ0fOtoIgvwl2rOvTvL+8T",
  "jaNjMGEwHQYDVR0OBBYEFMy8WA18X1cTeGTbNJtlxMoKkMBdMB8GA1UdIwQYMBaAFMy8WA18X1cTeGTbNJtlxMoKkMBdMA8GA1Ud",
  "EwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgIEMAoGCCqGSM49BAMCA0gAMEUCIQD0QPXu++EZZ3WRPRADiZQQ6UpSZN3I9rjtyyrR",
  "pQeYeQIgJtoPyMX5q1A5HS9czadBQsCZVXrA0Ix1ZJfrlYEv2aY="
].join("")

/** The private key of all of the certificates. */
const key = [
  "MHcCAQEEIDhuOn2Mm/dfUgZHFCwRG4eFkjnZcON1xi0enTgiNaQAoAoGCCqGSM49AwEHoUQDQgAE4r+oOcafqZ6KL0Wq4GcojvgD",
  "t6GpXFq8zETWpddCIeUh5R3oq0DH+y+ADTVfrrmK87RkGu6NHR9l1nO6E5KrzQ=="
].join("")

/** Certificate for 127.0.0.1. */
const good = [
  "MIIBazCCARKgAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5EcmFnb21hbiB0ZXN0czAgFw0yMDAxMDEwMDAwMDBaGA8y",
  "MTI1MDEwMTAwMDAwMFowDzENMAsGA1UEAwwEZ29vZDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOK/qDnGn6meii9FquBnKI74",
  "A7ehqVxavMxE1qXXQiHlIeUd6KtAx/svgA01X665ivO0ZBrujR0fZdZzuhOSq82jUzBRMA8GA1UdEQQIMAaHBH8AAAEwHQYDVR0O",
  "BBYEFNPKjkvvt2ZjR1w/0acyZAI5JOH7MB8GA1UdIwQYMBaAFMy8WA18X1cTeGTbNJtlxMoKkMBdMAoGCCqGSM49BAMCA0cAMEQC",
  "IEK9FUfbgf4zLRYsBZsTsvJr+Da6arYnOjWTTvNzT1zJAiBX5L5hHibu0yi1pVlRNJJq7Abk8AS7OSFJ1W7J2A+mdg=="
].join("")

/** Certificate for other.example. */
const ofAnother = [
  "MIIBdjCCARygAwIBAgIBAjAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5EcmFnb21hbiB0ZXN0czAgFw0yMDAxMDEwMDAwMDBaGA8y",
  "MTI1MDEwMTAwMDAwMFowEDEOMAwGA1UEAwwFb3RoZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATiv6g5xp+pnoovRargZyiO",
  "+AO3oalcWrzMRNal10Ih5SHlHeirQMf7L4ANNV+uuYrztGQa7o0dH2XWc7oTkqvNo1wwWjAYBgNVHREEETAPgg1vdGhlci5leGFt",
  "cGxlMB0GA1UdDgQWBBTTyo5L77dmY0dcP9GnMmQCOSTh+zAfBgNVHSMEGDAWgBTMvFgNfF9XE3hk2zSbZcTKCpDAXTAKBggqhkjO",
  "PQQDAgNIADBFAiEA2ejYJgOnxBY7xlFZPsNKLgsGrCXIJ3vDkPPj0idm7eECIAIr/Ci6F4pmv4Xhkarkp6iPVwoQjJ5q38Y7TcLx",
  "0uqh"
].join("")

/** Certificate for 127.0.0.1, valid until 2021. */
const expired = [
  "MIIBbTCCAROgAwIBAgIBAzAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5EcmFnb21hbiB0ZXN0czAeFw0yMDAxMDEwMDAwMDBaFw0y",
  "MTAxMDEwMDAwMDBaMBIxEDAOBgNVBAMMB2V4cGlyZWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATiv6g5xp+pnoovRargZyiO",
  "+AO3oalcWrzMRNal10Ih5SHlHeirQMf7L4ANNV+uuYrztGQa7o0dH2XWc7oTkqvNo1MwUTAPBgNVHREECDAGhwR/AAABMB0GA1Ud",
  "DgQWBBTTyo5L77dmY0dcP9GnMmQCOSTh+zAfBgNVHSMEGDAWgBTMvFgNfF9XE3hk2zSbZcTKCpDAXTAKBggqhkjOPQQDAgNIADBF",
  "AiEA9CYdhbgQxGMN2kxe09prJaJrn/R9RZPud/iBQgqHyZACIAZXx48Pj926fq8j3jkbR7HM2BmnzTR9h6mnrNuQqiGq"
].join("")

/** Certificate for 127.0.0.1, signed by itself. */
const selfSigned = [
  "MIIBhjCCASygAwIBAgIUKUO+2ridlvI3Ovz5NvbEDMV0aBkwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEc2VsZjAgFw0yNjExMjEx",
  "NzAxMDRaGA8yMTI2MTAyODE3MDEwNFowDzENMAsGA1UEAwwEc2VsZjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOK/qDnGn6me",
  "ii9FquBnKI74A7ehqVxavMxE1qXXQiHlIeUd6KtAx/svgA01X665ivO0ZBrujR0fZdZzuhOSq82jZDBiMB0GA1UdDgQWBBTTyo5L",
  "77dmY0dcP9GnMmQCOSTh+zAfBgNVHSMEGDAWgBTTyo5L77dmY0dcP9GnMmQCOSTh+zAPBgNVHRMBAf8EBTADAQH/MA8GA1UdEQQI",
  "MAaHBH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIhAMvbMZFHvVjRnpaqE89phjHx7j+PzFgRpx46ZMoXQiYNAiBrtlkysp5mnDuFKpAz",
  "aIIUKvSltacPhGAncTLcPiIWyw=="
].join("")

const certificatePem = (base64: string): string => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`

export const receiverKey = createPrivateKey({ key: Buffer.from(key, "base64"), format: "der", type: "sec1" })
  .export({ type: "pkcs8", format: "pem" })
  .toString()

export const receiverCertificates = {
  good: certificatePem(good),
  ofAnother: certificatePem(ofAnother),
  expired: certificatePem(expired),
  selfSigned: certificatePem(selfSigned)
}

/** Makes this thread trust the authority of the tests, and no other, until the scope ends. */
export const trustedAuthority = Effect.acquireRelease(
  Effect.sync(() => {
    const before = getCACertificates("default")
    setDefaultCACertificates([certificatePem(authority)])
    return before
  }),
  (before) => Effect.sync(() => setDefaultCACertificates(before))
)
