/** Longest user name of an account. */
const usernameMax = 255

/** Characters that are recorded of a name that no account has: enough to recognize a typing error. */
const shownUnits = 2

/**
 * The user name of a failed login as the audit log keeps it. People type passwords into the wrong field: of a name that no
 * account has, and that is no e-mail address, only the beginning is kept.
 */
export const recordedUsername = (typed: string, isKnown: boolean): string => {
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)
  return isKnown || isAddress ? typed.slice(0, usernameMax) : `${[...typed].slice(0, shownUnits).join("")}…`
}
