import { totpDigits, totpStepSeconds, totpStepWindow } from "@dragoman/domain/second-factor"
import { Secret, TOTP } from "otpauth"

/**
 * Returns how many steps the code is away from the present one; null: it belongs to none of the accepted steps. RFC
 * 6238 with HMAC-SHA-1, as all authenticator apps have it. `totpKey`: base32.
 */
export const totpOffset = (totpKey: string, code: string, nowMillis: number): number | null => {
  // The library compares bytes, and throws when letters take more of them than digits.
  if (!/^[0-9]+$/.test(code)) return null
  const totp = new TOTP({
    secret: Secret.fromBase32(totpKey.toUpperCase()),
    algorithm: "SHA1",
    digits: totpDigits,
    period: totpStepSeconds
  })
  return totp.validate({ token: code, timestamp: nowMillis, window: totpStepWindow })
}
