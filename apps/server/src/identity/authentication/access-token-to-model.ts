import type { AccessTokenModel } from "@dragoman/api"

/** Source: reference "auth-and-permissions" 4.2. */
export const accessTokenToModel = (accessToken: string): AccessTokenModel => ({ accessToken, tokenType: "Bearer" })
