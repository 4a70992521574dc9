import { loadForAction } from "../../base/api/upgrade.ts"

/** Browsers make passkeys on https and on this machine, and for hosts with a name. */
export const passkeysArePossible = (): boolean =>
  "PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Loads the passkey code with its library: most logins need neither. */
export const loadPasskey = () => loadForAction(() => import("./passkey.ts"))
