/**
 * The level of Tolgee's API that this server speaks, as its clients read it: `v` and three numbers. The in-context
 * tools want at least v3.42.0.
 * Source: reference "content-api" 0.3.
 */
export const productVersion = "v3.143.0"
